package sharded

import (
	"context"

	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key, in O(indexes) plus the values that changed. The
// index functions run before any lock is taken, so a failing one, with which Update
// panics, has changed nothing, and a slow one holds up nobody.
func (s *Store) Update(key string, obj any) {
	rv, known := version.Of(obj)
	hash := hashOf(key)
	var room [stackIndexes]values
	for done := false; !done; {
		set := s.set.Load()
		done = s.put(set, hash, key, obj, valuesOf(set, 0, key, obj, room[:0]), rv, known)
	}
	if known {
		s.waiters.Notify()
	}
}

// put answers false, with nothing done, when indexes have been added since the
// values were computed: they have to be computed again, or the object would be
// missing from the new index for ever.
func (s *Store) put(set *indexing.Set, hash uint64, key string, obj any, after []values, rv string, known bool) bool {
	l := s.of(hash)
	l.Lock()
	defer l.Unlock()
	if s.set.Load() != set { // under the lock, so that AddIndexers cannot come between
		return false
	}
	l.put(hash, key, obj, after)
	if known {
		l.set(&s.clock, rv)
	}
	return true
}

// Delete removes key and leaves the store's resource version alone.
func (s *Store) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *Store) DeleteWithObject(key string, obj any) {
	rv, known := version.Of(obj)
	hash := hashOf(key)
	l := s.of(hash)
	l.Lock()
	l.remove(hash, key)
	if known {
		l.set(&s.clock, rv)
	}
	l.Unlock()
	if known {
		s.waiters.Notify()
	}
}

// Bookmark sets the resource version and nothing else.
func (s *Store) Bookmark(rv string) {
	l := &s.locked[0]
	l.Lock()
	l.set(&s.clock, rv)
	l.Unlock()
	s.waiters.Notify()
}

// Resync does nothing, as in client-go.
func (s *Store) Resync() error { return nil }

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *Store) GetIndexers() cache.Indexers { return s.set.Load().Indexers() }

// LastStoreSyncResourceVersion returns the version that the last write set, in O(shards).
func (s *Store) LastStoreSyncResourceVersion() string {
	var last newest
	for i := range s.locked {
		l := &s.locked[i]
		l.RLock()
		// One lock at a time is enough: the highest stamp found was the highest of all
		// when it was drawn, or when this call began.
		last.look(&l.stamped)
		l.RUnlock()
	}
	return last.rv
}

// WaitForVersion waits until the store's resource version is at least that.
func (s *Store) WaitForVersion(ctx context.Context, resourceVersion string) error {
	return s.waiters.Wait(ctx, resourceVersion, s.LastStoreSyncResourceVersion)
}
