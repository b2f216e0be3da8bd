package storetest

import (
	"fmt"
	"iter"

	"informerbench/stores"
)

// answer is what a read showed: the keys, with the generation of each object where
// the read shows objects.
type answer struct {
	generations map[string]int
	keysOnly    bool
}

func ofKeys(keys []string, err error) (answer, error) {
	a := answer{map[string]int{}, true}
	for _, key := range keys {
		if _, twice := a.generations[key]; twice {
			return a, fmt.Errorf("%s is there twice", key)
		}
		a.generations[key] = 0
	}
	return a, err
}

func ofObjects(objects []any, err error) (answer, error) {
	a := answer{map[string]int{}, false}
	for _, obj := range objects {
		if err := a.add("", obj); err != nil {
			return a, err
		}
	}
	return a, err
}

func ofPairs(seq iter.Seq2[string, any], err error) (answer, error) {
	a := answer{map[string]int{}, false}
	if err != nil {
		return a, err
	}
	for key, obj := range seq {
		if err := a.add(key, obj); err != nil {
			return a, err
		}
	}
	return a, nil
}

func (a answer) add(key string, obj any) error {
	made, _, generation, ok := decode(obj)
	if !ok {
		return fmt.Errorf("%T %v was never stored", obj, obj)
	}
	if key != "" && key != made {
		return fmt.Errorf("%v is under %s", obj, key)
	}
	if _, twice := a.generations[made]; twice {
		return fmt.Errorf("%s is there twice", made)
	}
	a.generations[made] = generation
	return nil
}

// differs tells the first difference to what is expected.
func (a answer) differs(want map[string]int) error {
	for key, generation := range a.generations {
		switch wanted, right := want[key]; {
		case !right:
			return fmt.Errorf("%s@%d does not belong there", key, generation)
		case !a.keysOnly && generation != wanted:
			return fmt.Errorf("%s@%d instead of @%d", key, generation, wanted)
		}
	}
	for key, generation := range want {
		if _, there := a.generations[key]; !there {
			return fmt.Errorf("%s@%d is missing", key, generation)
		}
	}
	return nil
}

// question is one way to read a selection.
type question struct {
	name string
	sel  selection
	ask  func(r reading) (answer, error)
}

func (q question) String() string { return fmt.Sprintf("%s(%s, %s)", q.name, q.sel.index, q.sel.value) }

// questions are all ways to read all selections. Those of them that need a
// stores.BulkReader come last, from the index bulk on.
func (h herd) questions(sels ...selection) (all []question) {
	whole := func(name string, ask func(reading) (answer, error)) {
		all = append(all, question{name, everything, ask})
	}
	whole("List", func(r reading) (answer, error) { return ofObjects(r.List(), nil) })
	whole("ListKeys", func(r reading) (answer, error) { return ofKeys(r.ListKeys(), nil) })
	for _, sel := range sels {
		all = append(all,
			question{"ByIndex", sel, func(r reading) (answer, error) { return ofObjects(r.ByIndex(sel.index, sel.value)) }},
			question{"IndexKeys", sel, func(r reading) (answer, error) { return ofKeys(r.IndexKeys(sel.index, sel.value)) }})
	}
	return all
}

func (h herd) bulkQuestions(sels ...selection) (all []question) {
	whole := func(name string, ask func(stores.BulkReader) (answer, error)) {
		all = append(all, question{name, everything, func(r reading) (answer, error) { return ask(r.(stores.BulkReader)) }})
	}
	whole("AppendList", func(b stores.BulkReader) (answer, error) {
		into := append(make([]any, 0, 300), nil) // room for some, so that it must grow now and then
		return ofObjects(b.AppendList(into)[1:], nil)
	})
	whole("All", func(b stores.BulkReader) (answer, error) { return ofPairs(b.All(), nil) })
	for _, sel := range sels {
		all = append(all,
			question{"AppendByIndex", sel, func(r reading) (answer, error) {
				return ofObjects(r.(stores.BulkReader).AppendByIndex(make([]any, 0, 40), sel.index, sel.value))
			}},
			question{"ByIndexAll", sel, func(r reading) (answer, error) {
				return ofPairs(r.(stores.BulkReader).ByIndexAll(sel.index, sel.value))
			}})
	}
	return all
}
