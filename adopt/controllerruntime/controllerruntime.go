package controllerruntime

import (
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/stores"
)

// NewInformerFunc is the type of the field NewInformer in the options of
// controller-runtime's cache, which has no name there.
type NewInformerFunc = func(cache.ListerWatcher, runtime.Object, time.Duration, cache.Indexers) cache.SharedIndexInformer

// NewInformer returns what cache.Options.NewInformer wants: it makes informers over stores
// of the given kind, such as mvcc.New, one for each type and namespace that the cache
// holds. The options are those of [informer.NewSharedIndexInformer] and hold for all of
// them; a transform belongs into the cache's own options, which set it for every informer
// and would replace this one.
func NewInformer(store stores.Constructor, o ...informer.Option) NewInformerFunc {
	// The store comes last, so that no option can take its place; the slice is our own,
	// since informers are made by several goroutines.
	options := append(append([]informer.Option(nil), o...), informer.WithStore(store))
	return func(lw cache.ListerWatcher, example runtime.Object, resync time.Duration, indexers cache.Indexers) cache.SharedIndexInformer {
		return informer.NewSharedIndexInformer(lw, example, resync, indexers, options...)
	}
}
