package fifo

import "k8s.io/client-go/tools/cache"

// Add queues an Added delta. The error is a [cache.KeyError] or the transform's.
func (q *InOrder) Add(obj any) error { return q.write(cache.Added, obj) }

// Update queues an Updated delta. The error is a [cache.KeyError] or the
// transform's.
func (q *InOrder) Update(obj any) error { return q.write(cache.Updated, obj) }

// Delete queues a Deleted delta, whether or not the key is known. obj may be a
// [cache.DeletedFinalStateUnknown]. The error is a [cache.KeyError] or the
// transform's.
func (q *InOrder) Delete(obj any) error { return q.write(cache.Deleted, obj) }

func (q *InOrder) write(kind cache.DeltaType, obj any) error {
	key, obj, err := q.accept(obj)
	if err != nil {
		return err
	}
	q.lock.Lock()
	defer q.lock.Unlock()
	q.touch()
	q.pushLocked(slot{cache.Delta{Type: kind, Object: obj}, key})
	return nil
}

// Replace queues one ReplacedAll delta with the transformed list, of which the
// queue takes possession. The first write being a Replace makes it, and what is
// queued before it, initial. A failing key is reported here, where the reflector
// can list again, and not by the consumer, which could only drop the list.
func (q *InOrder) Replace(list []any, resourceVersion string) error {
	return q.replace(q.intake, list, resourceVersion)
}

// ReplaceTransformed is Replace for a list whose objects the transform has seen already:
// a reflector that collects a streaming list transforms each object as it arrives.
func (q *InOrder) ReplaceTransformed(list []any, resourceVersion string) error {
	return q.replace(q.transformed(), list, resourceVersion)
}

func (q *InOrder) replace(in intake, list []any, resourceVersion string) error {
	objects, err := in.acceptAll(list, nil)
	if err != nil {
		return err
	}
	info := cache.ReplacedAllInfo{ResourceVersion: resourceVersion, Objects: objects}
	q.lock.Lock()
	defer q.lock.Unlock()
	q.pushLocked(slot{delta: cache.Delta{Type: cache.ReplacedAll, Object: info}})
	if q.begin(q.queue.len()) {
		q.initial = q.queue.len()
	}
	return nil
}

// Resync queues a SyncAll delta: all objects that the consumer will have when it
// comes to it. So it never overtakes a queued change.
func (q *InOrder) Resync() error {
	return q.control(cache.SyncAll, cache.SyncAllInfo{})
}

// Bookmark queues a Bookmark delta: the consumer will be current as of
// resourceVersion once it comes to it.
func (q *InOrder) Bookmark(resourceVersion string) error {
	return q.control(cache.Bookmark, cache.BookmarkInfo{ResourceVersion: resourceVersion})
}

// control queues a delta that is about no object. It does not count as a first
// write.
func (q *InOrder) control(kind cache.DeltaType, info any) error {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.pushLocked(slot{delta: cache.Delta{Type: kind, Object: info}})
	return nil
}

func (q *InOrder) pushLocked(s slot) {
	q.queue.push(s)
	q.queued(q.queue.len())
	q.filled.Broadcast()
}
