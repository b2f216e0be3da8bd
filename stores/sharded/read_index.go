package sharded

import (
	"iter"
	"slices"

	"informerbench/stores"
	"informerbench/stores/internal/keyorder"
)

// gather appends to into what pick takes of the slots under one value of index i, from
// all shards in one state. It releases each lock as soon as it has read that shard.
func gather[T any](s *Store, i int, value string, into []T, pick func([]T, *shard, []uint32) []T) []T {
	hash := hashOf(value)
	total := 0
	var few [minStripes][]uint32 // on the stack, if that suffices
	found := few[:0]
	for n := range s.locked {
		l := &s.locked[n]
		l.RLock()
		found = append(found, l.parts[i].under(hash, value))
		total += len(found[n])
	}
	into = slices.Grow(into, total)
	for n := range s.locked {
		l := &s.locked[n]
		into = pick(into, &l.shard, found[n])
		l.RUnlock()
	}
	return into
}

func pickObjects(into []any, s *shard, slots []uint32) []any {
	for _, slot := range slots {
		into = append(into, s.objs.list[slot])
	}
	return into
}

func pickKeys(into []string, s *shard, slots []uint32) []string {
	for _, slot := range slots {
		into = append(into, s.keys.list[slot])
	}
	return into
}

func pickItems(into []stores.Item, s *shard, slots []uint32) []stores.Item {
	for _, slot := range slots {
		into = append(into, stores.Item{Key: s.keys.list[slot], Object: s.objs.list[slot]})
	}
	return into
}

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

// ListIndexFuncValues returns the values of an index that have objects, in no
// order; none, but not nil, for an unknown index. Most values occur in several shards,
// so it takes O(values in all shards).
func (s *Store) ListIndexFuncValues(indexName string) []string {
	i, err := s.set.Load().Find(indexName)
	if err != nil {
		return []string{}
	}
	lists := make([][]string, len(s.locked))
	s.rlock()
	for n := range s.locked {
		l := &s.locked[n]
		lists[n] = l.parts[i].used()
		l.RUnlock()
	}
	return distinctOf(lists)
}

// used returns a copy of the values that have objects.
func (p *part) used() []string {
	list := make([]string, 0, len(p.values)-len(p.free))
	for number, value := range p.values {
		if len(p.slots[number]) > 0 {
			list = append(list, value)
		}
	}
	return list
}

func distinctOf(lists [][]string) []string {
	most := 0
	for _, list := range lists {
		most = max(most, len(list))
	}
	var seen table
	values := make([]string, 0, most)
	for _, list := range lists {
		for _, value := range list {
			hash := hashOf(value)
			if _, known := seen.find(hash, values, value); !known {
				seen.add(hash, uint32(len(values)))
				values = append(values, value)
			}
		}
	}
	return values
}
