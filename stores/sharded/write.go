package sharded

import (
	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// stackIndexes is the number of indexes up to which a write finds room for their
// values on its stack.
const stackIndexes = 8

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key, in O(indexes) plus the values that changed. The
// index functions run before any lock is taken, so a failing one, with which Update
// panics, has changed nothing, and a slow one holds up nobody.
func (s *Store) Update(key string, obj any) {
	rv, known := version.Of(obj)
	shard := s.shardOf(key)
	var values [stackIndexes][]string
	for done := false; !done; {
		set := s.current.Load().set
		done = s.put(shard, set, key, obj, set.Values(key, obj, values[:0]), rv, known)
	}
}

// put answers false, with nothing done, when indexes have been added since the
// values were computed: they have to be computed again, or the object would be
// missing from the new index for ever.
func (s *Store) put(shard int, set *indexing.Set, key string, obj any, after [][]string,
	rv string, known bool) bool {
	s.locks[shard].Lock()
	defer s.locks[shard].Unlock()
	now := s.current.Load() // under the lock, so that AddIndexers cannot come between
	if now.set != set {
		return false
	}
	now.shards[shard].put(key, obj, after)
	if known {
		now.version.set(rv) // after the object: never newer than what is readable
	}
	return true
}

// Delete removes key and leaves the store's resource version alone.
func (s *Store) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *Store) DeleteWithObject(key string, obj any) {
	rv, known := version.Of(obj)
	shard := s.shardOf(key)
	s.locks[shard].Lock()
	defer s.locks[shard].Unlock()
	now := s.current.Load()
	now.shards[shard].remove(key)
	if known {
		now.version.set(rv)
	}
}

// Bookmark sets the resource version and nothing else.
func (s *Store) Bookmark(rv string) { s.current.Load().version.set(rv) }

// Resync does nothing, as in client-go.
func (s *Store) Resync() error { return nil }

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *Store) GetIndexers() cache.Indexers { return s.current.Load().set.Indexers() }

// LastStoreSyncResourceVersion returns the version that the last write set.
func (s *Store) LastStoreSyncResourceVersion() string { return s.current.Load().version.get() }
