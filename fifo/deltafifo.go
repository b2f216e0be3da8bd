package fifo

import (
	"sync"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

var (
	_ cache.QueueWithBatch    = (*DeltaFIFO)(nil)
	_ cache.TransformingStore = (*DeltaFIFO)(nil)
	_ cache.DoneChecker       = (*DeltaFIFO)(nil)
)

// DeltaFIFO is a queue of keys. Each queued key carries all that happened to it
// since it was popped last, oldest first, so the consumer sees every delta of a
// key but may see keys in another order than the server changed them. Keys pop
// in the order in which they were queued.
//
// The deltas are Added, Updated, Deleted, Replaced (an object of a Replace,
// always told apart from a resynchronization) and Sync. Two deletes in a row
// become one, the one that says more.
//
// Process functions run under the queue's lock, so that they can change the
// known objects without the queue seeing a state in between; the producer waits
// meanwhile. The work of Replace and Resync is proportional to the list, the
// queue and the known objects together; all else is constant.
//
// Method and semantics are those of client-go's DeltaFIFO, except that HasSynced
// waits for the last callback, that Replace is all or nothing, and that
// [ErrRequeue] is understood, which client-go's had until it was dropped.
type DeltaFIFO struct {
	intake
	memory
	population
	known     cache.KeyListerGetter
	batchSize int
	queued    func(int)
	logger    klog.Logger

	// lock guards all fields below and the population. It is taken before any
	// lock of the known objects, never while holding one.
	lock sync.Mutex
	// filled is signalled when a key is queued and when the queue is closed.
	filled sync.Cond
	// items has exactly the entries that are in queue, by key.
	items map[string]*entry
	queue chunks[*entry]
	// peak is the largest size of items since the map was made. Go's maps do not
	// shrink, so a large one is thrown away when it is empty.
	peak   int
	closed bool
}

// entry is a queued key. The first delta lives in the entry itself, so that the
// usual entry is one allocation.
type entry struct {
	key    string
	deltas cache.Deltas
	first  [1]cache.Delta
	// initial marks a key that HasSynced waits for. It stays when the key is
	// put back.
	initial bool
}

// NewDeltaFIFO returns an empty queue. known is what the consumer has: usually
// the store that the popped deltas are written to. It decides which Deletes are
// worth queueing and what Replace and Resync mean; with a nil known, they go by
// what is queued alone. known must change only inside process functions.
// It also stands for Options.Known unless that is set.
func NewDeltaFIFO(known cache.KeyListerGetter, o Options) *DeltaFIFO {
	o = o.withDefaults("DeltaFIFO")
	if o.Known == nil {
		o.Known = known
	}
	f := &DeltaFIFO{
		intake:     intake{keyFunc: o.KeyFunc, transform: o.Transform},
		memory:     memory{o.KeyFunc, o.Known},
		population: newPopulation(o.Name),
		known:      known,
		batchSize:  o.BatchSize,
		queued:     o.Queued,
		logger:     *o.Logger,
		items:      map[string]*entry{},
	}
	f.filled.L = &f.lock
	return f
}

// HasSyncedChecker returns the queue itself, which is done when HasSynced.
func (f *DeltaFIFO) HasSyncedChecker() cache.DoneChecker { return f }

// Close makes Pop and PopBatch return [cache.ErrFIFOClosed] once the queue is
// empty. It may be called more than once.
func (f *DeltaFIFO) Close() {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.closed = true
	f.filled.Broadcast()
}

// Len returns the number of queued keys.
func (f *DeltaFIFO) Len() int {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.queue.len()
}
