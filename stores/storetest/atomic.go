package storetest

import (
	"fmt"
	"slices"
	"strconv"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

func atomicChecks() []check {
	return []check{
		{name: "no list shows a transaction or a Replace in part", claim: stores.AtomicTransactions, verify: listsBesideTransactions},
		{name: "no index value shows a transaction or a Replace in part", claim: stores.AtomicTransactions, verify: valuesBesideTransactions},
		{name: "no sequence of Gets shows a transaction or a Replace in part", claim: stores.AtomicTransactions, verify: getsBesideTransactions},
	}
}

// commit writes one generation at once: every third by Replace, the others by a
// Transaction, in which a ghost comes and goes that nobody may ever see.
func commit(store stores.Store, generation int) {
	if generation%3 == 0 {
		store.Replace(allItems(generation), strconv.Itoa(generation))
		return
	}
	ghost := newObject("ghost", "ghost", strconv.Itoa(generation))
	entries := append(make([]cache.ThreadSafeStoreTransaction, 0, members+visitors+2), put("ghost", ghost))
	for i := range visitors {
		if generation%2 == 1 {
			entries = append(entries, put(visitorKey(i), visitor(i, generation)))
		} else {
			entries = append(entries, drop(visitorKey(i), nil))
		}
	}
	entries = append(entries, drop("ghost", ghost))
	for i := range members {
		entries = append(entries, put(memberKey(i), member(i, generation)))
	}
	store.Transaction(entries...)
}

// besideCommits runs a reader beside generations that are committed at once.
func besideCommits(s Subject, read func(stores.Store, *window) error) error {
	store := s.New(only("single", "constant"))
	store.Replace(allItems(0), "0")
	var w window
	return beside(3, scaled(6000), func(generation int) {
		w.write(generation, func() { commit(store, generation) })
	}, func(int) error { return read(store, &w) })
}

func listsBesideTransactions(s Subject) error {
	return besideCommits(s, func(store stores.Store, w *window) error {
		for _, list := range wholeLists {
			if err := list.whole(store, w); err != nil {
				return fmt.Errorf("%s: %w", list.name, err)
			}
		}
		return nil
	})
}

func (l watched) whole(store stores.Store, w *window) error {
	if l.readKeys != nil {
		keys, err := l.readKeys(store)
		if visiting := len(keys) - standing - members; err == nil && visiting != 0 && visiting != visitors {
			err = fmt.Errorf("%d keys, want %d more or less", len(keys), visitors)
		}
		return err
	}
	committed := int(w.committed.Load())
	objects, err := l.read(store)
	started := int(w.started.Load())
	if err != nil {
		return err
	}
	seen, err := sight(objects)
	if err != nil {
		return err
	}
	return seen.whole(committed, started)
}

func (s sighting) whole(committed, started int) error {
	generation := s.members[0]
	if len(slices.Compact(slices.Clone(s.members))) != 1 || generation < committed || generation > started {
		return fmt.Errorf("members of generations %v at once, from generation %d to %d was asked", s.members, committed, started)
	}
	for _, there := range s.visitors {
		if there != (generation%2 == 1) {
			return fmt.Errorf("visitors %v in generation %d", s.visitors, generation)
		}
	}
	if s.still != standing {
		return fmt.Errorf("%d of %d objects that stand still", s.still, standing)
	}
	return nil
}

func valuesBesideTransactions(s Subject) error {
	return besideCommits(s, func(store stores.Store, _ *window) error {
		for i, value := range sides {
			objects, err := store.ByIndex("single", value)
			if err != nil {
				return err
			}
			seen, err := sight(objects)
			if err != nil {
				return err
			}
			if generations := slices.Compact(slices.Clone(seen.members)); len(generations) != 1 || (generations[0] != absent && generations[0]%2 != i) {
				return fmt.Errorf("ByIndex shows members of generations %v under %q", seen.members, value)
			}
			if keys, err := store.IndexKeys("single", value); err != nil || (len(keys) != 0 && len(keys) != members) {
				return fmt.Errorf("IndexKeys shows %v (%v)", keys, err)
			}
		}
		values := store.ListIndexFuncValues("single")
		if slices.Contains(values, "left") == slices.Contains(values, "right") || slices.Contains(values, "ghost") {
			return fmt.Errorf("ListIndexFuncValues shows %v", values)
		}
		return nil
	})
}

// getsBesideTransactions: who sees a transaction in one Get or in the version
// sees it, or a later one, in everything he reads after.
func getsBesideTransactions(s Subject) error { return besideCommits(s, getsBesideVersion) }

func getsBesideVersion(store stores.Store, w *window) error {
	seen, err := versionOf(store)
	if committed := int(w.committed.Load()); err != nil {
		return err
	} else if seen < 0 || seen > int(w.started.Load()) {
		return fmt.Errorf("version %d after %d", seen, committed)
	}
	for i := range members {
		obj, exists := store.Get(memberKey(i * 5 % members)) // not in the order of the writes
		if o, ok := obj.(*object); !exists || !ok || o.generation < seen {
			return fmt.Errorf("a Get shows %v, %v after generation %d was seen", obj, exists, seen)
		}
		seen = obj.(*object).generation
	}
	if _, exists := store.Get("ghost"); exists {
		return fmt.Errorf("a Get shows what was deleted in the transaction that added it")
	}
	if last, err := versionOf(store); err != nil || last < seen {
		return fmt.Errorf("version %d after generation %d was seen (%v)", last, seen, err)
	}
	return nil
}

func versionOf(store stores.Store) (int, error) {
	return strconv.Atoi(store.LastStoreSyncResourceVersion())
}
