package fifo

import (
	"slices"

	"k8s.io/client-go/tools/cache"
)

// keptMapSize is the peak size up to which an empty map is kept for reuse.
const keptMapSize = 1024

// Pop waits for a key and calls process with its [cache.Deltas], under the lock.
// It returns the deltas and process's error, or [cache.ErrFIFOClosed].
func (f *DeltaFIFO) Pop(process cache.PopProcessFunc) (any, error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if !f.waitLocked() {
		return nil, cache.ErrFIFOClosed
	}
	e := f.takeLocked()
	var popped any = e.deltas // once: each conversion allocates
	err := f.processLocked([]*entry{e}, func() error { return process(popped, e.initial) })
	return popped, err
}

// PopBatch waits for a key and calls processBatch with the deltas of as many
// keys as there are up to the batch size, one delta each. A key with several
// deltas ends the batch before it, and as the first is given to processSingle
// alone. So is a key that would be a batch of one. A batch is initial as a
// whole or not at all. The rest is as in Pop.
func (f *DeltaFIFO) PopBatch(processBatch cache.ProcessBatchFunc, processSingle cache.PopProcessFunc) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	if !f.waitLocked() {
		return cache.ErrFIFOClosed
	}
	entries := f.takeBatchLocked()
	first := entries[0]
	if len(entries) == 1 {
		return f.processLocked(entries, func() error { return processSingle(first.deltas, first.initial) })
	}
	deltas := make([]cache.Delta, len(entries))
	for i, e := range entries {
		deltas[i] = e.deltas[0]
	}
	return f.processLocked(entries, func() error { return processBatch(deltas, first.initial) })
}

// waitLocked returns true when there is a key, false when there will be none.
func (f *DeltaFIFO) waitLocked() bool {
	for f.queue.len() == 0 {
		if f.closed {
			return false
		}
		f.filled.Wait()
	}
	return true
}

func (f *DeltaFIFO) takeLocked() *entry {
	e := f.queue.pop()
	delete(f.items, e.key)
	if len(f.items) == 0 && f.peak > keptMapSize {
		f.items, f.peak = map[string]*entry{}, 0
	}
	return e
}

func (f *DeltaFIFO) takeBatchLocked() []*entry {
	first := f.takeLocked()
	if len(first.deltas) > 1 {
		return []*entry{first}
	}
	entries := make([]*entry, 0, min(f.batchSize, f.queue.len()+1))
	entries = append(entries, first)
	for len(entries) < f.batchSize && f.queue.len() > 0 {
		if next := *f.queue.peek(); len(next.deltas) > 1 || next.initial != first.initial {
			break
		}
		entries = append(entries, f.takeLocked())
	}
	return entries
}

// processLocked runs process for the taken entries and puts them back if it asks
// for that. Otherwise they are finished, however process ends: after a panic,
// too, nobody will process them.
func (f *DeltaFIFO) processLocked(entries []*entry, process func() error) error {
	f.queued(f.queue.len())
	requeue := false
	defer func() {
		if !requeue {
			f.finish(countInitial(entries))
		}
	}()
	err, requeue := asRequeue(process())
	if requeue {
		f.requeueLocked(entries)
	}
	return err
}

// requeueLocked puts entries back at the end of the queue. The lock has been
// held since they were taken, so none of their keys is queued again; what comes
// later is appended behind their deltas.
func (f *DeltaFIFO) requeueLocked(entries []*entry) {
	for _, e := range entries {
		// The consumer has the old slice, and appending a delete may rewrite
		// the last delta in place.
		e.deltas = slices.Clone(e.deltas)
		f.pushLocked(e)
	}
}

func countInitial(entries []*entry) int {
	n := 0
	for _, e := range entries {
		if e.initial {
			n++
		}
	}
	return n
}
