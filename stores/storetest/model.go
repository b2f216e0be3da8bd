package storetest

import (
	"maps"
	"slices"

	"informerbench/stores"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

// model is the store as plain maps and sorted slices. It says what is right, and
// shares no code with the variants. It keeps its indexes up to date as objects come
// and go, for the random operations ask it after each step; a test of its own
// holds them against brute force.
type model struct {
	state
	indexers cache.Indexers
}

func newModel(indexers cache.Indexers) *model {
	m := &model{indexers: maps.Clone(indexers)}
	m.reset(nil, "")
	return m
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
		m.put(o.key, o.object)
		m.take(o.object)
	case opDelete:
		m.drop(o.key)
	case opDeleteWithObject:
		m.drop(o.key)
		m.take(o.object)
	case opTransaction:
		m.transact(o.entries)
	case opTransactionAt:
		m.transact(o.entries)
		m.rv = o.rv
	case opReplace:
		m.reset(o.items, o.rv)
	case opReplaceList:
		m.reset(lastOf(o.list), o.rv)
	case opBookmark:
		m.rv = o.rv
	}
	return false, false
}

func (m *model) transact(entries []cache.ThreadSafeStoreTransaction) {
	for _, e := range entries {
		switch e.Type {
		case cache.TransactionTypeAdd, cache.TransactionTypeUpdate:
			m.put(e.Key, e.Object)
		case cache.TransactionTypeDelete:
			m.drop(e.Key)
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
	for name := range indexers {
		m.indexes[name] = indexOf(m.items, m.keys, indexers[name])
	}
	return false, false
}

// anyBroken tells whether an index function fails for an object that o stores.
func (m *model) anyBroken(o op) bool {
	switch o.kind {
	case opAdd, opUpdate:
		return breaks(m.indexers, o.object)
	case opTransaction, opTransactionAt:
		return slices.ContainsFunc(o.entries, func(e cache.ThreadSafeStoreTransaction) bool {
			return (e.Type == cache.TransactionTypeAdd || e.Type == cache.TransactionTypeUpdate) && breaks(m.indexers, e.Object)
		})
	case opReplace, opReplaceList:
		items := o.items
		if o.kind == opReplaceList {
			items = lastOf(o.list)
		}
		for _, obj := range items {
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

// lastOf is the content of a list: of several items with one key the last.
func lastOf(list []stores.Item) map[string]any {
	items := make(map[string]any, len(list))
	for _, item := range list {
		items[item.Key] = item.Object
	}
	return items
}

func sortedNames(indexers cache.Indexers) []string { return slices.Sorted(maps.Keys(indexers)) }
