package storebench

import (
	"fmt"
	"slices"
)

// check tells where the store does not hold exactly the content that was written: every
// object under its key and its index values, nothing twice, nothing else. It is nil if it does.
func (f *filled) check() error {
	want := f.content()
	if err := want.holds("List", f.List(), len(want.objects)); err != nil {
		return err
	}
	if got := len(f.ListKeys()); got != len(want.objects) {
		return fmt.Errorf("ListKeys has %d keys, want %d", got, len(want.objects))
	}
	for ordinal, key := range f.p.keys {
		if got, ok := f.Get(key); !ok || got != want.objects[ordinal] {
			return fmt.Errorf("Get(%s) is not the last object written (anything: %t)", key, ok)
		}
	}
	for name := range f.GetIndexers() {
		if err := f.checkIndex(name, want); err != nil {
			return fmt.Errorf("index %s: %w", name, err)
		}
	}
	return nil
}

// content is what must be in a store, by ordinal.
type content struct {
	objects []any
	seen    []int // the last list that each object was found in
	lists   int
}

func (f *filled) content() *content {
	want := &content{objects: make([]any, len(f.p.keys)), seen: make([]int, len(f.p.keys))}
	for i := range f.p.picks {
		pick := &f.p.picks[i]
		want.objects[pick.ordinal] = pick.version(f.second[i])
	}
	return want
}

// holds tells whether a list has that many different objects, each the one that must be in
// the store.
func (c *content) holds(what string, list []any, count int) error {
	if len(list) != count {
		return fmt.Errorf("%s has %d objects, want %d", what, len(list), count)
	}
	c.lists++
	for _, object := range list {
		at := ordinalOf(object)
		if at < 0 || object != c.objects[at] || c.seen[at] == c.lists {
			return fmt.Errorf("%s has an object that is old, twice there, or should not be: %s", what, object.(*shell).Name)
		}
		c.seen[at] = c.lists
	}
	return nil
}

// checkIndex counts on each object having as many values as it has: when all that is found
// is right and as much as there must be, nothing is missing.
func (f *filled) checkIndex(name string, want *content) error {
	valuesOf, entries, wanted := f.GetIndexers()[name], 0, 0
	for _, value := range f.ListIndexFuncValues(name) {
		found, err := f.ByIndex(name, value)
		if err != nil {
			return err
		}
		entries += len(found)
		if err := want.holds(value, found, len(found)); err != nil {
			return err
		}
		var keys []string
		for _, object := range found {
			if values, err := valuesOf(object); err != nil || !slices.Contains(values, value) {
				return fmt.Errorf("%s stands under %q, it has %q (%v)", object.(*shell).Name, value, values, err)
			}
			keys = append(keys, f.p.keys[ordinalOf(object)])
		}
		slices.Sort(keys)
		if got, err := f.IndexKeys(name, value); err != nil || !slices.Equal(got, keys) {
			return fmt.Errorf("IndexKeys and ByIndex of %q differ (%v)", value, err)
		}
	}
	for _, object := range want.objects {
		values, err := valuesOf(object)
		if err != nil {
			return err
		}
		wanted += len(values)
	}
	if entries != wanted {
		return fmt.Errorf("%d entries, want %d", entries, wanted)
	}
	return nil
}
