package factory_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/informer"
	"informerbench/informer/factory"
	"informerbench/wire"
)

// One option has all informers of a factory decode into shared form: protobuf by Compact, JSON by Share.
func TestWireUnderFactories(t *testing.T) {
	for _, kind := range []string{"typed", "dynamic", "metadata"} {
		t.Run(kind, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				config := serve(t).config()
				config.Wrap(wire.Transport)
				d, sharer := encoded.New(encoded.Options{}), compact.NewSharer(compact.ShareOptions{})
				f, inf := wiredFactory(t, kind, kubernetes.NewForConfigOrDie(config), dynamic.NewForConfigOrDie(config), metadata.NewForConfigOrDie(config),
					factory.WithOptions(informer.WithWire(wire.Options{Compact: d, Share: sharer})))
				r := handle(t, inf)
				start(t, f)
				r.expect(t, "add a/one")
				if n, m := d.Stats().Objects, sharer.Stats().Objects; kind == "dynamic" && m != 1 || kind != "dynamic" && (n == 0 || m != 0) {
					t.Errorf("%d objects by Compact, %d by Share", n, m)
				}
			})
		})
	}
}

func wiredFactory(t *testing.T, kind string, typed kubernetes.Interface, d dynamic.Interface, m metadata.Interface, wired factory.Option) (runner, cache.SharedIndexInformer) {
	t.Helper()
	switch kind {
	case "dynamic":
		f := factory.NewDynamic(d, 0, wired)
		return f, f.ForResource(pods).Informer()
	case "metadata":
		f := factory.NewMetadata(m, 0, wired)
		return f, f.ForResource(pods).Informer()
	}
	f := factory.New(0, wired)
	return f, f.InformerFor(&corev1.Pod{}, func(p factory.Params) cache.SharedIndexInformer {
		return p.NewInformer(factory.ListWatch(typed, typed.CoreV1().Pods(p.Namespace), p.TweakListOptions), &corev1.Pod{}, nil)
	})
}
