package storetest

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"informerbench/stores"
)

func snapshotChecks() []check {
	return []check{
		{name: "whole lists come from one committed state", claim: stores.SnapshotLists, verify: wholeListsBesideSingleWrites},
		{name: "index lists come from one committed state", claim: stores.SnapshotLists, verify: indexListsBesideSingleWrites},
	}
}

// rewrite writes one generation by single writes in a fixed order: members by
// rising position, then visitors in by rising, or out by falling position. Of
// every committed state it is therefore known which writes it has, up to where.
// Callers who look for mixed states give way after each generation: a single core
// would else write many thousands before a reader gets on with its list.
func rewrite(store stores.Store, generation int) {
	for i := range members {
		store.Update(memberKey(i), member(i, generation))
	}
	for i := range visitors {
		if generation%2 == 1 {
			store.Add(visitorKey(i), visitor(i, generation))
		} else {
			store.Delete(visitorKey(visitors - 1 - i))
		}
	}
}

func wholeListsBesideSingleWrites(s Subject) error {
	store := s.New(only("single", "constant"))
	store.Replace(allItems(0), "0")
	var w window
	return beside(3, scaled(4000), func(generation int) {
		w.write(generation, func() { rewrite(store, generation) })
		runtime.Gosched()
	}, func(int) error {
		for _, list := range wholeLists {
			if err := list.inOrder(store, &w); err != nil {
				return fmt.Errorf("%s: %w", list.name, err)
			}
		}
		return nil
	})
}

// inOrder checks one whole list beside rewrite.
func (l watched) inOrder(store stores.Store, w *window) error {
	if l.readKeys != nil {
		keys, err := l.readKeys(store)
		if err != nil {
			return err
		}
		return keysInOrder(keys)
	}
	committed := w.committed.Load()
	objects, err := l.read(store)
	started := w.started.Load()
	if err != nil {
		return err
	}
	seen, err := sight(objects)
	if err != nil {
		return err
	}
	return seen.inOrder(int(committed), int(started))
}

// inOrder: a state holds the new generation up to some position and the one
// before from there on; and visitors without a gap.
func (s sighting) inOrder(committed, started int) error {
	first, last := s.members[0], s.members[members-1]
	falling := slices.IsSortedFunc(s.members, func(a, b int) int { return b - a })
	if !falling || first-last > 1 || last < committed || first > started {
		return fmt.Errorf("members of generations %v at once, from generation %d to %d was asked", s.members, committed, started)
	}
	if gap := slices.Index(s.visitors, false); gap >= 0 && slices.Contains(s.visitors[gap:], true) {
		return fmt.Errorf("visitors %v at once", s.visitors)
	}
	if s.still != standing {
		return fmt.Errorf("%d of %d objects that stand still", s.still, standing)
	}
	return nil
}

func keysInOrder(keys []string) error {
	slices.Sort(keys)
	if unique := len(slices.Compact(slices.Clone(keys))); unique != len(keys) {
		return fmt.Errorf("%d keys, of which %d differ", len(keys), unique)
	}
	visiting := 0
	for _, key := range keys {
		if strings.HasPrefix(key, "visitor/") {
			if key != visitorKey(visiting) {
				return fmt.Errorf("%s without %s", key, visitorKey(visiting))
			}
			visiting++
		}
	}
	if len(keys) != standing+members+visiting {
		return fmt.Errorf("%d keys, want %d", len(keys), standing+members+visiting)
	}
	return nil
}

// indexListsBesideSingleWrites looks at the values between which members move.
// The members under one value are those up to some position, all of the new
// generation, or those from some position on, all of the one before.
func indexListsBesideSingleWrites(s Subject) error {
	store := s.New(only("single"))
	store.Replace(allItems(0), "0")
	return beside(3, scaled(4000), func(generation int) {
		rewrite(store, generation)
		runtime.Gosched()
	}, func(reader int) error {
		value := sides[reader%2]
		objects, err := store.ByIndex("single", value)
		if err != nil {
			return err
		}
		if err := oneRun(objects); err != nil {
			return fmt.Errorf("ByIndex: %w", err)
		}
		if objects, err = store.Index("single", member(0, reader)); err != nil {
			return err
		}
		if err := oneRun(objects); err != nil {
			return fmt.Errorf("an Index: %w", err)
		}
		return indexKeysInOrder(store, value)
	})
}

func oneRun(objects []any) error {
	seen, err := sight(objects)
	if err != nil {
		return err
	}
	runs := slices.Compact(slices.Clone(seen.members))
	missing := slices.Index(runs, absent) >= 0
	if len(runs) > 2 || (len(runs) == 2 && !missing) {
		return fmt.Errorf("members of generations %v at once under one value", seen.members)
	}
	return nil
}

func indexKeysInOrder(store stores.Store, value string) error {
	keys, err := store.IndexKeys("single", value)
	if err != nil {
		return err
	}
	for i := 1; i < len(keys); i++ {
		if keys[i] != memberKey(int(keys[i-1][len("member/")]-'0')+1) {
			return fmt.Errorf("IndexKeys has %v at once", keys)
		}
	}
	if len(keys) > 0 && keys[0] != memberKey(0) && keys[len(keys)-1] != memberKey(members-1) {
		return fmt.Errorf("IndexKeys has %v at once", keys)
	}
	values := store.ListIndexFuncValues("single")
	if !slices.Contains(values, "left") && !slices.Contains(values, "right") {
		return fmt.Errorf("ListIndexFuncValues has %v, and no member is anywhere", values)
	}
	return nil
}
