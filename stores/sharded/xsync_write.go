package sharded

import (
	"context"

	"informerbench/stores/internal/indexing"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Add stores obj under key, as Update does.
func (s *XsyncStore) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key. The index functions run before any lock is taken;
// when one fails, Update panics and has changed nothing.
func (s *XsyncStore) Update(key string, obj any) {
	rv, known := version.Of(obj)
	stripe := s.of(hashOf(key))
	var room [stackIndexes]values
	for done := false; !done; {
		set := s.current.Load().set
		done = s.put(stripe, set, key, obj, valuesOf(set, 0, key, obj, room[:0]), rv, known)
	}
	if known {
		s.waiters.Notify()
	}
}

// put answers false, with nothing done, when indexes have been added since the
// values were computed.
func (s *XsyncStore) put(stripe int, set *indexing.Set, key string, obj any, after []values,
	rv string, known bool) bool {
	l := &s.stripes[stripe]
	l.Lock()
	defer l.Unlock()
	now := s.current.Load() // under the lock, so that Replace and AddIndexers cannot come between
	if now.set != set {
		return false
	}
	now.put(stripe, key, obj, after)
	if known {
		l.set(&s.clock, rv) // after the object: never newer than what is readable
	}
	return true
}

// Delete removes key and leaves the store's resource version alone.
func (s *XsyncStore) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *XsyncStore) DeleteWithObject(key string, obj any) {
	rv, known := version.Of(obj)
	stripe := s.of(hashOf(key))
	l := &s.stripes[stripe]
	l.Lock()
	s.current.Load().remove(stripe, key)
	if known {
		l.set(&s.clock, rv)
	}
	l.Unlock()
	if known {
		s.waiters.Notify()
	}
}

// Bookmark sets the resource version and nothing else.
func (s *XsyncStore) Bookmark(rv string) {
	l := &s.stripes[0]
	l.Lock()
	l.set(&s.clock, rv)
	l.Unlock()
	s.waiters.Notify()
}

// Resync does nothing, as in client-go.
func (s *XsyncStore) Resync() error { return nil }

// GetIndexers returns a copy, which may be ranged over while AddIndexers runs.
func (s *XsyncStore) GetIndexers() cache.Indexers { return s.current.Load().set.Indexers() }

// LastStoreSyncResourceVersion returns the version that the last write set, in
// O(stripes). It waits for writes that are under way.
func (s *XsyncStore) LastStoreSyncResourceVersion() string {
	var last newest
	for i := range s.stripes {
		l := &s.stripes[i]
		l.RLock()
		last.look(&l.stamped) // one lock at a time, as in Store
		l.RUnlock()
	}
	return last.rv
}

// WaitForVersion waits until the store's resource version is at least that.
func (s *XsyncStore) WaitForVersion(ctx context.Context, resourceVersion string) error {
	return s.waiters.Wait(ctx, resourceVersion, s.LastStoreSyncResourceVersion)
}
