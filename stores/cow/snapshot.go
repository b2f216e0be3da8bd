package cow

import (
	"iter"
	"sort"
	"sync"

	"informerbench/stores"
	"informerbench/stores/internal/keyorder"
)

// snapshot is a reference to a state that never changes, and nothing more: to make
// one costs its allocation, to hold one for hours costs no writer anything. What
// it keeps from the collector is what was replaced since, and the nodes above.
type snapshot struct {
	now    *state
	yield  stores.Yield
	sorted sync.Once
	keys   []string // in order; only after sorted
}

var _ stores.Snapshot = (*snapshot)(nil)

// Snapshot pins the current state, in O(1), at no cost to anybody. Close does
// nothing: the collector takes what the snapshot kept when nobody holds it any more.
func (s *Store) Snapshot() stores.Snapshot { return s.pin() }

func (s *Store) pin() *snapshot { return &snapshot{now: s.current.Load(), yield: s.yield} }

func (s *snapshot) Close() {}

func (s *snapshot) Get(key string) (item any, exists bool) { return s.now.get(key) }

func (s *snapshot) Len() int { return s.now.items.count }

func (s *snapshot) ResourceVersion() string { return s.now.version }

func (s *snapshot) List() []any {
	defer s.yield.After(s.now.items.count)
	return s.now.list()
}

func (s *snapshot) ListKeys() []string {
	defer s.yield.After(s.now.items.count)
	return s.now.items.listKeys()
}

func (s *snapshot) ByIndex(indexName, indexedValue string) ([]any, error) {
	list, err := s.now.byIndex(indexName, indexedValue)
	s.yield.After(len(list))
	return list, err
}

func (s *snapshot) IndexKeys(indexName, indexedValue string) ([]string, error) {
	keys, err := s.now.indexKeys(indexName, indexedValue)
	s.yield.After(len(keys))
	return keys, err
}

func (s *snapshot) ListIndexFuncValues(indexName string) []string {
	values := s.now.indexValues(indexName)
	s.yield.After(len(values))
	return values
}

func (s *snapshot) AppendList(into []any) []any {
	into = s.now.appendList(into)
	s.yield.After(s.now.items.count)
	return into
}

func (s *snapshot) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	before := len(into)
	into, err := s.now.appendByIndex(into, indexName, indexedValue)
	s.yield.After(len(into) - before)
	return into, err
}

func (s *snapshot) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		s.now.all(yield)
		s.yield.After(s.now.items.count)
	}
}

func (s *snapshot) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	if _, err := s.now.set.Find(indexName); err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) { s.byIndexAll(indexName, indexedValue, yield) }, nil
}

// byIndexAll is for an index that there is.
func (s *snapshot) byIndexAll(indexName, indexedValue string, yield func(string, any) bool) {
	p, ok, _ := s.now.under(indexName, indexedValue)
	if !ok {
		return
	}
	s.now.allOf(p, yield)
	s.yield.After(p.len())
}

// Ascend sorts the keys when it is first called, in O(n log n), and looks each up.
func (s *snapshot) Ascend(from string) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		s.sorted.Do(func() {
			keys := s.now.items.listKeys()
			keyorder.Sort(keys)
			s.keys = keys
		})
		keys := s.keys[sort.SearchStrings(s.keys, from):]
		for _, key := range keys {
			item, _ := s.now.get(key)
			if !yield(key, item) {
				return
			}
		}
		s.yield.After(len(keys))
	}
}
