package storetest

import (
	"fmt"
	"strconv"

	"informerbench/stores"
)

// growAndShrink: writers on keys of their own grow the store from nothing to
// many, shrink it to a few, and grow it again, while readers look at keys that
// nobody deletes. Resizing a concurrent map once lost such keys
// (puzpuzpuz/xsync#109).
func growAndShrink(s Subject) error {
	const writers, keepers = 8, 10
	n := scaled(100_000)
	if full() {
		n = 1_000_000
	}
	store, own := s.New(only("constant")), n/writers
	for i := range keepers {
		store.Add(keeperKey(i), newObject("ns", "k", "1"))
	}
	done := make(chan error, 1)
	err := beside(2, 1, func(int) {
		done <- together(writers, func(w int) error { return growShrinkGrow(store, w, own) })
	}, func(int) error { return keepersAreThere(store, keepers) })
	if err != nil {
		return err
	}
	if err := <-done; err != nil {
		return err
	}
	return grownAsPlanned(store, writers, own, keepers)
}

func keeperKey(i int) string { return fmt.Sprint("keep/", i) }

func grownKey(writer, i int) string { return fmt.Sprintf("w%d/%d", writer, i) }

func growShrinkGrow(store stores.Store, writer, own int) error {
	for i := range own {
		store.Add(grownKey(writer, i), newObject("ns", "first", "1"))
	}
	for i := 1; i < own; i++ {
		store.Delete(grownKey(writer, i))
	}
	if _, exists := store.Get(grownKey(writer, 0)); !exists {
		return fmt.Errorf("writer %d lost its last key when shrinking", writer)
	}
	for i := range own {
		store.Update(grownKey(writer, i), newObject("ns", strconv.Itoa(i), "2"))
	}
	return nil
}

func keepersAreThere(store stores.Store, keepers int) error {
	for i := range keepers {
		if _, exists := store.Get(keeperKey(i)); !exists {
			return fmt.Errorf("Get(%q) finds nothing, though nobody deletes it", keeperKey(i))
		}
	}
	return nil
}

// grownAsPlanned compares the end with what the writers left.
func grownAsPlanned(store stores.Store, writers, own, keepers int) error {
	for w := range writers {
		for i := range own {
			obj, exists := store.Get(grownKey(w, i))
			if o, ok := obj.(*object); !exists || !ok || o.Name != strconv.Itoa(i) {
				return fmt.Errorf("Get(%q) = %v, %v at the end", grownKey(w, i), obj, exists)
			}
		}
	}
	want := writers*own + keepers
	keys, err := store.IndexKeys("constant", "all")
	if lists := []int{len(store.List()), len(store.ListKeys()), len(keys)}; err != nil || lists[0] != want || lists[1] != want || lists[2] != want {
		return fmt.Errorf("at the end List, ListKeys and IndexKeys have %v, want %d each (%v)", lists, want, err)
	}
	return nil
}
