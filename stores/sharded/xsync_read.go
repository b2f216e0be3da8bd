package sharded

import (
	"slices"

	"informerbench/stores/internal/keyorder"
)

// Get returns the object under key, in O(1), without a lock.
func (s *XsyncStore) Get(key string) (item any, exists bool) {
	if e, known := s.current.Load().items.Load(key); known {
		if r := e.now.Load(); r != nil {
			return r.obj, true
		}
	}
	return nil, false
}

// visit calls f with each entry and its record, until that answers false. Every entry
// that lives from before this call until it is met is met once.
func (r *roster) visit(f func(*entry, *record) bool) bool {
	for _, spot := range r.spots() {
		if now := spot.entry.now.Load(); now != nil && !f(spot.entry, now) {
			return false
		}
	}
	return true
}

// visit goes through the rosters of all stripes.
func (g *generation) visit(f func(*entry, *record) bool) {
	for i := range g.rosters {
		if !g.rosters[i].visit(f) {
			return
		}
	}
}

// room is about how many objects there are.
func (g *generation) room() (n int) {
	for i := range g.rosters {
		n += int(g.rosters[i].members.Load())
	}
	return n
}

// List returns all objects in no order, in O(n), in a slice the caller owns.
func (s *XsyncStore) List() []any { return s.AppendList([]any{}) }

// AppendList appends all objects to into, as List does.
func (s *XsyncStore) AppendList(into []any) []any {
	now := s.current.Load()
	before := len(into)
	into = slices.Grow(into, now.room())
	for i := range now.rosters {
		for _, spot := range now.rosters[i].spots() {
			if r := spot.entry.now.Load(); r != nil {
				into = append(into, r.obj)
			}
		}
	}
	s.yield.After(len(into) - before)
	return into
}

// ListKeys returns all keys in no order, in O(n).
func (s *XsyncStore) ListKeys() []string {
	now := s.current.Load()
	list := make([]string, 0, now.room())
	now.visit(func(e *entry, _ *record) bool {
		list = append(list, e.key)
		return true
	})
	s.yield.After(len(list))
	return list
}

// ByIndex returns the objects under one value of an index, in no order.
func (s *XsyncStore) ByIndex(indexName, indexedValue string) ([]any, error) {
	list, err := s.AppendByIndex([]any{}, indexName, indexedValue)
	if err != nil {
		return nil, err
	}
	return list, nil
}

// AppendByIndex appends the objects under one value of an index to into.
func (s *XsyncStore) AppendByIndex(into []any, indexName, indexedValue string) ([]any, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return into, err
	}
	before := len(into)
	into = slices.Grow(into, now.indexes[i].room(indexedValue))
	now.indexes[i].visit(indexedValue, func(_ *entry, r *record) bool {
		into = append(into, r.obj)
		return true
	})
	s.yield.After(len(into) - before)
	return into, nil
}

// IndexKeys returns the keys under one value of an index, sorted.
func (s *XsyncStore) IndexKeys(indexName, indexedValue string) ([]string, error) {
	now := s.current.Load()
	i, err := now.set.Find(indexName)
	if err != nil {
		return nil, err
	}
	list := make([]string, 0, now.indexes[i].room(indexedValue))
	now.indexes[i].visit(indexedValue, func(e *entry, _ *record) bool {
		list = append(list, e.key)
		return true
	})
	keyorder.Sort(list)
	s.yield.After(len(list))
	return list, nil
}
