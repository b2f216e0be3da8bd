package sharded

import (
	"iter"
	"maps"

	"informerbench/stores"
	"informerbench/stores/internal/indexing"
)

// Replace exchanges the whole content for items, from which it builds new shards
// beside the old ones; then it takes all locks for the moment that the exchange takes,
// so that no reader sees a part of it. When an index function fails it panics, and the
// old content stays.
func (s *Store) Replace(items map[string]any, resourceVersion string) {
	s.replace(len(items), maps.All(items), resourceVersion)
}

// ReplaceList does what Replace does, from a list. Objects of one shard lie in the
// order in which the list has them.
func (s *Store) ReplaceList(items []stores.Item, resourceVersion string) {
	s.replace(len(items), eachItem(items), resourceVersion)
}

func eachItem(items []stores.Item) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i := range items {
			if !yield(items[i].Key, items[i].Object) {
				return
			}
		}
	}
}

func (s *Store) replace(n int, items iter.Seq2[string, any], resourceVersion string) {
	s.structure.Lock()
	defer s.structure.Unlock()
	next := build(s.set.Load(), len(s.locked), n, items)
	for i := range s.locked {
		s.locked[i].Lock()
	}
	for i := range s.locked {
		s.locked[i].shard = next[i]
	}
	s.locked[0].set(&s.clock, resourceVersion)
	for i := range s.locked {
		s.locked[i].Unlock()
	}
	s.waiters.Notify()
}

// build makes shards of the items. It asks the index functions when it has all of them, and
// so not about an object that a later one with the same key replaces.
func build(set *indexing.Set, shards, n int, items iter.Seq2[string, any]) []shard {
	next := make([]shard, shards)
	for i := range next {
		next[i] = newShard(0, n/shards+n/shards/16)
	}
	for key, obj := range items {
		hash := hashOf(key)
		next[stripeOf(hash, shards)].put(hash, key, obj, nil)
	}
	for i := range next {
		next[i].addIndexes(set.Len(), next[i].values(set, 0))
	}
	return next
}
