package rwmutex

import (
	"slices"

	"informerbench/stores/internal/keyorder"
)

// ByIndex returns the objects under one value of an index, in no order, in O(result).
func (s *Store) ByIndex(indexName, indexedValue string) ([]any, error) {
	list, err := s.AppendByIndex(nil, indexName, indexedValue)
	if list == nil && err == nil {
		list = []any{}
	}
	return list, err
}

// IndexKeys returns the keys under one value of an index, sorted, after the lock is given back.
func (s *Store) IndexKeys(indexName, indexedValue string) ([]string, error) {
	keys, err := s.keysByIndex(indexName, indexedValue)
	keyorder.Sort(keys)
	return keys, err
}

func (s *Store) keysByIndex(indexName, indexedValue string) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, err := s.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	slots := s.table.indexes[i].slotsOf(indexedValue)
	keys := make([]string, len(slots))
	for j, slot := range slots {
		keys[j] = *s.table.keys.at(slot)
	}
	return keys, nil
}

// Index returns the objects, each once and in no order, that share at least one
// value of an index with obj. The index function runs before the lock is taken.
func (s *Store) Index(indexName string, obj any) ([]any, error) {
	values, i, err := s.valuesOf(indexName, obj)
	if err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	// Position i is still the same function's: a set only grows.
	slots := s.table.indexes[i].union(&values)
	return s.table.appendSlots(make([]any, 0, len(slots)), slots), nil
}

// valuesOf asks the index function for the values of obj, a nil one included.
func (s *Store) valuesOf(indexName string, obj any) (values under, i int, err error) {
	set := s.functions()
	i, err = set.Find(indexName)
	if err != nil {
		return under{}, 0, err
	}
	if f := set.Single(i); f != nil {
		value, ok, err := f(obj)
		if err != nil || !ok {
			return under{}, i, err
		}
		return under{n: 1, one: value}, i, nil
	}
	list, err := set.Func(i)(obj)
	return underOf(list), i, err
}

// ListIndexFuncValues returns the values of an index that have objects, in no
// order; none, but not nil, for an unknown index.
func (s *Store) ListIndexFuncValues(indexName string) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i, err := s.set.Find(indexName)
	if err != nil {
		return []string{}
	}
	numbers := s.table.indexes[i].numbers
	values := make([]string, 0, len(numbers))
	for value := range numbers {
		values = append(values, value)
	}
	return values
}

// slotsOf returns the slots under a value: the posting's own, so they may only be
// read, and only under the lock.
func (x *index) slotsOf(value string) []uint32 {
	number, exists := x.numbers[value]
	if !exists {
		return nil
	}
	return x.postings.at(number).slots
}

// union returns the slots under any of the values, each once, to be read as slotsOf's.
func (x *index) union(values *under) []uint32 {
	if values.n == 1 {
		return x.slotsOf(values.one)
	}
	var slots []uint32
	for _, value := range values.list {
		slots = append(slots, x.slotsOf(value)...)
	}
	slices.Sort(slots)
	return slices.Compact(slots)
}

// appendSlots appends the objects in the slots to into.
func (t *table) appendSlots(into []any, slots []uint32) []any {
	into = slices.Grow(into, len(slots))
	for _, slot := range slots {
		into = append(into, *t.objects.at(slot))
	}
	return into
}
