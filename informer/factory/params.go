package factory

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// Params is what a [Factory] wishes of an informer. Who makes one has to heed them:
// the factory cannot know whether an informer is limited to a namespace. The transform
// is not among them, since the factory sets it itself.
type Params struct {
	Namespace        string               // metav1.NamespaceAll without [WithNamespace]
	TweakListOptions TweakListOptionsFunc // nil without [WithTweakListOptions]
	ResyncPeriod     time.Duration
	Options          []informer.Option

	metrics metrics
}

func (s settings) params() Params {
	return Params{
		Namespace: s.namespace, TweakListOptions: s.tweak, ResyncPeriod: s.resync,
		Options: s.options, metrics: s.metrics,
	}
}

// NewInformer makes an informer of this module with the resync period and the options of
// the factory. The lister and watcher has to be of the namespace and to have the tweak;
// [ListWatch] makes one. Without indexers there is the index by namespace, which listers
// need. Further options, for instance [Params.Metrics], come after the factory's.
func (p Params) NewInformer(lw cache.ListerWatcher, example runtime.Object, indexers cache.Indexers, o ...informer.Option) cache.SharedIndexInformer {
	if indexers == nil {
		indexers = byNamespace()
	}
	return informer.NewSharedIndexInformer(lw, example, p.ResyncPeriod, indexers, slices.Concat(p.Options, o)...)
}

func byNamespace() cache.Indexers {
	return cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
}
