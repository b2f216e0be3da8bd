package fifo

import "k8s.io/client-go/tools/cache"

// Add queues an Added delta. The error is a [cache.KeyError] or the transform's.
func (f *DeltaFIFO) Add(obj any) error { return f.write(cache.Added, obj) }

// Update queues an Updated delta. The error is a [cache.KeyError] or the
// transform's.
func (f *DeltaFIFO) Update(obj any) error { return f.write(cache.Updated, obj) }

// Delete queues a Deleted delta, unless the key is neither queued nor known:
// then a Replace has presumably told of the deletion already. obj may be a
// [cache.DeletedFinalStateUnknown]. The error is a [cache.KeyError] or the
// transform's.
func (f *DeltaFIFO) Delete(obj any) error { return f.write(cache.Deleted, obj) }

func (f *DeltaFIFO) write(kind cache.DeltaType, obj any) error {
	key, obj, err := f.accept(obj)
	if err != nil {
		return err
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.touch()
	if kind == cache.Deleted && !f.existsLocked(key) {
		return nil
	}
	f.queueLocked(key, cache.Delta{Type: kind, Object: obj})
	return nil
}

// existsLocked tells whether a delete of key would be news. A failing lookup
// does not prove absence.
func (f *DeltaFIFO) existsLocked(key string) bool {
	if f.items[key] != nil {
		return true
	}
	if f.known == nil {
		return false
	}
	if known, ok := f.known.(interface{ Has(key string) bool }); ok {
		return known.Has(key)
	}
	_, exists, err := f.known.GetByKey(key)
	return exists || err != nil
}

// queueLocked appends delta to the key's entry, or queues a new entry.
func (f *DeltaFIFO) queueLocked(key string, delta cache.Delta) {
	if e := f.items[key]; e != nil {
		e.append(delta)
		return
	}
	// Before the first write is complete nothing is populated, so exactly the
	// entries of a first Replace (and of a Resync before it) become initial.
	e := &entry{key: key, initial: !f.populated}
	e.first[0] = delta
	e.deltas = e.first[:]
	f.pushLocked(e)
}

func (f *DeltaFIFO) pushLocked(e *entry) {
	f.items[e.key] = e
	f.peak = max(f.peak, len(f.items))
	f.queue.push(e)
	f.queued(f.queue.len())
	f.filled.Broadcast()
}

// append adds delta to the entry, except that two deletes in a row become one.
func (e *entry) append(delta cache.Delta) {
	newest := e.deltas.Newest()
	if newest.Type == cache.Deleted && delta.Type == cache.Deleted {
		*newest = betterDelete(*newest, delta)
		return
	}
	e.deltas = append(e.deltas, delta)
}

// betterDelete returns the delete that says more about the object's last state:
// an object rather than a tombstone, a tombstone with an object rather than one
// without; among objects the first, among tombstones the last.
func betterDelete(older, newer cache.Delta) cache.Delta {
	if _, tombstone := older.Object.(cache.DeletedFinalStateUnknown); !tombstone {
		return older
	}
	if tombstone, ok := newer.Object.(cache.DeletedFinalStateUnknown); ok && tombstone.Obj == nil {
		return older
	}
	return newer
}
