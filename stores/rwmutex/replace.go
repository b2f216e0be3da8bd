package rwmutex

import (
	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// Replace exchanges the whole content for items, which stays the caller's. The new
// content is made while everybody reads the old one; readers wait only while
// a pointer is exchanged. When an index function fails it panics, and the old
// content stays. Until the collector has run, both contents are in memory.
func (s *Store) Replace(items map[string]any, resourceVersion string) {
	s.writers.Lock()
	defer s.writers.Unlock() // deferred, for index functions may panic
	next := newTable(s.set.Len(), len(items))
	for key, obj := range items {
		next.stow(key, obj)
	}
	next.indexAll(s.set)
	s.swap(next, resourceVersion)
}

// ReplaceList is Replace from a list, whose order the slots follow.
func (s *Store) ReplaceList(items []stores.Item, resourceVersion string) {
	s.writers.Lock()
	defer s.writers.Unlock()
	next := newTable(s.set.Len(), len(items))
	for i := range items {
		next.stow(items[i].Key, items[i].Object)
	}
	next.indexAll(s.set)
	s.swap(next, resourceVersion)
}

// swap publishes a table that nobody else has seen. The old one is the collector's
// when its last reader is done, which is before mu could be locked.
func (s *Store) swap(next *table, resourceVersion string) {
	s.mu.Lock()
	s.table, s.rv = next, resourceVersion
	s.mu.Unlock()
	s.waiters.Notify()
}

// AddIndexers adds indexes over what is stored and what will be. It adds all
// or, when a name exists (an error) or a function fails (a panic), none. The new
// indexes are made while everybody reads, and writers wait.
func (s *Store) AddIndexers(newIndexers cache.Indexers) error {
	s.writers.Lock()
	defer s.writers.Unlock() // deferred, for index functions may panic
	set, err := s.set.With(newIndexers)
	if err != nil {
		return err
	}
	next := s.table.indexed(set)
	s.mu.Lock()
	s.table, s.set = next, set
	s.mu.Unlock()
	return nil
}
