package syncbench

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/tools/cache"

	"informerbench/bench/loopback"
	"informerbench/wire"
	"informerbench/workload"
)

// sources makes what informers of one form list and watch with.
type sources struct {
	form Form
	*loopback.Client
}

// newSources connects to nothing yet.
func newSources(url string, form Form) (*sources, error) {
	contentType := runtime.ContentTypeProtobuf
	if form == Unstructured {
		contentType = ""
	}
	client, err := loopback.Dial(url, contentType)
	return &sources{form, client}, err
}

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
		client, err := metadata.NewForConfigAndClient(s.Config, s.HTTP)
		if err != nil {
			return nil, err
		}
		return loopback.ListWatch(client, client.Resource(workload.Pods.GroupVersionResource())), nil
	case Unstructured:
		client, err := dynamic.NewForConfigAndClient(s.Config, s.HTTP)
		if err != nil {
			return nil, err
		}
		return loopback.ListWatch(client, client.Resource(workload.Pods.GroupVersionResource())), nil
	}
	client, err := kubernetes.NewForConfigAndClient(s.Config, s.HTTP)
	if err != nil {
		return nil, err
	}
	return loopback.ListWatch(client, client.CoreV1().Pods(metav1.NamespaceAll)), nil
}

// wired is our own source, in the encoding that the form travels in by default.
func (s *sources) wired() (cache.ListerWatcher, error) {
	client, err := kubernetes.NewForConfigAndClient(s.Config, s.HTTP)
	if err != nil {
		return nil, err
	}
	return wire.New(client.CoreV1().RESTClient(), string(workload.Pods), metav1.NamespaceAll, wire.Options{Example: s.example()}), nil
}
