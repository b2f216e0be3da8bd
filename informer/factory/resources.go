package factory

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// Resources shares informers by group, version and resource. All methods are safe for
// concurrent use.
type Resources struct {
	group[schema.GroupVersionResource]
	// source says how a resource is listed and watched; example makes an object of the
	// type that comes from there.
	source  func(gvr schema.GroupVersionResource, namespace string, tweak TweakListOptionsFunc) cache.ListerWatcher
	example func() runtime.Object
}

// NewDynamic makes a factory for informers of *unstructured.Unstructured.
func NewDynamic(client dynamic.Interface, defaultResync time.Duration, o ...ResourceOption) *Resources {
	f := newResources(defaultResync, o)
	f.example = func() runtime.Object { return &unstructured.Unstructured{} }
	f.source = func(gvr schema.GroupVersionResource, namespace string, tweak TweakListOptionsFunc) cache.ListerWatcher {
		return ListWatch(client, client.Resource(gvr).Namespace(namespace), tweak)
	}
	return f
}

// NewMetadata makes a factory for informers of *metav1.PartialObjectMetadata, which
// receive and store only the metadata of the objects.
func NewMetadata(client metadata.Interface, defaultResync time.Duration, o ...ResourceOption) *Resources {
	f := newResources(defaultResync, o)
	f.example = func() runtime.Object { return &metav1.PartialObjectMetadata{} }
	f.source = func(gvr schema.GroupVersionResource, namespace string, tweak TweakListOptionsFunc) cache.ListerWatcher {
		return ListWatch(client, client.Resource(gvr).Namespace(namespace), tweak)
	}
	return f
}

func newResources(defaultResync time.Duration, o []ResourceOption) *Resources {
	c := newConfig[schema.GroupVersionResource](defaultResync)
	for _, option := range o {
		option.forResources(c)
	}
	return &Resources{group: newGroup(c)}
}

// ForResource returns the informer and a lister of one resource. The first call makes
// the informer, with an index by namespace; it has to be started after that.
func (f *Resources) ForResource(gvr schema.GroupVersionResource) GenericInformer {
	return resourceInformer{gvr, f.get(gvr, func(s settings) cache.SharedIndexInformer {
		return informer.NewSharedIndexInformerWithOptions(
			f.source(gvr, s.namespace, s.tweak), f.example(),
			cache.SharedIndexInformerOptions{
				ResyncPeriod:      s.resync,
				Indexers:          byNamespace(),
				ObjectDescription: gvr.String(),

				Identifier:              s.metrics.name.WithResource(gvr),
				InformerMetricsProvider: s.metrics.provider,
			}, s.options...)
	})}
}

// WaitForCacheSyncWithContext is WaitForCacheSync with a context, whose cause the
// answer carries if not all informers have synced.
func (f *Resources) WaitForCacheSyncWithContext(ctx context.Context) SyncResult {
	synced, err := f.waitForSync(ctx)
	return SyncResult{Synced: synced, Err: err}
}
