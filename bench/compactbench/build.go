package compactbench

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/loopback"
	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/stores"
	"informerbench/stores/mvcc"
	"informerbench/stores/packed"
	"informerbench/wire"
	"informerbench/workload"
)

// maker makes a transformer, anew for each informer.
type maker func() (compact.Transformer, error)

func stripping() (compact.Transformer, error) { return compact.NewStripper(compact.StripOptions{}) }
func strippingTokens() (compact.Transformer, error) {
	return compact.NewStripper(compact.StripOptions{Paths: compact.TokenVolumePaths()})
}
func interning() (compact.Transformer, error) {
	return compact.NewInterner(compact.InternOptions{}), nil
}
func sharing() (compact.Transformer, error) { return compact.NewSharer(compact.ShareOptions{}), nil }

func chain(makers []maker) (cache.TransformFunc, error) {
	var all []compact.Transformer
	for _, m := range makers {
		t, err := m()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return compact.Chain(all...), nil
}

// clientGo is client-go's informer as its factory makes it, with these as its transform, if any.
func clientGo(makers ...maker) builder {
	return func(c *loopback.Client, indexers cache.Indexers) (built, error) {
		client, err := kubernetes.NewForConfigAndClient(c.Config, c.HTTP)
		if err != nil {
			return built{}, err
		}
		i := cache.NewSharedIndexInformer(loopback.ListWatch(client, client.CoreV1().Pods(metav1.NamespaceAll)), &corev1.Pod{}, 0, indexers)
		if len(makers) == 0 {
			return built{informer: i}, nil
		}
		smaller, err := chain(makers)
		if err != nil {
			return built{}, err
		}
		return built{informer: i}, i.SetTransform(smaller)
	}
}

// setting changes the options of a source.
type setting func(*wire.Options) error

func plain(*wire.Options) error { return nil }

func transforming(makers ...maker) setting {
	return func(o *wire.Options) (err error) {
		o.Transform, err = chain(makers)
		return err
	}
}

func decoding(d encoded.Options) setting {
	return func(o *wire.Options) error {
		o.Compact = encoded.New(d)
		return nil
	}
}

// wired is our informer over mvcc and our source.
func wired(set setting) builder {
	return func(c *loopback.Client, indexers cache.Indexers) (built, error) {
		i, err := overWire(c, indexers, set, mvcc.New)
		return built{informer: i}, err
	}
}

// overPacked is our informer over packed, and our source.
func overPacked(set setting) builder {
	return func(c *loopback.Client, indexers cache.Indexers) (built, error) {
		var store *packed.Store
		i, err := overWire(c, indexers, set, func(indexers cache.Indexers) stores.Store {
			store = packed.New(indexers).(*packed.Store)
			return store
		})
		return built{i, store}, err
	}
}

func overWire(c *loopback.Client, indexers cache.Indexers, set setting, store stores.Constructor) (cache.SharedIndexInformer, error) {
	client, err := kubernetes.NewForConfigAndClient(c.Config, c.HTTP)
	if err != nil {
		return nil, err
	}
	o := wire.Options{Example: &corev1.Pod{}}
	if err := set(&o); err != nil {
		return nil, err
	}
	source := wire.New(client.CoreV1().RESTClient(), string(workload.Pods), metav1.NamespaceAll, o)
	return informer.NewSharedIndexInformer(source, &corev1.Pod{}, 0, indexers, informer.WithStore(store)), nil
}
