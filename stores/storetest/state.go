package storetest

import (
	"maps"
	"slices"

	"k8s.io/client-go/tools/cache"
)

// state is what a store holds at one instant. The slices in it are never changed in
// place, so that a frozen copy may share them.
type state struct {
	items   map[string]any
	keys    []string                       // ascending
	indexes map[string]map[string][]string // by index and value, ascending
	rv      string
}

// freeze returns the state as it is now, to stay so.
func (s *state) freeze() *state {
	frozen := &state{items: maps.Clone(s.items), keys: s.keys, rv: s.rv, indexes: map[string]map[string][]string{}}
	for name, index := range s.indexes {
		frozen.indexes[name] = maps.Clone(index)
	}
	return frozen
}

// stateOf computes everything from the objects.
func stateOf(items map[string]any, indexers cache.Indexers) *state {
	s := &state{items: items, keys: slices.Sorted(maps.Keys(items)), indexes: map[string]map[string][]string{}}
	for name, function := range indexers {
		s.indexes[name] = indexOf(s.items, s.keys, function)
	}
	return s
}

// reset exchanges the whole content.
func (m *model) reset(items map[string]any, rv string) {
	m.state = *stateOf(copyItems(items), m.indexers)
	m.rv = rv
}

// indexOf computes one index from the objects, by brute force.
func indexOf(items map[string]any, keys []string, function cache.IndexFunc) map[string][]string {
	index := map[string][]string{}
	for _, key := range keys {
		for _, value := range valuesOf(function, items[key]) {
			index[value] = append(index[value], key)
		}
	}
	return index
}

// valuesOf returns the distinct values of an object.
func valuesOf(function cache.IndexFunc, obj any) []string {
	if obj == nil {
		return nil
	}
	values, _ := function(obj)
	values = slices.Sorted(slices.Values(values))
	return slices.Compact(values)
}

func (m *model) put(key string, obj any) {
	m.unindex(key)
	m.items[key] = obj
	m.keys = with(m.keys, key)
	for name, function := range m.indexers {
		for _, value := range valuesOf(function, obj) {
			m.indexes[name][value] = with(m.indexes[name][value], key)
		}
	}
}

func (m *model) drop(key string) {
	m.unindex(key)
	delete(m.items, key)
	m.keys = without(m.keys, key)
}

func (m *model) unindex(key string) {
	for name, function := range m.indexers {
		index := m.indexes[name]
		for _, value := range valuesOf(function, m.items[key]) {
			if index[value] = without(index[value], key); len(index[value]) == 0 {
				delete(index, value)
			}
		}
	}
}

// with and without copy the slice, for frozen states share it.
func with(keys []string, key string) []string {
	i, there := slices.BinarySearch(keys, key)
	if there {
		return keys
	}
	grown := make([]string, 0, len(keys)+1)
	return append(append(append(grown, keys[:i]...), key), keys[i:]...)
}

func without(keys []string, key string) []string {
	i, there := slices.BinarySearch(keys, key)
	if !there {
		return keys
	}
	shrunk := make([]string, 0, len(keys)-1)
	return append(append(shrunk, keys[:i]...), keys[i+1:]...)
}

// objects looks up keys.
func (s *state) objects(keys []string) []any {
	objects := make([]any, 0, len(keys))
	for _, key := range keys {
		objects = append(objects, s.items[key])
	}
	return objects
}
