package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// verify compares every answer of the store with the model's. Nothing may write
// meanwhile. It clears each slice it was given: the caller owns it, and a store
// that handed out its own would answer wrongly next time.
func (m *machine) verify() error {
	return errors.Join(m.verifyObjects(), m.verifyIndexers(), m.verifyVersion())
}

func (m *machine) verifyObjects() error {
	for key, want := range m.model.items {
		if got, exists := m.store.Get(key); !exists || got != want {
			return fmt.Errorf("Get(%.40q) = %v, %v, want %v", key, got, exists, want)
		}
	}
	for _, key := range keyUniverse {
		if _, stored := m.model.items[key]; stored {
			continue
		}
		if got, exists := m.store.Get(key); exists || got != nil {
			return fmt.Errorf("Get(%.40q) = %v, %v, want nothing", key, got, exists)
		}
	}
	keys := slices.Sorted(maps.Keys(m.model.items))
	return errors.Join(
		sameKeys("ListKeys", m.store.ListKeys(), keys, false),
		sameObjects("List", m.store.List(), m.model.objects(keys)),
	)
}

func (m *machine) verifyIndexers() error {
	got := m.store.GetIndexers()
	if names := sortedNames(got); !slices.Equal(names, sortedNames(m.model.indexers)) {
		return fmt.Errorf("GetIndexers has %v, want %v", names, sortedNames(m.model.indexers))
	}
	for name := range m.model.indexers {
		if err := m.verifyIndex(name); err != nil {
			return err
		}
	}
	return m.verifyUnknownIndex("unknown")
}

func (m *machine) verifyIndex(name string) error {
	index := m.model.index(name)
	values := slices.Sorted(maps.Keys(index))
	if err := sameKeys("ListIndexFuncValues("+name+")", m.store.ListIndexFuncValues(name), values, false); err != nil {
		return err
	}
	for _, value := range append(values, "absent", "") {
		what := fmt.Sprintf("(%s, %.40q)", name, value)
		keys, keysErr := m.store.IndexKeys(name, value)
		objects, objectsErr := m.store.ByIndex(name, value)
		if err := errors.Join(keysErr, objectsErr,
			sameKeys("IndexKeys"+what, keys, index[value], true),
			sameObjects("ByIndex"+what, objects, m.model.objects(index[value]))); err != nil {
			return err
		}
	}
	return m.verifyIndexOf(name, index)
}

// verifyIndexOf asks Index for objects that are stored and one that is not.
func (m *machine) verifyIndexOf(name string, index map[string][]string) error {
	samples := []any{probe}
	for _, obj := range m.model.items {
		if len(samples) < 4 && obj != nil {
			samples = append(samples, obj)
		}
	}
	for _, sample := range samples {
		values, err := m.model.indexers[name](sample)
		if err != nil {
			continue
		}
		found := map[string]bool{}
		for _, value := range values {
			for _, key := range index[value] {
				found[key] = true
			}
		}
		want := m.model.objects(slices.Sorted(maps.Keys(found)))
		got, err := m.store.Index(name, sample)
		if err := errors.Join(err, sameObjects(fmt.Sprintf("Index(%s, %v)", name, sample), got, want)); err != nil {
			return err
		}
	}
	return nil
}

// probe is never stored, and has index values that others have as well.
var probe = func() *object {
	o := tagged("probe", "a,b,,b")
	o.many = []string{"a", "a", ""}
	return o
}()

func (m *machine) verifyUnknownIndex(name string) error {
	const text = "Index with name unknown does not exist"
	_, byIndex := m.store.ByIndex(name, "a")
	_, index := m.store.Index(name, probe)
	_, indexKeys := m.store.IndexKeys(name, "a")
	for _, err := range []error{byIndex, index, indexKeys} {
		if err == nil || err.Error() != text {
			return fmt.Errorf("reading an unknown index returned the error %v, want %q", err, text)
		}
	}
	return sameKeys("ListIndexFuncValues(unknown)", m.store.ListIndexFuncValues(name), nil, false)
}

func (m *machine) verifyVersion() error {
	if got := m.store.LastStoreSyncResourceVersion(); got != m.model.rv {
		return fmt.Errorf("LastStoreSyncResourceVersion() = %q, want %q", got, m.model.rv)
	}
	return nil
}
