package fifo

import (
	"sync"

	"k8s.io/client-go/tools/cache"
)

var (
	_ cache.QueueWithBatch         = (*InOrder)(nil)
	_ cache.TransformingStore      = (*InOrder)(nil)
	_ cache.ReflectorBookmarkStore = (*InOrder)(nil)
	_ cache.DoneChecker            = (*InOrder)(nil)
)

// waitingBatches is the number of full batches in the queue from which on the
// producer has to wait while the consumer processes.
const waitingBatches = 2

// InOrder is a queue of deltas in the order in which they came. It never needs
// to know what the consumer has, so it can release its lock while the consumer
// processes: the producer goes on, and the next batch grows meanwhile.
//
// The deltas are Added, Updated and Deleted for single objects, ReplacedAll (a
// [cache.ReplacedAllInfo] with the whole list), SyncAll (a [cache.SyncAllInfo])
// and Bookmark (a [cache.BookmarkInfo]). [Processor] understands them all. Unlike
// [DeltaFIFO] it queues a Delete of an unknown key, since it cannot know.
//
// The queue is bounded in spirit as client-go's is: when two full batches are
// waiting, the lock is held while the consumer processes, so that the producer
// falls back to the consumer's pace. An Add without any consumer never waits.
// Every operation takes constant time, Replace time proportional to its list.
//
// The idea is that of client-go's RealFIFO with atomic events that unlocks while
// it processes.
type InOrder struct {
	intake
	memory
	staging
	population
	batchSize int
	queued    func(int)

	// lock guards all fields below and the population.
	lock sync.Mutex
	// filled is signalled when a delta is queued and when the queue is closed.
	filled sync.Cond
	queue  chunks[slot]
	// initial is the number of deltas at the front of the queue that HasSynced
	// waits for.
	initial int
	closed  bool
	// seen is the keys of the batch being taken; it is empty whenever the lock
	// is free, and kept to save its allocation.
	seen map[string]struct{}
}

// slot is a queued delta with its key, which was needed to accept the object
// and is kept so that taking a batch need not compute it again. Deltas that
// concern all objects have no key.
type slot struct {
	delta cache.Delta
	key   string
}

// NewInOrder returns an empty queue.
func NewInOrder(o Options) *InOrder {
	o = o.withDefaults("InOrder")
	q := &InOrder{
		intake:     intake{keyFunc: o.KeyFunc, transform: o.Transform},
		memory:     memory{o.KeyFunc, o.Known},
		staging:    staging{o.Stage},
		population: newPopulation(o.Name),
		batchSize:  o.BatchSize,
		queued:     o.Queued,
		seen:       map[string]struct{}{},
	}
	q.filled.L = &q.lock
	return q
}

// HasSyncedChecker returns the queue itself, which is done when HasSynced.
func (q *InOrder) HasSyncedChecker() cache.DoneChecker { return q }

// Close makes Pop and PopBatch return [cache.ErrFIFOClosed] once the queue is
// empty. It may be called more than once.
func (q *InOrder) Close() {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.closed = true
	q.filled.Broadcast()
}

// Len returns the number of queued deltas; a whole list is one.
func (q *InOrder) Len() int {
	q.lock.Lock()
	defer q.lock.Unlock()
	return q.queue.len()
}
