package informer

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/indexer"
	"informerbench/stores"
)

var (
	errStarted = errors.New("the informer has already started")
	errStopped = errors.New("the informer has already stopped")
)

// SharedInformer keeps a store up to date with a source and tells its handlers what
// changed. All methods are safe for concurrent use, also from within a handler.
//
// Locks are taken in this order: lifecycle, distribution, processor.mu, buffer.mu.
// Handlers run without any of them.
type SharedInformer struct {
	lw       cache.ListerWatcher
	example  runtime.Object
	settings settings
	// description names the kind in logs; standIn is what watch-error handlers get.
	description string
	standIn     *cache.Reflector

	indexer   *indexer.Indexer
	store     stores.Store
	storeName string
	metrics   *pipelineMetrics
	processor *processor
	detector  cache.MutationDetector
	synced    chan struct{} // closed when the first list is in the store

	// distribution is held while a batch is applied to the store and handed to the
	// handlers. Whoever holds it sees a store that corresponds to what was handed
	// out: a late handler reads the store and joins under it, so it can neither miss
	// a change nor see one twice.
	distribution sync.Mutex
	outbox       outbox

	// lifecycle guards the fields below. It is held during the whole of adding or
	// removing a handler, so that "not stopped" stays true until that is done.
	lifecycle         sync.Mutex
	started, stopped  bool
	controller        *Controller // nil until Run
	checkPeriod       time.Duration
	transform         cache.TransformFunc
	watchErrorHandler cache.WatchErrorHandlerWithContext
}

var _ cache.SharedIndexInformer = (*SharedInformer)(nil)

// applier returns the functions that the controller calls with what it popped.
func (s *SharedInformer) applier(p *fifo.Processor) (cache.ProcessFunc, cache.ProcessBatchFunc) {
	single := func(obj any, isInInitialList bool) error {
		s.distribution.Lock()
		defer s.distribution.Unlock()
		defer s.outbox.flush()
		return p.Process(obj, isInInitialList)
	}
	batch := func(deltas []cache.Delta, isInInitialList bool) error {
		s.distribution.Lock()
		defer s.distribution.Unlock()
		defer s.outbox.flush()
		return p.ProcessBatch(deltas, isInInitialList)
	}
	return single, batch
}

// GetStore returns the informer's store; read only.
func (s *SharedInformer) GetStore() cache.Store { return s.indexer }

// GetIndexer returns the informer's store with its indexes; read only.
func (s *SharedInformer) GetIndexer() cache.Indexer { return s.indexer }

// AddIndexers adds indexes, all or none. Before and after the start the objects that
// are present become indexed; after the stop it is an error.
func (s *SharedInformer) AddIndexers(indexers cache.Indexers) error {
	s.lifecycle.Lock()
	defer s.lifecycle.Unlock()
	if s.stopped {
		return fmt.Errorf("indexers not added: %w", errStopped)
	}
	return s.indexer.AddIndexers(indexers)
}

// SetTransform sets the function through which every object from the server goes
// before anyone sees it. The last one wins; after the start it is an error.
func (s *SharedInformer) SetTransform(f cache.TransformFunc) error {
	return s.configure(func() { s.transform = f })
}

// SetWatchErrorHandler is SetWatchErrorHandlerWithContext without a context.
func (s *SharedInformer) SetWatchErrorHandler(h cache.WatchErrorHandler) error {
	return s.SetWatchErrorHandlerWithContext(ignoringContext(h))
}

// SetWatchErrorHandlerWithContext sets who hears of failed lists and watches. The last
// one wins; after the start it is an error. The reflector that the handler gets is a
// stand-in that answers only its name and its type description.
func (s *SharedInformer) SetWatchErrorHandlerWithContext(h cache.WatchErrorHandlerWithContext) error {
	return s.configure(func() { s.watchErrorHandler = h })
}

func (s *SharedInformer) configure(set func()) error {
	s.lifecycle.Lock()
	defer s.lifecycle.Unlock()
	if s.started {
		return errStarted
	}
	set()
	return nil
}
