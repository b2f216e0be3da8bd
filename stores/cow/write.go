package cow

import (
	"informerbench/stores"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key, in O(log n) for it and for each index value that
// changed. It panics, with nothing changed, when an index function fails.
func (s *Store) Update(key string, obj any) {
	rv, known := version.Of(obj)
	s.mu.Lock()
	defer s.mu.Unlock() // deferred, for index functions may panic
	d := s.draft()
	d.put(key, obj)
	if known {
		d.version = rv
	}
	s.publish(&d)
}

// Delete removes key and leaves the store's resource version alone.
func (s *Store) Delete(key string) { s.DeleteWithObject(key, nil) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *Store) DeleteWithObject(key string, obj any) {
	rv, known := version.Of(obj)
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.draft()
	removed := d.remove(key)
	if known {
		d.version = rv
	}
	if removed || known {
		s.publish(&d)
	}
}

// Transaction applies the entries in order and publishes them as one. Nodes that
// several entries touch are copied once. The resource version becomes that of the
// last entry's object, if readable. When an index function fails for any entry it
// panics, and nothing of the transaction is applied.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if len(entries) == 0 {
		return
	}
	rv, known := version.OfTransaction(entries)
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.draft()
	if !known {
		rv = d.version
	}
	s.transact(&d, entries, rv)
}

// TransactionAt is Transaction with the resource version that it sets: both are in the one state
// that is published.
func (s *Store) TransactionAt(resourceVersion string, entries ...cache.ThreadSafeStoreTransaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.draft()
	s.transact(&d, entries, resourceVersion)
}

func (s *Store) transact(d *draft, entries []cache.ThreadSafeStoreTransaction, rv string) {
	for i := range entries {
		d.apply(&entries[i])
	}
	d.version = rv
	s.publish(d)
}

// apply does one entry; one of an unknown type does nothing, as in client-go.
func (d *draft) apply(entry *cache.ThreadSafeStoreTransaction) {
	switch entry.Type {
	case cache.TransactionTypeAdd, cache.TransactionTypeUpdate:
		d.put(entry.Key, entry.Object)
	case cache.TransactionTypeDelete:
		d.remove(entry.Key)
	}
}

// Replace exchanges the whole content for items, which it copies into a new state
// beside the old one. Readers go on with the old state until the new one is
// complete; both are in memory until then. When an index function fails it panics,
// and the old content stays.
func (s *Store) Replace(items map[string]any, resourceVersion string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.draft()
	d.clear(len(items))
	for key, obj := range items {
		d.items.insert(key, d.hash.tag(key), obj, d.edit)
	}
	d.enter(0)
	d.version = resourceVersion
	s.publish(&d)
}

// ReplaceList is Replace from a list. Slots follow its order, so that objects that
// were listed together lie together and whole lists come in that order until the
// first delete; which is no promise.
func (s *Store) ReplaceList(items []stores.Item, resourceVersion string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.draft()
	d.clear(len(items))
	for i := range items {
		key, obj := items[i].Key, items[i].Object
		tag := d.hash.tag(key)
		if slot, exists := d.items.find(key, tag); exists {
			*d.items.edited(slot, d.edit) = obj
		} else {
			d.items.insert(key, tag, obj, d.edit)
		}
	}
	d.enter(0)
	d.version = resourceVersion
	s.publish(&d)
}

// Bookmark sets the resource version and nothing else.
func (s *Store) Bookmark(rv string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.draft()
	d.version = rv
	s.publish(&d)
}

// Resync does nothing, as in client-go.
func (s *Store) Resync() error { return nil }
