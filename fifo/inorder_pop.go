package fifo

import (
	"slices"

	"k8s.io/client-go/tools/cache"
)

// Pop waits for a delta and calls process with it, as [cache.Deltas] of length
// one. It returns these and process's error, or [cache.ErrFIFOClosed].
func (q *InOrder) Pop(process cache.PopProcessFunc) (any, error) {
	q.lock.Lock()
	defer q.lock.Unlock()
	if !q.waitLocked() {
		return nil, cache.ErrFIFOClosed
	}
	t := q.takeLocked(1)
	var popped any = cache.Deltas(t.deltas) // once: each conversion allocates
	err := q.processLocked(t, func() error { return process(popped, t.initial > 0) })
	return popped, err
}

// PopBatch waits for a delta and calls processBatch with as many as there are up
// to the batch size. The batch ends before a key that it already holds, before a
// delta that is not about one object. A batch of one is given to processSingle
// instead, as [cache.Deltas]. The rest is as in Pop.
func (q *InOrder) PopBatch(processBatch cache.ProcessBatchFunc, processSingle cache.PopProcessFunc) error {
	q.lock.Lock()
	defer q.lock.Unlock()
	if !q.waitLocked() {
		return cache.ErrFIFOClosed
	}
	t := q.takeLocked(q.batchSize)
	if len(t.deltas) == 1 {
		return q.processLocked(t, func() error { return processSingle(cache.Deltas(t.deltas), t.initial > 0) })
	}
	return q.processLocked(t, func() error { return processBatch(t.deltas, t.initial > 0) })
}

// waitLocked returns true when there is a delta, false when there will be none.
func (q *InOrder) waitLocked() bool {
	for q.queue.len() == 0 {
		if q.closed {
			return false
		}
		q.filled.Wait()
	}
	return true
}

// taken is what one pop removed from the queue.
type taken struct {
	// deltas is made for each pop and never used again: the consumer may keep it.
	deltas []cache.Delta
	// initial is the number of deltas that HasSynced waits for: all or none,
	// since an initial delta is always taken alone.
	initial int
}

// takeLocked removes up to limit deltas that may be processed together.
func (q *InOrder) takeLocked(limit int) taken {
	n := min(limit, q.queue.len())
	if !batchable(q.queue.peek().delta.Type) {
		n = 1 // and with it each initial delta: a list, or what came before it
	}
	t := taken{deltas: make([]cache.Delta, 0, n)}
	for len(t.deltas) < n && q.joinsLocked(len(t.deltas)) {
		s := q.queue.pop()
		t.deltas = append(t.deltas, s.delta)
		if n > 1 {
			q.seen[s.key] = struct{}{}
		}
	}
	clear(q.seen)
	t.initial = min(q.initial, len(t.deltas))
	q.initial -= t.initial
	return t
}

// joinsLocked tells whether the next delta may join the size deltas taken so far.
func (q *InOrder) joinsLocked(size int) bool {
	if size == 0 {
		return true
	}
	next := q.queue.peek()
	_, seen := q.seen[next.key]
	return !seen && batchable(next.delta.Type)
}

// batchable tells whether a delta of this kind is about one object.
func batchable(kind cache.DeltaType) bool {
	switch kind {
	case cache.Added, cache.Updated, cache.Deleted, cache.Replaced, cache.Sync:
		return true
	}
	return false
}

// processLocked runs process for t, without the lock unless the queue is long,
// and puts t back if process asks for that. Otherwise t is finished, however
// process ends: after a panic, too, nobody will process it.
func (q *InOrder) processLocked(t taken, process func() error) error {
	q.queued(q.queue.len())
	requeue := false
	defer func() {
		if !requeue {
			q.finish(t.initial)
		}
	}()
	err, requeue := asRequeue(q.whileUnlocked(process))
	if requeue {
		q.requeueLocked(t)
	}
	return err
}

// whileUnlocked runs process with the lock released, or held if so much is
// waiting that the producer has to slow down. The lock is held on return, and
// on a panic as well, since the caller's deferred unlock follows.
func (q *InOrder) whileUnlocked(process func() error) error {
	if q.queue.len() < waitingBatches*q.batchSize {
		q.lock.Unlock()
		defer q.lock.Lock()
	}
	return process()
}

// requeueLocked puts t back at the front, in its order. All that came meanwhile
// is behind it, newer deltas of its keys among them.
func (q *InOrder) requeueLocked(t taken) {
	for _, delta := range slices.Backward(t.deltas) {
		key := "" // of a delta that is not about one object, and is in no batch
		if batchable(delta.Type) {
			// No error: it was computed once before. Other deltas carry what no
			// key function of a user's has to understand.
			key, _ = q.keyOf(delta.Object)
		}
		q.queue.pushFront(slot{delta, key})
	}
	if t.initial == 0 && q.initial > 0 {
		// A bookmark or a resynchronization from before the first list, which
		// came meanwhile: what is before initial deltas has to be initial.
		t.initial = len(t.deltas)
		q.pending += t.initial
	}
	q.initial += t.initial
	q.queued(q.queue.len())
	q.filled.Broadcast()
}
