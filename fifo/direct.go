package fifo

import (
	"sync"

	"k8s.io/client-go/tools/cache"
)

var (
	_ cache.QueueWithBatch         = (*Direct)(nil)
	_ cache.TransformingStore      = (*Direct)(nil)
	_ cache.ReflectorBookmarkStore = (*Direct)(nil)
	_ cache.DoneChecker            = (*Direct)(nil)
)

// Direct stands where a queue would, and has no room: what is written to it is processed
// at once, on the goroutine of the writer. So a change takes no way from one goroutine to
// another, and nothing is kept. It fits wherever a queue does, also in client-go's
// controllers.
//
// The consumer that calls Pop or PopBatch lends its process functions to the writer, and
// waits. A writer that finds no consumer waits for one, but not beyond Close. Pop and
// PopBatch return when there is an outcome to report: an error, a request to put back
// ([ErrRequeue], after which the next consumer gets the same deltas), a panic, which
// passes to the consumer's goroutine, or Close.
//
// ApplyEvents takes all events of a watch that are ready, as
// [informerbench/reflector.BatchStore] says, and they become one batch. Bookmarks, lists
// and resyncs are processed alone, in the order in which they came. Deltas and their order
// are those of [InOrder] but for this:
//
//   - A batch may have one delta, or several of one key in their order, and its slice
//     is the queue's own and used again. [Processor] knows that.
//   - Replace returns the error of processing the list, also when it panicked, so that the
//     reflector lists again, and HasSynced waits for a list that was processed without.
//   - KeyFunc serves only to find what is known, and BatchSize not at all: keys are the
//     consumer's, and a writer's call is one batch however long.
//
// Any number of goroutines may write, one at a time gets through.
type Direct struct {
	memory
	staging
	population
	transform cache.TransformFunc

	// turn is a lock made of a channel: it is full during each write, processing included,
	// and guards the fields below and the population. Pop takes it before it returns for
	// Close, so that none of the consumer's functions runs when its goroutine has gone on.
	// That wait may be long, and in a bubble of testing/synctest only a wait for a
	// channel lets time go on.
	turn   chan struct{}
	deltas []cache.Delta // of the batch that is being made
	// borrowed is whose functions are called; nil until a consumer has come, and again
	// after an outcome was reported to it.
	borrowed *consumer

	lent   chan *consumer // hands a consumer to the writer that waits for one
	closed chan struct{}
	close  func()
}

// NewDirect returns a Direct.
func NewDirect(o Options) *Direct {
	o = o.withDefaults("Direct")
	d := &Direct{
		memory:     memory{o.KeyFunc, o.Known},
		staging:    staging{o.Stage},
		population: newPopulation(o.Name),
		transform:  o.Transform,
		turn:       make(chan struct{}, 1),
		lent:       make(chan *consumer),
		closed:     make(chan struct{}),
	}
	d.close = sync.OnceFunc(func() { close(d.closed) })
	return d
}

// HasSyncedChecker returns the Direct itself, which is done when HasSynced.
func (d *Direct) HasSyncedChecker() cache.DoneChecker { return d }

// Close makes Pop and PopBatch return [cache.ErrFIFOClosed]. What is written after that
// is dropped, for nobody processes it. It may be called more than once.
func (d *Direct) Close() { d.close() }

// Pop lends process to the writers until there is an outcome to return.
func (d *Direct) Pop(process cache.PopProcessFunc) (any, error) {
	c := newConsumer(process, nil)
	err := d.lend(c)
	return c.last, err
}

// PopBatch lends both functions to the writers until there is an outcome to return:
// processBatch for objects, be it one or many, and processSingle for all else.
func (d *Direct) PopBatch(processBatch cache.ProcessBatchFunc, processSingle cache.PopProcessFunc) error {
	return d.lend(newConsumer(processSingle, processBatch))
}

func (d *Direct) lend(c *consumer) error {
	select {
	case <-d.closed: // first: a closed queue lends to nobody
		return cache.ErrFIFOClosed
	default:
	}
	select {
	case d.lent <- c:
	case <-d.closed:
		return cache.ErrFIFOClosed
	}
	select {
	case o := <-c.outcomes:
		return o.pass()
	case <-d.closed:
	}
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	if d.borrowed == c {
		d.borrowed = nil
		return cache.ErrFIFOClosed
	}
	return (<-c.outcomes).pass() // it came together with the end
}
