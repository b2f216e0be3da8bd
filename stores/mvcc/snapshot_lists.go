package mvcc

import (
	"iter"
	"slices"

	"informerbench/stores/internal/keyorder"
)

// List returns all objects, in O(n).
func (s *snapshot) List() []any { return s.AppendList([]any{}) }

// AppendList appends all objects to into.
func (s *snapshot) AppendList(into []any) []any {
	from := len(into)
	into = s.view().appendList(into)
	s.yield.After(len(into) - from)
	return into
}

// ListKeys returns all keys, in O(n).
func (s *snapshot) ListKeys() []string {
	v := s.view()
	keys := v.appendAllKeys(make([]string, 0, v.size()))
	s.yield.After(len(keys))
	return keys
}

// ByIndex returns the objects under one value of an index.
func (s *snapshot) ByIndex(indexName, indexedValue string) ([]any, error) {
	return s.AppendByIndex([]any{}, indexName, indexedValue)
}

// AppendByIndex appends the objects under one value of an index to into.
func (s *snapshot) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	ix, err := s.find(indexName)
	if err != nil {
		return into, err
	}
	from := len(into)
	v := s.view()
	if p := v.posting(ix, indexedValue); p != nil {
		into = v.appendObjects(p, into)
	}
	s.yield.After(len(into) - from)
	return into, nil
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *snapshot) IndexKeys(indexName, indexedValue string) (keys []string, err error) {
	ix, err := s.find(indexName)
	if err != nil {
		return nil, err
	}
	keys = s.view().indexKeys(ix, indexedValue)
	s.yield.After(len(keys))
	return keys, nil
}

// ListIndexFuncValues returns the values of an index that had objects; none, but not nil,
// for an unknown index.
func (s *snapshot) ListIndexFuncValues(indexName string) (values []string) {
	ix, err := s.find(indexName)
	if err != nil {
		return []string{}
	}
	values = s.view().values(ix)
	s.yield.After(len(values))
	return values
}

// Ascend ranges over the keys not below from in order. They are sorted once.
func (s *snapshot) Ascend(from string) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		keys := s.sorted()
		first, _ := slices.BinarySearch(keys, from)
		for _, key := range keys[first:] {
			if obj, _ := s.Get(key); !yield(key, obj) {
				return
			}
		}
	}
}

func (s *snapshot) sortedKeys() []string {
	keys := s.ListKeys()
	keyorder.Sort(keys)
	return keys
}
