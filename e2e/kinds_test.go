package e2e_test

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
)

// kind is a kind of objects that tests write and informers follow.
type kind struct {
	gvk      schema.GroupVersionKind
	resource string
	// fill gives a new object what the server demands of this kind.
	fill func(object map[string]any)
}

// The three kinds differ in how the server serves them: Pods from a watch cache, ConfigMaps from etcd,
// and the custom resource from a watch cache and as JSON only.
var (
	pods = kind{corev1.SchemeGroupVersion.WithKind("Pod"), "pods", func(o map[string]any) {
		o["spec"] = map[string]any{"containers": []any{map[string]any{"name": "idle", "image": "idle"}}}
	}}
	configMaps = kind{corev1.SchemeGroupVersion.WithKind("ConfigMap"), "configmaps", func(map[string]any) {}}
	widgets    = kind{schema.GroupVersionKind{Group: "e2e.example.com", Version: "v1", Kind: "Widget"}, "widgets", func(o map[string]any) {
		o["spec"] = map[string]any{"size": int64(1)}
	}}
	kinds = []kind{pods, configMaps, widgets}
)

func (k kind) gvr() schema.GroupVersionResource { return k.gvk.GroupVersion().WithResource(k.resource) }

// typed says whether client-go has a Go type for the kind; others are unstructured.
func (k kind) typed() bool { return scheme.Scheme.Recognizes(k.gvk) }

// example is what an informer of the kind expects.
func (k kind) example() runtime.Object {
	if k.typed() {
		o, err := scheme.Scheme.New(k.gvk)
		if err != nil {
			panic(err) // client-go has all kinds of its own
		}
		return o
	}
	return k.unstructured("", "")
}

func (k kind) unstructured(namespace, name string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{}}
	u.SetGroupVersionKind(k.gvk)
	u.SetNamespace(namespace)
	u.SetName(name)
	return u
}

// object is one that the server accepts.
func (k kind) object(namespace, name string) *unstructured.Unstructured {
	u := k.unstructured(namespace, name)
	k.fill(u.Object)
	return u
}

// source makes what an informer lists and watches.
type source func(k kind, config *rest.Config, namespace string) (cache.ListerWatcher, error)

// overWire reads the connection itself.
func overWire(k kind, config *rest.Config, namespace string) (cache.ListerWatcher, error) {
	client, err := k.restClient(config)
	if err != nil {
		return nil, err
	}
	return wire.New(client, k.resource, namespace, wire.Options{Example: k.example()}), nil
}

// plain is what programs use: a REST client with protobuf where there are Go types, and
// the dynamic client elsewhere.
func plain(k kind, config *rest.Config, namespace string) (cache.ListerWatcher, error) {
	if k.typed() {
		client, err := k.restClient(config)
		if err != nil {
			return nil, err
		}
		return cache.NewListWatchFromClient(client, k.resource, namespace, fields.Everything()), nil
	}
	return plainDynamic(k, config, namespace)
}

// plainDynamic is the dynamic client, which has unstructured objects of any kind.
func plainDynamic(k kind, config *rest.Config, namespace string) (cache.ListerWatcher, error) {
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	resource := client.Resource(k.gvr()).Namespace(namespace)
	return &cache.ListWatch{
		ListWithContextFunc:  func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return resource.List(ctx, o) },
		WatchFuncWithContext: resource.Watch,
	}, nil
}

func (k kind) restClient(config *rest.Config) (*rest.RESTClient, error) {
	config = rest.CopyConfig(config)
	gv := k.gvk.GroupVersion()
	config.GroupVersion = &gv
	config.APIPath = "/apis"
	if gv.Group == "" {
		config.APIPath = "/api"
	}
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	if k.typed() {
		config.ContentType = runtime.ContentTypeProtobuf
		config.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	}
	return rest.RESTClientFor(config)
}

// writes is a client that writes the kind, as JSON.
func (k kind) writes(t *testing.T, config *rest.Config, namespace string) dynamic.ResourceInterface {
	t.Helper()
	client, err := dynamic.NewForConfig(config)
	must(t, err)
	return client.Resource(k.gvr()).Namespace(namespace)
}
