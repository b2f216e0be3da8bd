package rwmutex

import (
	"iter"
	"slices"
)

// AppendList appends all objects to into, in no order.
func (s *Store) AppendList(into []any) []any {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.table.appendObjects(slices.Grow(into, len(s.table.slots)))
}

// AppendByIndex appends the objects under one value of an index to into.
func (s *Store) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, err := s.set.Find(indexName)
	if err != nil {
		return into, err
	}
	return s.table.appendSlots(into, s.table.indexes[i].slotsOf(indexedValue)), nil
}

// All ranges over all keys and objects, in no order. Each range first copies them
// all under the read lock: a store with a lock cannot hold it while the body
// runs, or the body could not write.
func (s *Store) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		s.copyAll().each(yield)
	}
}

// ByIndexAll ranges over the keys and objects under one value of an index, in no
// order. Each range first copies them under the read lock.
func (s *Store) ByIndexAll(indexName, indexedValue string) (iter.Seq2[string, any], error) {
	i, err := s.functions().Find(indexName)
	if err != nil {
		return nil, err
	}
	return func(yield func(string, any) bool) {
		s.copyByIndex(i, indexedValue).each(yield)
	}, nil
}

// pairs are keys and their objects, copied.
type pairs struct {
	keys    []string
	objects []any
}

func (p pairs) each(yield func(string, any) bool) {
	for i, key := range p.keys {
		if !yield(key, p.objects[i]) {
			return
		}
	}
}

func (s *Store) copyAll() pairs {
	n := s.size()
	p := pairs{make([]string, 0, n), make([]any, 0, n)}
	s.mu.RLock()
	defer s.mu.RUnlock()
	t := s.table
	for key, slot := range t.slots {
		p.keys = append(p.keys, key)
		p.objects = append(p.objects, *t.objects.at(slot))
	}
	return p
}

func (s *Store) copyByIndex(i int, value string) pairs {
	s.mu.RLock()
	defer s.mu.RUnlock()
	slots := s.table.indexes[i].slotsOf(value)
	p := pairs{make([]string, 0, len(slots)), make([]any, 0, len(slots))}
	for _, slot := range slots {
		p.keys = append(p.keys, *s.table.keys.at(slot))
		p.objects = append(p.objects, *s.table.objects.at(slot))
	}
	return p
}
