package wire

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// Source lists and watches one resource, in one namespace or in all. It is safe for
// concurrent use and holds no connection by itself.
type Source struct {
	// Requests are sent either by a client, or by what another one has made of it.
	client              rest.Interface
	resource, namespace string
	over                cache.ListerWatcher

	o       Options
	objects *objects
}

var (
	_ cache.ListerWatcher            = &Source{}
	_ cache.ListerWatcherWithContext = &Source{}
	_ ItemLister                     = &Source{}
	_ BatchWatch                     = &stream{}
)

// New returns a source of the named resource ("pods"). The client is one for its group
// and version, such as a clientset's CoreV1().RESTClient(), or one that
// rest.RESTClientFor makes of a config with GroupVersion, APIPath and a
// NegotiatedSerializer; of the serializer only errors are decoded. An empty namespace
// means all, or none where the resource has none.
//
// It panics on options that cannot be meant; each says so.
func New(client rest.Interface, resource, namespace string, o Options) *Source {
	o = o.withDefaults()
	if _, ok := o.Example.(*unstructured.Unstructured); ok && o.Example.GetObjectKind().GroupVersionKind().Empty() {
		panic("wire: an unstructured Options.Example has no kind: call SetAPIVersion and SetKind")
	}
	return &Source{client: client, resource: resource, namespace: namespace, o: o, objects: newObjects(o, client.APIVersion())}
}

// List is ListWithContext without a context.
func (s *Source) List(options metav1.ListOptions) (runtime.Object, error) {
	return s.ListWithContext(context.Background(), options)
}

// Watch is WatchWithContext without a context.
func (s *Source) Watch(options metav1.ListOptions) (watch.Interface, error) {
	return s.WatchWithContext(context.Background(), options)
}
