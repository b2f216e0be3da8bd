package packed

import (
	"informerbench/stores"
	"informerbench/stores/internal/version"

	"k8s.io/client-go/tools/cache"
)

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key. It encodes the object before it waits for other writers, and
// keeps nothing of it. It panics, with nothing changed, when an index function fails.
func (s *Store) Update(key string, obj any) {
	item := s.pack(obj)
	freshen(item, &obj)
	defer stale(item) // deferred, for index functions may panic
	s.inner.Update(key, item)
}

// freshen lets index functions see the object itself until the write is over, see
// record.fresh. Nobody may change what obj points to, ever.
func freshen(item any, obj *any) {
	if r, packed := item.(*record); packed {
		r.fresh.Store(obj)
	}
}

// stale ends what freshen began: the store keeps nothing of the object.
func stale(item any) {
	if r, packed := item.(*record); packed {
		r.fresh.Store(nil)
	}
}

// Delete removes key and leaves the store's resource version alone.
func (s *Store) Delete(key string) { s.inner.Delete(key) }

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *Store) DeleteWithObject(key string, obj any) {
	s.inner.DeleteWithObject(key, standInFor(obj))
}

// standInFor returns what has the version of an object, nil if it has none to read.
func standInFor(obj any) any {
	rv, versioned := version.Of(obj)
	if !versioned {
		return nil
	}
	return standIn(rv)
}

// Transaction applies the entries in order and commits them at once. The resource
// version becomes that of the last entry's object, if readable. When an index function
// fails for any entry it panics, and nothing of the transaction is applied.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	packed, over := s.packEntries(entries)
	defer over()
	s.inner.Transaction(packed...)
}

// TransactionAt is Transaction with the resource version that it sets.
func (s *Store) TransactionAt(resourceVersion string, entries ...cache.ThreadSafeStoreTransaction) {
	packed, over := s.packEntries(entries)
	defer over()
	s.inner.TransactionAt(resourceVersion, packed...)
}

// packEntries returns the entries with what the inner store shall hold.
func (s *Store) packEntries(entries []cache.ThreadSafeStoreTransaction) (packed []cache.ThreadSafeStoreTransaction, over func()) {
	packed = make([]cache.ThreadSafeStoreTransaction, len(entries))
	copy(packed, entries)
	// Copies, for the entries are the caller's again as soon as the call returns, and an
	// AddIndexers that began meanwhile may still be looking.
	objects := make([]any, len(entries))
	for i := range entries {
		objects[i] = entries[i].Object
		switch {
		case puts(&entries[i]):
		case i == len(entries)-1: // its version counts
			packed[i].Object = standInFor(objects[i])
		default:
			packed[i].Object = nil
		}
	}
	s.packAll(len(entries), func(i int) any {
		if !puts(&entries[i]) {
			return nil
		}
		return objects[i]
	}, func(i int, item any) {
		if puts(&entries[i]) {
			packed[i].Object = item
			freshen(item, &objects[i])
		}
	})
	return packed, func() {
		for i := range packed {
			stale(packed[i].Object)
		}
	}
}

func puts(e *cache.ThreadSafeStoreTransaction) bool {
	return e.Type == cache.TransactionTypeAdd || e.Type == cache.TransactionTypeUpdate
}

// Replace exchanges the whole content for items. Beside the caller's objects there are the
// packed old and the packed new ones until it returns. When an index function fails it
// panics, and the old content stays. It does not keep the map.
func (s *Store) Replace(items map[string]any, resourceVersion string) {
	list := make([]stores.Item, 0, len(items))
	for key, obj := range items {
		list = append(list, stores.Item{Key: key, Object: obj})
	}
	s.replace(list, resourceVersion)
}

// ReplaceList is Replace with a list, in whose order the objects will lie.
func (s *Store) ReplaceList(items []stores.Item, resourceVersion string) {
	list := make([]stores.Item, len(items))
	copy(list, items)
	s.replace(list, resourceVersion)
}

// replace takes the list over.
func (s *Store) replace(list []stores.Item, resourceVersion string) {
	objects := make([]any, len(list))
	for i := range list {
		objects[i] = list[i].Object
	}
	s.packAll(len(list), func(i int) any { return objects[i] }, func(i int, item any) {
		list[i].Object = item
		freshen(item, &objects[i])
	})
	defer func() {
		for i := range list {
			stale(list[i].Object)
		}
	}()
	s.inner.ReplaceList(list, resourceVersion)
}
