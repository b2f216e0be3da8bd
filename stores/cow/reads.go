package cow

import (
	"iter"

	"k8s.io/client-go/tools/cache"
)

// Get returns the object under key, in O(log n).
func (s *Store) Get(key string) (item any, exists bool) { return s.current.Load().get(key) }

// List returns all objects in no order, in O(n), in a slice the caller owns.
func (s *Store) List() []any {
	list := s.current.Load().list()
	s.yield.After(len(list))
	return list
}

// ListKeys returns all keys in no order, in O(n).
func (s *Store) ListKeys() []string {
	keys := s.current.Load().items.listKeys()
	s.yield.After(len(keys))
	return keys
}

// ByIndex returns the objects under one value of an index, in no order.
func (s *Store) ByIndex(indexName, indexedValue string) ([]any, error) {
	list, err := s.current.Load().byIndex(indexName, indexedValue)
	s.yield.After(len(list))
	return list, err
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *Store) IndexKeys(indexName, indexedValue string) ([]string, error) {
	keys, err := s.current.Load().indexKeys(indexName, indexedValue)
	s.yield.After(len(keys))
	return keys, err
}

// Index returns the objects, each once and in no order, that share at least one
// value of an index with obj.
func (s *Store) Index(indexName string, obj any) ([]any, error) {
	list, err := s.current.Load().index(indexName, obj)
	s.yield.After(len(list))
	return list, err
}

// ListIndexFuncValues returns the values of an index that have objects, in no
// order; none, but not nil, for an unknown index.
func (s *Store) ListIndexFuncValues(indexName string) []string {
	values := s.current.Load().indexValues(indexName)
	s.yield.After(len(values))
	return values
}

// LastStoreSyncResourceVersion returns the version that the last write set. It is
// part of the state, so it is never newer than what a reader finds.
func (s *Store) LastStoreSyncResourceVersion() string { return s.current.Load().version }

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *Store) GetIndexers() cache.Indexers { return s.current.Load().set.Indexers() }

// AppendList appends all objects to into, in no order. It copies nothing else.
func (s *Store) AppendList(into []any) []any {
	now := s.current.Load()
	into = now.appendList(into)
	s.yield.After(now.items.count)
	return into
}

// AppendByIndex appends the objects under one value of an index, in no order.
func (s *Store) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	before := len(into)
	into, err := s.current.Load().appendByIndex(into, indexName, indexedValue)
	s.yield.After(len(into) - before)
	return into, err
}

// All ranges over all keys and objects, in no order. Each range walks the state that
// was current when it began, and copies nothing; that state lives until it ends.
func (s *Store) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) { s.pin().All()(yield) }
}

// ByIndexAll ranges over what is under one value of an index, as All does over all.
func (s *Store) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	if _, err := s.current.Load().set.Find(indexName); err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		s.pin().byIndexAll(indexName, indexedValue, yield) // known once, an index stays
	}, nil
}
