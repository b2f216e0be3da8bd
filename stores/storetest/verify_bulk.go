package storetest

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"informerbench/stores"
)

// bulk compares the bulk reads with the state.
func (v verifier) bulk(r stores.BulkReader) error {
	list := func(into []any) ([]any, error) { return r.AppendList(into), nil }
	if err := v.appends("AppendList", list, v.state.keys); err != nil {
		return err
	}
	if err := v.ranges("All", r.All(), v.state.keys); err != nil {
		return err
	}
	for name, index := range v.state.indexes {
		for _, value := range v.someValues(index) {
			if err := v.bulkIndex(r, name, value, index[value]); err != nil {
				return err
			}
		}
	}
	return v.unknownBulk(r)
}

// someValues are three values of an index, others at each turn, and one that is absent.
func (v verifier) someValues(index map[string][]string) []string {
	some := []string{"absent"}
	values := slices.Sorted(maps.Keys(index))
	for i := range min(3, len(values)) {
		some = append(some, values[(v.turn*3+i)%len(values)])
	}
	return some
}

func (v verifier) bulkIndex(r stores.BulkReader, name, value string, keys []string) error {
	what := fmt.Sprintf("(%s, %.40q)", name, value)
	byIndex := func(into []any) ([]any, error) { return r.AppendByIndex(into, name, value) }
	if err := v.appends("AppendByIndex"+what, byIndex, keys); err != nil {
		return err
	}
	seq, err := r.ByIndexAll(name, value)
	if err != nil {
		return fmt.Errorf("%sByIndexAll%s: %w", v.whose, what, err)
	}
	return v.ranges("ByIndexAll"+what, seq, keys)
}

func (v verifier) unknownBulk(r stores.BulkReader) error {
	into := append(make([]any, 0, 4), "prefix")
	got, err := r.AppendByIndex(into, "unknown", "a")
	if err == nil || err.Error() != unknownIndex || len(got) != 1 || &got[0] != &into[0] || into[0] != "prefix" {
		return fmt.Errorf("%sAppendByIndex of an unknown index returned %v, %v", v.whose, got, err)
	}
	if _, err := r.ByIndexAll("unknown", "a"); err == nil || err.Error() != unknownIndex {
		return fmt.Errorf("%sByIndexAll of an unknown index returned the error %v, want %q", v.whose, err, unknownIndex)
	}
	return nil
}

// appends calls with no slice, with room for all after a prefix, and with too little.
func (v verifier) appends(what string, read func([]any) ([]any, error), keys []string) error {
	want := v.state.objects(keys)
	for _, room := range []int{-1, len(want), len(want) / 2} {
		var into []any
		if room >= 0 {
			into = append(make([]any, 0, 1+room), "prefix")
		}
		prefix := len(into)
		got, err := read(into)
		if err != nil {
			return fmt.Errorf("%s%s: %w", v.whose, what, err)
		}
		if len(got) < prefix || (prefix > 0 && (got[0] != "prefix" || into[0] != "prefix")) {
			return fmt.Errorf("%s%s lost what was in the slice", v.whose, what)
		}
		if room == len(want) && &got[0] != &into[0] {
			return fmt.Errorf("%s%s allocated, though there was room for %d", v.whose, what, room)
		}
		found := slices.Clip(got)[prefix:]
		if found == nil {
			found = []any{} // append to nil of nothing is nil
		}
		if err := sameObjects(v.whose+what, found, want); err != nil {
			return err
		}
	}
	return nil
}

// ranges goes through a sequence twice: to its end, and to an early stop.
func (v verifier) ranges(what string, seq iter.Seq2[string, any], keys []string) error {
	for _, stop := range []int{len(keys), 1 + v.turn%(len(keys)/2+1)} {
		seen := make(map[string]bool, len(keys))
		for key, obj := range seq {
			if seen[key] {
				return fmt.Errorf("%s%s has %.40q twice", v.whose, what, key)
			}
			seen[key] = true
			if _, right := slices.BinarySearch(keys, key); !right {
				return fmt.Errorf("%s%s has %.40q, which does not belong there", v.whose, what, key)
			}
			if want := v.state.items[key]; identity(obj) != identity(want) {
				return fmt.Errorf("%s%s has %v under %.40q, want %v", v.whose, what, obj, key, want)
			}
			if len(seen) == stop {
				break
			}
		}
		if len(seen) != min(stop, len(keys)) {
			return fmt.Errorf("%s%s has %d keys, want %d", v.whose, what, len(seen), len(keys))
		}
	}
	return nil
}

// maxAsked bounds the sequences that a machine keeps.
const maxAsked = 8

// verifyAsked ranges over sequences that were asked for at some earlier time: they
// show the state of now.
func (m *machine) verifyAsked(bulk stores.BulkReader) error {
	if m.asked == nil {
		m.asked = map[[2]string]iter.Seq2[string, any]{{}: bulk.All()}
	}
	for name, index := range m.model.indexes {
		for value := range index {
			if id := [2]string{name, value}; len(m.asked) < maxAsked && m.asked[id] == nil {
				m.asked[id], _ = bulk.ByIndexAll(name, value)
			}
		}
	}
	v := verifier{m.store, &m.model.state, "an old ", m.turn}
	for id, seq := range m.asked {
		keys := m.model.keys
		if id != [2]string{} {
			keys = m.model.indexes[id[0]][id[1]]
		}
		if err := v.ranges(fmt.Sprintf("sequence %.40q", id), seq, keys); err != nil {
			return err
		}
	}
	return nil
}
