package informer

import (
	"fmt"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// newStore builds the store, and the metrics of the pipeline that fills it: client-go's
// own store publishes its version itself, for any other the pipeline does.
func (s settings) newStore() (stores.Store, *pipelineMetrics) {
	m := s.metrics.pipeline()
	if s.store == nil {
		return clientGoStore(s.indexers, s.metrics), m
	}
	store := s.store(s.indexers)
	if m != nil {
		m.version, m.store = s.metrics.provider.NewStoreResourceVersionMetric(s.metrics.identifier), store
	}
	return store, m
}

// clientGoStore copies the indexers, because client-go keeps and changes the map it
// is given.
func clientGoStore(indexers cache.Indexers, m metricsOptions) stores.Store {
	own := make(cache.Indexers, len(indexers))
	for name, f := range indexers {
		own[name] = f
	}
	var o []cache.ThreadSafeStoreOption
	if m.provider != nil {
		o = append(o, cache.WithThreadSafeStoreMetrics(m.identifier, m.provider))
	}
	return cache.NewThreadSafeStore(own, cache.Indices{}, o...).(stores.Store)
}

// WithStoreName is the store's name in metrics of ours, such as its name in
// [informerbench/stores/catalog]; without it, it is the Go type of the store.
func WithStoreName(name string) Option {
	return func(s *settings) { s.storeName = name }
}

func (s settings) nameOf(store stores.Store) string {
	switch {
	case s.storeName != "":
		return s.storeName
	case s.store == nil:
		return "clientgo"
	}
	return fmt.Sprintf("%T", store)
}

// StoreName names the store under the indexer: as [WithStoreName] said, or by its Go type.
func (s *SharedInformer) StoreName() string { return s.storeName }
