package fifo

import (
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
)

// Replace queues a Replaced delta for each object of list, and a Deleted delta
// with a tombstone for each queued or known key that list lacks. The tombstone
// carries the object of the key's newest queued delta, else the known one. The
// first write being a Replace makes its keys the initial ones. When a key or the
// transform fails, nothing is queued. The resource version is not used.
func (f *DeltaFIFO) Replace(list []any, _ string) error {
	return f.replace(f.intake, list)
}

// ReplaceTransformed is Replace for a list whose objects the transform has seen already:
// a reflector that collects a streaming list transforms each object as it arrives.
func (f *DeltaFIFO) ReplaceTransformed(list []any, _ string) error {
	return f.replace(f.transformed(), list)
}

func (f *DeltaFIFO) replace(in intake, list []any) error {
	keys := make([]string, len(list))
	objects, err := in.acceptAll(list, keys)
	if err != nil {
		return err
	}
	listed := newKeySet(len(keys), func(i int) string { return keys[i] })
	for i, key := range keys {
		listed.put(key, i)
	}

	// One critical section for all of it: a pop in between would change the
	// known objects between the look at the queue and the look at them.
	f.lock.Lock()
	defer f.lock.Unlock()
	for i, key := range keys {
		f.queueLocked(key, cache.Delta{Type: cache.Replaced, Object: objects[i]})
	}
	f.deleteQueuedLocked(listed)
	f.deleteKnownLocked(listed)
	f.begin(f.queue.len())
	return nil
}

// deleteQueuedLocked ends the queued keys that are not listed.
func (f *DeltaFIFO) deleteQueuedLocked(listed *keySet) {
	for key, e := range f.items {
		if listed.hasKey(key) {
			continue
		}
		obj := e.deltas.Newest().Object
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj // or a tombstone would carry a tombstone
		}
		e.append(deleted(key, obj))
	}
}

// deleteKnownLocked queues deletes for the known keys that are neither listed
// nor queued.
func (f *DeltaFIFO) deleteKnownLocked(listed *keySet) {
	if f.known == nil {
		return
	}
	for _, key := range f.known.ListKeys() {
		if f.items[key] != nil || listed.hasKey(key) {
			continue
		}
		obj, _ := f.lookup(key) // without an object, the delete still counts
		f.queueLocked(key, deleted(key, obj))
	}
}

func deleted(key string, obj any) cache.Delta {
	return cache.Delta{Type: cache.Deleted, Object: cache.DeletedFinalStateUnknown{Key: key, Obj: obj}}
}

// lookup returns the known object of a listed key; that it is not found means
// that somebody else changes the known objects.
func (f *DeltaFIFO) lookup(key string) (obj any, ok bool) {
	obj, exists, err := f.known.GetByKey(key)
	if err != nil || !exists {
		utilruntime.HandleErrorWithLogger(f.logger, err, "Listed key not found among the known objects", "key", key)
		return nil, false
	}
	return obj, true
}

// Resync queues a Sync delta for each known object whose key is not queued. A
// queued key gets none: its known object is older than what is queued, and
// would overtake it.
func (f *DeltaFIFO) Resync() error {
	if f.known == nil {
		return nil
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	for _, key := range f.known.ListKeys() {
		if f.items[key] != nil {
			continue
		}
		if obj, ok := f.lookup(key); ok {
			f.queueLocked(key, cache.Delta{Type: cache.Sync, Object: obj})
		}
	}
	return nil
}
