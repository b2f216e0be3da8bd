package informer

import (
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/fifo"
	"informerbench/indexer"
)

// NewInformerWithOptions makes a store and the controller that fills it and calls one
// handler, on the controller's own goroutine: a slow handler delays the store. The store
// is a cache.Indexer, and read only. A nil handler is a store without notifications.
//
// The other four constructors of this kind are client-go's deprecated ones.
func NewInformerWithOptions(client cache.InformerOptions, o ...Option) (cache.Store, cache.Controller) {
	return newSingleHandler(client, o)
}

// NewInformer is [NewInformerWithOptions] with a handler.
func NewInformer(lw cache.ListerWatcher, example runtime.Object, resync time.Duration, h cache.ResourceEventHandler, o ...Option) (cache.Store, cache.Controller) {
	return newSingleHandler(cache.InformerOptions{
		ListerWatcher: lw, ObjectType: example, ResyncPeriod: resync, Handler: h,
	}, o)
}

// NewIndexerInformer is [NewInformer] with indexes.
func NewIndexerInformer(lw cache.ListerWatcher, example runtime.Object, resync time.Duration, h cache.ResourceEventHandler, indexers cache.Indexers, o ...Option) (cache.Indexer, cache.Controller) {
	return newSingleHandler(cache.InformerOptions{
		ListerWatcher: lw, ObjectType: example, ResyncPeriod: resync, Handler: h, Indexers: indexers,
	}, o)
}

// NewTransformingInformer is [NewInformer] with a transform.
func NewTransformingInformer(lw cache.ListerWatcher, example runtime.Object, resync time.Duration, h cache.ResourceEventHandler, transform cache.TransformFunc, o ...Option) (cache.Store, cache.Controller) {
	return newSingleHandler(cache.InformerOptions{
		ListerWatcher: lw, ObjectType: example, ResyncPeriod: resync, Handler: h, Transform: transform,
	}, o)
}

// NewTransformingIndexerInformer is [NewInformer] with indexes and a transform.
func NewTransformingIndexerInformer(lw cache.ListerWatcher, example runtime.Object, resync time.Duration, h cache.ResourceEventHandler, indexers cache.Indexers, transform cache.TransformFunc, o ...Option) (cache.Indexer, cache.Controller) {
	return newSingleHandler(cache.InformerOptions{
		ListerWatcher: lw, ObjectType: example, ResyncPeriod: resync, Handler: h, Indexers: indexers, Transform: transform,
	}, o)
}

func newSingleHandler(client cache.InformerOptions, o []Option) (*indexer.Indexer, *Controller) {
	s := settings{
		indexers:  client.Indexers,
		transform: client.Transform,
		logger:    client.Logger,
		metrics:   metricsOptions{client.Identifier, client.InformerMetricsProvider},
	}.with(o)
	logger := klog.Background()
	if s.logger != nil {
		logger = *s.logger
	}
	h := client.Handler
	if h == nil {
		h = cache.ResourceEventHandlerFuncs{}
	}
	store, metrics := s.newStore()
	state := indexer.New(store, cache.DeletionHandlingMetaNamespaceKeyFunc)
	p := &fifo.Processor{
		Handler: opening{h}, State: state, KeyFunc: cache.DeletionHandlingMetaNamespaceKeyFunc, Logger: logger, StandIns: true,
	}
	return state, &Controller{settings: s, metrics: metrics, config: cache.Config{
		Queue: s.newQueue(state, fifo.Options{
			KeyFunc:   cache.MetaNamespaceKeyFunc,
			Transform: s.transform,
			Stage:     state.Stage,
			Queued:    metrics.queuedFunc(),
			Logger:    &logger,
		}),
		ListerWatcher:    s.source(client.ListerWatcher, client.ObjectType),
		Process:          p.Process,
		ProcessBatch:     p.ProcessBatch,
		ObjectType:       client.ObjectType,
		FullResyncPeriod: client.ResyncPeriod,
		MinWatchTimeout:  client.MinWatchTimeout,
	}}
}
