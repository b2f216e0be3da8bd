package cow

import (
	"slices"

	"k8s.io/client-go/tools/cache"
)

// Get returns the object under key, in O(log n).
func (s *Store) Get(key string) (item any, exists bool) {
	now := s.current.Load()
	slot, exists := now.items.find(key, s.hash.tag(key))
	if !exists {
		return nil, false
	}
	return now.items.value(slot), true
}

// List returns all objects in no order, in O(n), in a slice the caller owns.
func (s *Store) List() []any { return s.current.Load().items.list() }

// ListKeys returns all keys in no order, in O(n).
func (s *Store) ListKeys() []string { return s.current.Load().items.listKeys() }

// ByIndex returns the objects under one value of an index, in no order.
func (s *Store) ByIndex(indexName, indexedValue string) ([]any, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	return now.objects(lookup(&now.indexes[i], indexedValue, s.hash.tag(indexedValue))), nil
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *Store) IndexKeys(indexName, indexedValue string) ([]string, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	slots := lookup(&now.indexes[i], indexedValue, s.hash.tag(indexedValue))
	keys := make([]string, 0, len(slots))
	for _, slot := range slots {
		keys = append(keys, now.items.key(slot))
	}
	slices.Sort(keys)
	return keys, nil
}

// Index returns the objects, each once and in no order, that share at least one
// value of an index with obj.
func (s *Store) Index(indexName string, obj any) ([]any, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	values, err := now.set.Func(i)(obj)
	if err != nil {
		return nil, err
	}
	return now.objects(union(&now.indexes[i], values, s.hash)), nil
}

// ListIndexFuncValues returns the values of an index that have objects, in no
// order; none, but not nil, for an unknown index.
func (s *Store) ListIndexFuncValues(indexName string) []string {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return []string{}
	}
	return now.indexes[i].listKeys()
}

// LastStoreSyncResourceVersion returns the version that the last write set. It is
// part of the state, so it is never newer than what a reader finds.
func (s *Store) LastStoreSyncResourceVersion() string { return s.current.Load().version }

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *Store) GetIndexers() cache.Indexers { return s.current.Load().set.Indexers() }

// objects returns the objects in the slots.
func (s *state) objects(slots []uint32) []any {
	list := make([]any, 0, len(slots))
	for _, slot := range slots {
		list = append(list, s.items.value(slot))
	}
	return list
}
