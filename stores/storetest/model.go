package storetest

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// model is the store as a plain map. It says what is right by computing every
// answer from the objects, so it has no index that could be stale. It shares no
// code with the variants.
type model struct {
	items    map[string]any
	indexers cache.Indexers
	rv       string
}

func newModel(indexers cache.Indexers) *model {
	return &model{items: map[string]any{}, indexers: maps.Clone(indexers)}
}

// apply does the operation. It reports whether the store must panic instead,
// because an index function fails, and whether it must return an error; in both
// cases nothing changes.
func (m *model) apply(o op) (panics, fails bool) {
	if o.kind == opAddIndexers {
		return m.addIndexers(o.indexers)
	}
	if m.anyBroken(o) {
		return true, false
	}
	switch o.kind {
	case opAdd, opUpdate:
		m.items[o.key] = o.object
		m.take(o.object)
	case opDelete:
		delete(m.items, o.key)
	case opDeleteWithObject:
		delete(m.items, o.key)
		m.take(o.object)
	case opTransaction:
		m.transact(o.entries)
	case opReplace:
		m.items, m.rv = copyItems(o.items), o.rv
	case opBookmark:
		m.rv = o.rv
	}
	return false, false
}

func (m *model) transact(entries []cache.ThreadSafeStoreTransaction) {
	for _, e := range entries {
		switch e.Type {
		case cache.TransactionTypeAdd, cache.TransactionTypeUpdate:
			m.items[e.Key] = e.Object
		case cache.TransactionTypeDelete:
			delete(m.items, e.Key)
		}
	}
	if len(entries) > 0 {
		m.take(entries[len(entries)-1].Object)
	}
}

// take sets the version from an object, if it has one to read.
func (m *model) take(obj any) {
	if accessor, err := meta.Accessor(obj); err == nil {
		m.rv = accessor.GetResourceVersion()
	}
}

func (m *model) addIndexers(indexers cache.Indexers) (panics, fails bool) {
	for name := range indexers {
		if _, exists := m.indexers[name]; exists {
			return false, true
		}
	}
	for _, obj := range m.items {
		if breaks(indexers, obj) {
			return true, false
		}
	}
	grown := cache.Indexers{} // a new map, for the constructor's caller owns the first
	maps.Copy(grown, m.indexers)
	maps.Copy(grown, indexers)
	m.indexers = grown
	return false, false
}

// anyBroken tells whether an index function fails for an object that o stores.
func (m *model) anyBroken(o op) bool {
	switch o.kind {
	case opAdd, opUpdate:
		return breaks(m.indexers, o.object)
	case opTransaction:
		return slices.ContainsFunc(o.entries, func(e cache.ThreadSafeStoreTransaction) bool {
			return (e.Type == cache.TransactionTypeAdd || e.Type == cache.TransactionTypeUpdate) && breaks(m.indexers, e.Object)
		})
	case opReplace:
		for _, obj := range o.items {
			if breaks(m.indexers, obj) {
				return true
			}
		}
	}
	return false
}

func breaks(indexers cache.Indexers, obj any) bool {
	for _, function := range indexers {
		if obj == nil {
			continue
		}
		if _, err := function(obj); err != nil {
			return true
		}
	}
	return false
}

// index returns the keys under each value of an index, sorted, by brute force.
func (m *model) index(name string) map[string][]string {
	index := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(m.items)) {
		obj := m.items[key]
		if obj == nil {
			continue
		}
		values, _ := m.indexers[name](obj)
		for _, value := range values {
			if keys := index[value]; len(keys) == 0 || keys[len(keys)-1] != key {
				index[value] = append(keys, key)
			}
		}
	}
	return index
}

// objects looks up keys.
func (m *model) objects(keys []string) []any {
	objects := make([]any, 0, len(keys))
	for _, key := range keys {
		objects = append(objects, m.items[key])
	}
	return objects
}

func sortedNames(indexers cache.Indexers) []string { return slices.Sorted(maps.Keys(indexers)) }
