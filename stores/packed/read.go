package packed

import "iter"

// Get returns the object under key, in O(1): as decoded lately, or a new one.
func (s *Store) Get(key string) (item any, exists bool) {
	item, exists = s.inner.Get(key)
	return s.open(item), exists
}

// List returns all objects, in a slice the caller owns. It decodes them all, on all
// processors, and what it returns takes as much memory as in any other store.
func (s *Store) List() []any { return s.openAll(s.inner.List()) }

// AppendList appends all objects to into, as List returns them.
func (s *Store) AppendList(into []any) []any {
	from := len(into)
	into = s.inner.AppendList(into)
	s.openAll(into[from:])
	return into
}

// ListKeys returns all keys, in O(n). Nothing is decoded.
func (s *Store) ListKeys() []string { return s.inner.ListKeys() }

// ByIndex returns the objects under one value of an index. It decodes them.
func (s *Store) ByIndex(indexName, indexedValue string) ([]any, error) {
	items, err := s.inner.ByIndex(indexName, indexedValue)
	return s.openAll(items), err
}

// AppendByIndex appends the objects under one value of an index to into. It decodes them.
func (s *Store) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	from := len(into)
	into, err := s.inner.AppendByIndex(into, indexName, indexedValue)
	s.openAll(into[from:])
	return into, err
}

// IndexKeys returns the keys under one value of an index, sorted. Nothing is decoded.
func (s *Store) IndexKeys(indexName, indexedValue string) ([]string, error) {
	return s.inner.IndexKeys(indexName, indexedValue)
}

// Index returns the objects, each once, that share at least one value of an index
// with obj. It decodes them.
func (s *Store) Index(indexName string, obj any) ([]any, error) {
	items, err := s.inner.Index(indexName, &probe{obj})
	return s.openAll(items), err
}

// ListIndexFuncValues returns the values of an index that have objects. Nothing is decoded.
func (s *Store) ListIndexFuncValues(indexName string) []string {
	return s.inner.ListIndexFuncValues(indexName)
}

// All ranges over all keys and objects of one state. It decodes each object when the range
// comes to it.
func (s *Store) All() iter.Seq2[string, any] { return s.opened(s.inner.All()) }

// ByIndexAll ranges over the keys and objects under one value of an index, of one state, and
// decodes each when the range comes to it.
func (s *Store) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	items, err := s.inner.ByIndexAll(indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	return s.opened(items), nil
}

func (s *Store) opened(items iter.Seq2[string, any]) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for key, item := range items {
			if !yield(key, s.look(item)) {
				return
			}
		}
	}
}
