package packed

import (
	"informerbench/stores"
	"informerbench/stores/internal/version"
	"informerbench/stores/mvcc"

	"k8s.io/client-go/tools/cache"
)

// Add stores obj under key, as Update does.
func (s *Store) Add(key string, obj any) { s.Update(key, obj) }

// Update stores obj under key. It encodes and compresses the object before it waits for other
// writers, unless the store has it in the same version and content. The object itself goes
// into the cache, where it is what a Get returns until others push it out. It panics, with nothing
// changed, when an index function fails.
func (s *Store) Update(key string, obj any) {
	old := s.held(key)
	obj, item := packedBy(s.pack, obj, old)
	e, written := show(item, obj), false
	defer func() { s.settle(e, written) }() // index functions may panic
	s.inner.Update(key, item)
	written = true
	s.leave(old, item)
}

// Delete removes key and leaves the store's resource version alone.
func (s *Store) Delete(key string) {
	old := s.held(key)
	s.inner.Delete(key)
	s.leave(old, nil)
}

// DeleteWithObject removes key and takes the resource version from obj, the
// object's last state, if that is readable. The key need not exist.
func (s *Store) DeleteWithObject(key string, obj any) {
	old := s.held(key)
	s.inner.DeleteWithObject(key, standInFor(obj))
	s.leave(old, nil)
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
// fails for any entry it panics, and nothing of the transaction is applied. The last objects go
// into the cache, as many as a quarter of it holds.
func (s *Store) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	w := s.begin(len(entries))
	defer w.settle()
	packed := w.pack(entries)
	w.commit(func(inner *mvcc.Store) { inner.Transaction(packed...) })
	w.written = true
}

// TransactionAt is Transaction with the resource version that it sets.
func (s *Store) TransactionAt(resourceVersion string, entries ...cache.ThreadSafeStoreTransaction) {
	w := s.begin(len(entries))
	defer w.settle()
	packed := w.pack(entries)
	w.commit(func(inner *mvcc.Store) { inner.TransactionAt(resourceVersion, packed...) })
	w.written = true
}

// Replace exchanges the whole content for items. Objects that the store has in the same version and
// content are not compressed again and keep their place. Beside the caller's objects there are
// the packed old ones, and the packed new ones that differ, until it returns. When an index
// function fails it panics, and the old content stays. It does not keep the map, nor an object.
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
	w := s.begin(len(list))
	defer w.settle()
	for i := range list {
		w.note(list[i].Object)
	}
	s.packAll(len(list), func(i int) (string, any) { return list[i].Key, list[i].Object }, func(i int, obj, item any) {
		list[i].Object, w.shown[i] = item, show(item, obj)
	})
	// And it is not written: a list would push out all that is looked up.
	w.commit(func(inner *mvcc.Store) { inner.ReplaceList(list, resourceVersion) })
}
