package sharded

import "slices"

// Get returns the object under key, in O(1).
func (s *Store) Get(key string) (item any, exists bool) {
	shard := s.shardOf(key)
	s.locks[shard].RLock()
	defer s.locks[shard].RUnlock()
	return s.current.Load().shards[shard].get(key)
}

// visit calls f for every shard of one generation, each under its read lock. The
// generation is loaded once: a Replace that comes between is not seen in part.
func (s *Store) visit(now *generation, f func(*shard)) {
	for i, shard := range now.shards {
		s.locks[i].RLock()
		f(shard)
		s.locks[i].RUnlock()
	}
}

// size is the number of objects, or was a moment ago: for making room.
func (g *generation) size() (n int) {
	for _, shard := range g.shards {
		n += int(shard.count.Load())
	}
	return n
}

// List returns all objects in no order, in O(n), in a slice the caller owns.
func (s *Store) List() []any {
	now := s.current.Load()
	list := make([]any, 0, now.size())
	s.visit(now, func(shard *shard) { list = append(list, shard.objs...) })
	return list
}

// ListKeys returns all keys in no order, in O(n).
func (s *Store) ListKeys() []string {
	now := s.current.Load()
	list := make([]string, 0, now.size())
	s.visit(now, func(shard *shard) { list = append(list, shard.keys...) })
	return list
}

// ByIndex returns the objects under one value of an index, in no order.
func (s *Store) ByIndex(indexName, indexedValue string) ([]any, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	list := []any{}
	s.visit(now, func(shard *shard) {
		members := shard.members(i, indexedValue)
		list = growFor(list, len(members), len(s.locks))
		for _, m := range members {
			list = append(list, shard.objs[m.slot])
		}
	})
	return list, nil
}

// growFor makes room for n elements, and when it has to, as the hash deals objects
// out evenly, for as many from every other shard.
func growFor[T any](list []T, n, shards int) []T {
	if n > cap(list)-len(list) {
		expected := n
		if n >= 4 { // fewer tell nothing about the others
			expected = n * shards
		}
		list = slices.Grow(list, expected)
	}
	return list
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *Store) IndexKeys(indexName, indexedValue string) ([]string, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	keys := []string{}
	s.visit(now, func(shard *shard) {
		members := shard.members(i, indexedValue)
		keys = growFor(keys, len(members), len(s.locks))
		for _, m := range members {
			keys = append(keys, shard.keys[m.slot])
		}
	})
	slices.Sort(keys)
	return keys, nil
}

// Index returns the objects, each once and in no order, that share at least one
// value of an index with obj. The index function runs without a lock.
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
	list := []any{}
	s.visit(now, func(shard *shard) {
		for _, slot := range shard.union(i, values) {
			list = append(list, shard.objs[slot])
		}
	})
	return list, nil
}

// union returns the slots under any of the values, each once. An object is in one
// shard only, so no two shards return the same one.
func (s *shard) union(index int, values []string) (slots []uint32) {
	for _, value := range values {
		for _, m := range s.members(index, value) {
			slots = append(slots, m.slot)
		}
	}
	if len(values) > 1 {
		slices.Sort(slots)
		slots = slices.Compact(slots)
	}
	return slots
}

// ListIndexFuncValues returns the values of an index that have objects, in no
// order; none, but not nil, for an unknown index.
func (s *Store) ListIndexFuncValues(indexName string) []string {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return []string{}
	}
	seen := map[string]struct{}{} // most values occur in several shards
	s.visit(now, func(shard *shard) {
		for value := range shard.values[i].m {
			seen[value] = struct{}{}
		}
	})
	values := make([]string, 0, len(seen))
	for value := range seen {
		values = append(values, value)
	}
	return values
}
