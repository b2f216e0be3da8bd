package informer

import (
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/fifo"
	"informerbench/reflector"
	"informerbench/stores"
)

// Options configures a shared informer. The zero value is client-go's store behind
// the in-order queue, filled by a streaming list, without indexes or resyncs.
type Options struct {
	// Store builds the store under the indexer. Nil means client-go's own
	// thread-safe store.
	Store stores.Constructor
	// Queue builds the queue between reflector and store. Nil means [InOrder].
	Queue QueueFunc
	// Indexers are the indexes from the start; more can be added at any time before
	// the informer has stopped.
	Indexers cache.Indexers
	// ResyncPeriod is the resync period of handlers that name none, and the period
	// at which resyncs are considered. Zero switches resyncs off for all handlers;
	// other values below one second are raised to one second for handlers.
	ResyncPeriod time.Duration
	// ObjectDescription names the kind in logs; empty means the example's type.
	ObjectDescription string
	// ListMode says how the reflector gets its initial state; empty means streaming.
	ListMode reflector.ListMode
	// PageSize is the limit of one page of a plain list; 0 leaves it to the reflector.
	PageSize int64
	// MinWatchTimeout is the least timeout that watches ask for; 0 leaves it to the reflector.
	MinWatchTimeout time.Duration
	// Transform changes each object that comes from the server, once, before anyone
	// else sees it. SetTransform replaces it.
	Transform cache.TransformFunc
	// Logger is used instead of the logger in the context of RunWithContext.
	Logger *klog.Logger
}

// Both queues let the reflector transform a streaming list while it collects it, so that
// the originals are not all held until its end.
var (
	_ reflector.TransformedStore = (*fifo.InOrder)(nil)
	_ reflector.TransformedStore = (*fifo.DeltaFIFO)(nil)
)

// QueueFunc builds the queue of an informer. Known is the informer's store: a
// queue that works out deletions by itself reads the known keys there.
type QueueFunc func(known cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch

// InOrder is the queue that keeps every event in arrival order and does not hold
// its lock while a batch is processed.
func InOrder(_ cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch {
	return fifo.NewInOrder(o)
}

// DeltaFIFO is the keyed queue that collects the changes of one object.
func DeltaFIFO(known cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch {
	return fifo.NewDeltaFIFO(known, o)
}

func (o Options) store() stores.Store {
	if o.Store != nil {
		return o.Store(o.Indexers)
	}
	return clientGoStore(o.Indexers)
}

func (o Options) queue(known cache.KeyListerGetter, fo fifo.Options) cache.QueueWithBatch {
	if o.Queue != nil {
		return o.Queue(known, fo)
	}
	return InOrder(known, fo)
}

// clientGoStore copies the indexers, because client-go keeps and changes the map it
// is given.
func clientGoStore(indexers cache.Indexers) stores.Store {
	own := make(cache.Indexers, len(indexers))
	for name, f := range indexers {
		own[name] = f
	}
	return cache.NewThreadSafeStore(own, cache.Indices{}).(stores.Store)
}
