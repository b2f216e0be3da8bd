package syncbench

import (
	"context"
	"net/http"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
	"informerbench/workload"
)

// sources makes what informers of one form list and watch with.
type sources struct {
	form   Form
	config *rest.Config
	http   *http.Client
	tap    *tap
}

// newSources connects to nothing yet. The rate limit is off: client-go's default of five requests a
// second would be all that a list in pages measures.
func newSources(url string, form Form) (*sources, error) {
	s := &sources{form: form, tap: &tap{}}
	s.config = &rest.Config{Host: url, QPS: -1, UserAgent: "informerbench", WrapTransport: s.tap.wrap}
	if form != Unstructured {
		s.config.ContentType = runtime.ContentTypeProtobuf
	}
	var err error
	s.http, err = rest.HTTPClientFor(s.config)
	return s, err
}

func (s *sources) close() { utilnet.CloseIdleConnectionsFor(s.http.Transport) }

// example is an object of the form.
func (s *sources) example() runtime.Object {
	kind := workload.Pods.GroupVersionKind()
	switch s.form {
	case Metadata:
		o := &metav1.PartialObjectMetadata{}
		o.SetGroupVersionKind(kind)
		return o
	case Unstructured:
		o := &unstructured.Unstructured{}
		o.SetGroupVersionKind(kind)
		return o
	}
	return &corev1.Pod{}
}

// listerWatcher is what client-go's own factories give the informers of that form.
func (s *sources) listerWatcher() (cache.ListerWatcher, error) {
	switch s.form {
	case Metadata:
		client, err := metadata.NewForConfigAndClient(s.config, s.http)
		if err != nil {
			return nil, err
		}
		return listWatch(client, client.Resource(workload.Pods.GroupVersionResource())), nil
	case Unstructured:
		client, err := dynamic.NewForConfigAndClient(s.config, s.http)
		if err != nil {
			return nil, err
		}
		return listWatch(client, client.Resource(workload.Pods.GroupVersionResource())), nil
	}
	client, err := kubernetes.NewForConfigAndClient(s.config, s.http)
	if err != nil {
		return nil, err
	}
	return listWatch(client, client.CoreV1().Pods(metav1.NamespaceAll)), nil
}

func listWatch[L runtime.Object](client any, resource interface {
	List(context.Context, metav1.ListOptions) (L, error)
	Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
}) cache.ListerWatcher {
	return cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			list, err := resource.List(ctx, o)
			if err != nil {
				return nil, err // and not a list that is nil
			}
			return list, nil
		},
		WatchFuncWithContext: resource.Watch,
	}, client)
}

// wired is our own source, in the encoding that the form travels in by default.
func (s *sources) wired() (cache.ListerWatcher, error) {
	client, err := kubernetes.NewForConfigAndClient(s.config, s.http)
	if err != nil {
		return nil, err
	}
	return wire.New(client.CoreV1().RESTClient(), string(workload.Pods), metav1.NamespaceAll, wire.Options{Example: s.example()}), nil
}
