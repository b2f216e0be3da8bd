package faults

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact"
	"informerbench/compact/encoded"
	"informerbench/wire"
)

// The sources of objects that a plan can name.
const (
	listWatch   = "listwatch"   // as the typed informers of client-go have it
	contextless = "contextless" // client-go's NewListWatchFromClient, whose calls cannot be cancelled
	overWire    = "wire"        // package wire
	sharedWire  = "shared"      // package wire, decoding into objects that share what they have in common
)

var sources = []string{listWatch, contextless, overWire, sharedWire}

// newSource returns the source that the setup names. Peers, which know nothing of package
// wire, get a listWatch in its place.
func newSource(s Setup, c rest.Interface, peer bool) (cache.ListerWatcher, error) {
	switch {
	case !slices.Contains(sources, s.Source):
		return nil, badSetup("source", s.Source, sources...)
	case s.Source == contextless:
		return cache.NewListWatchFromClient(c, string(resource), metav1.NamespaceAll, fields.Everything()), nil
	case s.Source == listWatch || peer:
		return newListWatch(c), nil
	}
	encoding := wire.JSON
	if s.Encoding == "protobuf" {
		encoding = wire.Protobuf
	}
	o := wire.Options{Example: &corev1.ConfigMap{}, Encoding: encoding, Decoders: s.Decoders}
	if s.Source == sharedWire {
		o.Compact, o.Share = encoded.New(encoded.Options{}), compact.NewSharer(compact.ShareOptions{})
	}
	return wire.New(c, string(resource), metav1.NamespaceAll, o), nil
}

func newListWatch(c rest.Interface) cache.ListerWatcher {
	get := func(o metav1.ListOptions) *rest.Request {
		return c.Get().Resource(string(resource)).VersionedParams(&o, scheme.ParameterCodec)
	}
	return &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			list := &corev1.ConfigMapList{}
			return list, get(o).Do(ctx).Into(list)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			o.Watch = true
			return get(o).Watch(ctx)
		},
	}
}
