package reflector_test

import (
	"context"
	"testing"
	"testing/synctest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
)

// over is a way in which a script reaches a reflector.
type over struct {
	name    string
	connect func(*testing.T, *script) cache.ListerWatcher
	repeats bool // refused requests may come again by themselves
}

var (
	direct  = over{"client-go's interfaces", func(_ *testing.T, s *script) cache.ListerWatcher { return s }, false}
	sources = []over{
		direct,
		{"runs and batches", func(_ *testing.T, s *script) cache.ListerWatcher { return fakeWire{s, 2} }, false},
		{"HTTP", overHTTP, true},
		{"wire", overWire, true},
	}
)

// overEachSource runs a test with a script behind client-go's interfaces, behind those
// of package wire, and behind HTTP with client-go's client and with package wire.
func overEachSource(t *testing.T, test func(t *testing.T, over over)) {
	for _, o := range sources {
		t.Run(o.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, o) })
		})
	}
}

var things = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "things"}

// overHTTP is client-go's metadata client.
func overHTTP(t *testing.T, s *script) cache.ListerWatcher {
	client, err := metadata.NewForConfig(serveScript(t, s))
	if err != nil {
		t.Fatal(err)
	}
	r := client.Resource(things)
	return &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			list, err := r.List(ctx, o)
			if err != nil {
				return nil, err
			}
			return list, nil
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) { return r.Watch(ctx, o) },
	}
}

// overWire is package wire over client-go's REST client.
func overWire(t *testing.T, s *script) cache.ListerWatcher {
	config := serveScript(t, s)
	gv := things.GroupVersion()
	config.GroupVersion, config.APIPath = &gv, "/apis"
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	client, err := rest.RESTClientFor(config)
	if err != nil {
		t.Fatal(err)
	}
	example := &metav1.PartialObjectMetadata{}
	example.SetGroupVersionKind(gv.WithKind("Thing"))
	return wire.New(client, things.Resource, "", wire.Options{Example: example, Encoding: wire.JSON})
}

// connectTo is for a source that is no script, or more than one.
func connectTo(lw cache.ListerWatcher) func(*testing.T, *script) cache.ListerWatcher {
	return func(*testing.T, *script) cache.ListerWatcher { return lw }
}
