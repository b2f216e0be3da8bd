package packed

import (
	"iter"

	"informerbench/stores"
)

var _ stores.Snapshot = (*snapshot)(nil)

// snapshot is one of the inner store, whose objects are decoded when they are read. What it
// does not override deals with keys, values and versions only.
type snapshot struct {
	stores.Snapshot
	store *Store
}

// Snapshot pins the present state, in O(1). While it is held, the writer keeps one old version
// of what it replaces: packed.
func (s *Store) Snapshot() stores.Snapshot { return &snapshot{s.inner.Snapshot(), s} }

func (s *snapshot) Get(key string) (item any, exists bool) {
	item, exists = s.Snapshot.Get(key)
	return s.store.open(item), exists
}

func (s *snapshot) List() []any { return s.store.openAll(s.Snapshot.List()) }

func (s *snapshot) AppendList(into []any) []any {
	from := len(into)
	into = s.Snapshot.AppendList(into)
	s.store.openAll(into[from:])
	return into
}

func (s *snapshot) ByIndex(indexName, indexedValue string) ([]any, error) {
	items, err := s.Snapshot.ByIndex(indexName, indexedValue)
	return s.store.openAll(items), err
}

func (s *snapshot) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	from := len(into)
	into, err := s.Snapshot.AppendByIndex(into, indexName, indexedValue)
	s.store.openAll(into[from:])
	return into, err
}

func (s *snapshot) All() iter.Seq2[string, any] { return s.store.opened(s.Snapshot.All()) }

func (s *snapshot) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	items, err := s.Snapshot.ByIndexAll(indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	return s.store.opened(items), nil
}

func (s *snapshot) Ascend(from string) iter.Seq2[string, any] {
	return s.store.opened(s.Snapshot.Ascend(from))
}
