package informer

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
)

// NewSharedInformer is [NewSharedIndexInformer] without indexes.
func NewSharedInformer(lw cache.ListerWatcher, example runtime.Object, resync time.Duration, o ...Option) cache.SharedInformer {
	return NewSharedIndexInformer(lw, example, resync, cache.Indexers{}, o...)
}

// NewSharedIndexInformer is [NewSharedIndexInformerWithOptions] with the two options
// that most programs need.
func NewSharedIndexInformer(lw cache.ListerWatcher, example runtime.Object, resync time.Duration, indexers cache.Indexers, o ...Option) cache.SharedIndexInformer {
	return NewSharedIndexInformerWithOptions(lw, example, cache.SharedIndexInformerOptions{
		ResyncPeriod: resync,
		Indexers:     indexers,
	}, o...)
}

// NewSharedIndexInformerWithOptions makes an informer, a *[SharedInformer], of what lw
// lists and watches. Example is an object of the expected type (for unstructured ones with
// apiVersion and kind); nil accepts any. Keys are client-go's namespace/name.
//
// Client.ResyncPeriod is the resync period of handlers that name none, and the period
// at which resyncs are considered. Zero switches resyncs off for all handlers;
// other values below one second are raised to one second for handlers.
func NewSharedIndexInformerWithOptions(lw cache.ListerWatcher, example runtime.Object, client cache.SharedIndexInformerOptions, o ...Option) cache.SharedIndexInformer {
	return newSharedInformer(lw, example, settings{
		indexers:    client.Indexers,
		resync:      client.ResyncPeriod,
		description: client.ObjectDescription,
		metrics:     metricsOptions{client.Identifier, client.InformerMetricsProvider},
	}.with(o))
}

func newSharedInformer(lw cache.ListerWatcher, example runtime.Object, o settings) *SharedInformer {
	lw = o.source(lw, example)
	store, metrics := o.newStore()
	s := &SharedInformer{
		lw: lw, example: example, settings: o,
		indexer:     indexer.New(store, cache.DeletionHandlingMetaNamespaceKeyFunc),
		metrics:     metrics,
		store:       store,
		storeName:   o.nameOf(store),
		processor:   &processor{},
		detector:    o.mutationDetector(example),
		synced:      make(chan struct{}),
		checkPeriod: o.resync,
		transform:   o.transform,
	}
	s.outbox = outbox{processor: s.processor, detector: s.detector}
	s.standIn = newStandIn(lw, example, s.indexer, o)
	s.description = s.standIn.TypeDescription()
	return s
}

// mutationDetector is client-go's unless another is wished for. It does nothing unless
// KUBE_CACHE_MUTATION_DETECTOR is set.
func (s settings) mutationDetector(example runtime.Object) cache.MutationDetector {
	if s.detector != nil {
		return &oneByOne{MutationDetector: s.detector}
	}
	return cache.NewCacheMutationDetector(fmt.Sprintf("%T", example))
}
