package sharded

import (
	"iter"
	"slices"

	"informerbench/stores/internal/keyorder"
)

// ByIndex returns the objects under one value of an index, in no order. It takes
// O(shards) besides the objects.
func (s *Store) ByIndex(indexName, indexedValue string) ([]any, error) {
	list, err := s.AppendByIndex([]any{}, indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	return list, nil
}

// AppendByIndex appends the objects under one value of an index to into.
func (s *Store) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	i, err := s.set.Load().Find(indexName)
	if err != nil {
		return into, err
	}
	return gather(s, i, indexedValue, into, pickObjects), nil
}

// ByIndexAll ranges over the keys and objects under one value of an index, in no order.
// Each range copies them first.
func (s *Store) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	i, err := s.set.Load().Find(indexName)
	if err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		for _, item := range gather(s, i, indexedValue, nil, pickItems) {
			if !yield(item.Key, item.Object) {
				return
			}
		}
	}, nil
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *Store) IndexKeys(indexName, indexedValue string) ([]string, error) {
	i, err := s.set.Load().Find(indexName)
	if err != nil {
		return nil, err
	}
	keys := gather(s, i, indexedValue, []string{}, pickKeys)
	keyorder.Sort(keys)
	return keys, nil
}

// Index returns the objects, each once and in no order, that share at least one value
// of an index with obj. The index function runs without a lock.
func (s *Store) Index(indexName string, obj any) ([]any, error) {
	set := s.set.Load()
	i, err := set.Find(indexName)
	if err != nil {
		return nil, err
	}
	values, err := set.Func(i)(obj)
	if err != nil {
		return nil, err
	}
	if len(values) == 1 {
		return gather(s, i, values[0], []any{}, pickObjects), nil
	}
	list := []any{}
	s.rlock()
	for n := range s.locked {
		l := &s.locked[n]
		list = pickObjects(list, &l.shard, l.parts[i].union(values))
		l.RUnlock()
	}
	return list, nil
}

// union returns the slots under any of the values, each once. An object is in one
// shard only, so no two shards return the same one.
func (p *part) union(values []string) (slots []uint32) {
	for _, value := range values {
		slots = append(slots, p.under(hashOf(value), value)...)
	}
	if len(values) > 1 {
		slices.Sort(slots)
		slots = slices.Compact(slots)
	}
	return slots
}
