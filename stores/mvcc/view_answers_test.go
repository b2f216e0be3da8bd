package mvcc

import (
	"fmt"
	"maps"
	"slices"
)

// verify compares every answer of a view with the state that it must show.
func (s seen) verify() error {
	v := s.view
	if v.upto > v.commit {
		// Folded: its snapshot has read the resource version before.
	} else if got := v.resourceVersion(); got != s.state.rv {
		return fmt.Errorf("resource version %q, want %q", got, s.state.rv)
	}
	if err := s.verifyGets(); err != nil {
		return err
	}
	if err := s.verifyRanges(); err != nil {
		return err
	}
	for i, ix := range v.indexes.list {
		if err := s.verifyIndex(ix, v.indexes.set.Name(i)); err != nil {
			return fmt.Errorf("index %s: %w", v.indexes.set.Name(i), err)
		}
	}
	return nil
}

func (s seen) get(key string) (any, bool) {
	w, ok := s.view.get(key)
	if !ok {
		w, ok = s.view.deleted(key)
	}
	return w.join(), ok
}

func (s seen) verifyGets() error {
	for key, want := range s.state.items {
		if got, ok := s.get(key); !ok || got != want {
			return fmt.Errorf("get %s = %v, %v, want %v", key, got, ok, want)
		}
	}
	for i := range 8 {
		key := fmt.Sprint("k", i*15)
		if _, there := s.state.items[key]; there {
			continue
		}
		if got, ok := s.get(key); ok {
			return fmt.Errorf("get %s = %v, want none", key, got)
		}
	}
	return nil
}

func (s seen) verifyRanges() error {
	ranged := map[string]any{}
	chunks := *s.view.g.directory.Load()
	for number := range chunks {
		c := chunks[number].Load()
		for offset := range slotsPerChunk {
			if c == nil {
				break
			}
			key, w := s.view.entry(c, uint32(number), offset)
			if _, twice := ranged[key]; twice {
				return fmt.Errorf("%s comes twice", key)
			}
			if w.exists() {
				ranged[key] = w.join()
			}
		}
	}
	if keys := s.view.appendAllKeys(nil); !sameKeys(keys, s.state.items) {
		return fmt.Errorf("keys %q, want those of %v", keys, s.state.items)
	}
	if !maps.Equal(ranged, s.state.items) {
		return fmt.Errorf("entries %v, want %v", ranged, s.state.items)
	}
	list := s.view.appendList(nil)
	if want := slices.Collect(maps.Values(s.state.items)); !sameObjects(list, want) {
		return fmt.Errorf("list: %v, want %v", list, want)
	}
	return nil
}

func (s seen) verifyIndex(ix *index, name string) error {
	want := s.state.keysBy(name)
	values := s.view.values(ix)
	slices.Sort(values)
	if wanted := slices.Sorted(maps.Keys(want)); !slices.Equal(values, wanted) {
		return fmt.Errorf("values %q, want %q", values, wanted)
	}
	for _, value := range append(values, "v", "v0", "v1", "v20") {
		if keys := s.view.indexKeys(ix, value); !slices.Equal(keys, want[value]) {
			return fmt.Errorf("%q has the keys %q, want %q", value, keys, want[value])
		}
		var objects, wanted []any
		if p := s.view.posting(ix, value); p != nil {
			objects = s.view.appendObjects(p, nil)
		}
		for _, key := range want[value] {
			wanted = append(wanted, s.state.items[key])
		}
		if !sameObjects(objects, wanted) {
			return fmt.Errorf("%q has the objects %v, want %v", value, objects, wanted)
		}
		if union := s.view.union(ix, []string{value, value}); !sameObjects(union, wanted) {
			return fmt.Errorf("union of %q has %v, want %v", value, union, wanted)
		}
	}
	return nil
}

// sameObjects tells whether both have the same objects equally often.
func sameObjects(a, b []any) bool {
	count := map[any]int{}
	for _, obj := range a {
		count[obj]++
	}
	for _, obj := range b {
		count[obj]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func sameKeys(keys []string, items map[string]any) bool {
	slices.Sort(keys)
	return slices.Equal(keys, slices.Sorted(maps.Keys(items)))
}
