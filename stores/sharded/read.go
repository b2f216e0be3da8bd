package sharded

import (
	"iter"
	"slices"
)

// Get returns the object under key, in O(1).
func (s *Store) Get(key string) (item any, exists bool) {
	hash := hashOf(key)
	l := s.of(hash)
	l.RLock()
	item, exists = l.get(hash, key)
	l.RUnlock()
	return item, exists
}

// pinColumns pins one column of every shard, all in one state, and holds the locks only
// for that. The sum is the number of objects.
func pinColumns[T any](s *Store, of func(*shard) *column[T]) (columns []column[T], objects int) {
	columns = make([]column[T], len(s.locked))
	s.rlock()
	for i := range s.locked {
		columns[i] = of(&s.locked[i].shard).pin()
		s.locked[i].RUnlock()
		objects += len(columns[i].list)
	}
	return columns, objects
}

func objects(s *shard) *column[any]   { return &s.objs }
func keysOf(s *shard) *column[string] { return &s.keys }

// appendAll appends the content of pinned columns, and unpins each when it is done.
func appendAll[T any](columns []column[T], into []T) []T {
	for i := range columns {
		into = append(into, columns[i].list...)
		columns[i].unpin()
	}
	return into
}

// List returns all objects in no order, in O(n), in a slice the caller owns. It holds
// the locks for a moment only; a write that comes while it copies a shard copies the
// list of that shard first.
func (s *Store) List() []any {
	columns, n := pinColumns(s, objects)
	return appendAll(columns, make([]any, 0, n))
}

// AppendList appends all objects to into, as List does.
func (s *Store) AppendList(into []any) []any {
	columns, n := pinColumns(s, objects)
	return appendAll(columns, slices.Grow(into, n))
}

// ListKeys returns all keys in no order, in O(n), as List does.
func (s *Store) ListKeys() []string {
	columns, n := pinColumns(s, keysOf)
	return appendAll(columns, make([]string, 0, n))
}

// All ranges over all keys and objects in no order, in one state. Until the range has
// passed a shard, its first writer copies its list of objects, and that of keys if it adds or removes one.
func (s *Store) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		shards := s.pinLists()
		passed := 0
		defer func() { // a body that stops early, or panics
			for i := passed; i < len(shards); i++ {
				shards[i].unpinLists()
			}
		}()
		for i := range shards {
			if !shards[i].each(yield) {
				return
			}
			shards[i].unpinLists()
			passed++
		}
	}
}

// pinLists pins keys and objects of all shards in one state.
func (s *Store) pinLists() []shard {
	shards := make([]shard, len(s.locked))
	s.rlock()
	for i := range s.locked {
		l := &s.locked[i]
		shards[i] = l.pinLists()
		l.RUnlock()
	}
	return shards
}

// pinLists pins keys and objects only; what it returns has no layout.
func (s *shard) pinLists() shard { return shard{keys: s.keys.pin(), objs: s.objs.pin()} }

func (s *shard) unpinLists() {
	s.keys.unpin()
	s.objs.unpin()
}

func (s *shard) each(yield func(string, any) bool) bool {
	for slot, key := range s.keys.list {
		if !yield(key, s.objs.list[slot]) {
			return false
		}
	}
	return true
}
