package rwmutex

import (
	"informerbench/stores/internal/version"
)

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key, in O(indexes) plus the values that changed. It
// panics, with nothing changed, when an index function fails.
func (s *Store) Update(key string, obj any) {
	rv, known := version.Of(obj)
	var room [stackIndexes]under
	s.writers.Lock()
	defer s.writers.Unlock() // deferred, for index functions may panic
	// They all run before the first change, since one that fails after that would
	// leave the object stored but not, or only partly, indexed.
	values := appendUnder(room[:0], s.set, key, obj)
	t := s.table
	slot, exists := t.slots[key]
	if exists {
		t.markUnchanged(slot, values)
	}
	s.mu.Lock()
	if !exists {
		slot = t.take(key)
	}
	t.fill(slot, obj, values)
	if known {
		s.rv = rv
	}
	s.mu.Unlock()
	s.waiters.Notify()
}

// markUnchanged finds out ahead which indexes an update need not touch, so that mu is held
// for less.
func (t *table) markUnchanged(slot uint32, values []under) {
	for i := range values {
		if t.indexes[i].has(slot, &values[i]) {
			values[i].n = unchanged
		}
	}
}

// Delete removes key and leaves the store's resource version alone.
func (s *Store) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *Store) DeleteWithObject(key string, obj any) {
	rv, known := version.Of(obj)
	s.writers.Lock()
	defer s.writers.Unlock()
	s.mu.Lock()
	s.table.remove(key)
	if known {
		s.rv = rv
	}
	s.mu.Unlock()
	s.shrink()
	s.waiters.Notify()
}

// shrink gives memory back after many deletes. The smaller table is made beside the other, from
// what that knows, so that no index function is asked. The caller holds writers.
func (s *Store) shrink() {
	if !s.table.sparse() {
		return
	}
	next := s.table.dense()
	s.mu.Lock()
	s.table = next
	s.mu.Unlock()
}
