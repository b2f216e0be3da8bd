package wire_test

import (
	"context"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	clientmetadata "k8s.io/client-go/metadata"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
	"informerbench/workload"
)

// cell is a resource in one form and encoding: ours, and client-go's own client for it.
type cell struct {
	name     string
	resource workload.Resource
	wire     *wire.Source
	peer     cache.ListerWatcherWithContext
}

// cells are all that client-go can do: custom resources are not typed, unstructured
// objects not protobuf.
func cells(t *testing.T, s *server, change func(*wire.Options)) []cell {
	var all []cell
	for _, r := range workload.Resources() {
		if r != workload.Widgets {
			all = append(all, s.typed(t, r, asProtobuf, change), s.typed(t, r, asJSON, change))
		}
		all = append(all, s.dynamic(t, r, change),
			s.metadata(t, r, asProtobuf, change), s.metadata(t, r, asJSON, change))
	}
	return all
}

func (s *server) source(t testing.TB, r workload.Resource, encoding string, o wire.Options, change func(*wire.Options)) *wire.Source {
	if encoding == asJSON {
		o.Encoding = wire.JSON
	}
	if change != nil {
		change(&o)
	}
	return wire.New(s.client(t, r.GroupVersionKind(), encoding), string(r), "", o)
}

func (s *server) typed(t testing.TB, r workload.Resource, encoding string, change func(*wire.Options)) cell {
	kind := r.GroupVersionKind()
	peer := cache.NewFilteredListWatchFromClient(s.client(t, kind, encoding), string(r), "", func(*metav1.ListOptions) {})
	o := wire.Options{Example: r.New(), List: listOf(t, kind)}
	return cell{string(r) + "/typed/" + encoding, r, s.source(t, r, encoding, o, change), peer}
}

func (s *server) dynamic(t testing.TB, r workload.Resource, change func(*wire.Options)) cell {
	c, err := dynamic.NewForConfig(s.config(asJSON))
	if err != nil {
		t.Fatal(err)
	}
	example := &unstructured.Unstructured{}
	example.SetGroupVersionKind(r.GroupVersionKind())
	resource := c.Resource(r.GroupVersionResource())
	peer := &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return resource.List(ctx, o)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			return resource.Watch(ctx, o)
		},
	}
	source := s.source(t, r, "", wire.Options{Example: example}, change)
	return cell{string(r) + "/dynamic", r, source, peer}
}

func (s *server) metadata(t testing.TB, r workload.Resource, encoding string, change func(*wire.Options)) cell {
	c, err := clientmetadata.NewForConfig(s.config(encoding))
	if err != nil {
		t.Fatal(err)
	}
	resource := c.Resource(r.GroupVersionResource())
	peer := &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return resource.List(ctx, o)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			return resource.Watch(ctx, o)
		},
	}
	o := wire.Options{Example: &metav1.PartialObjectMetadata{}}
	return cell{string(r) + "/metadata/" + encoding, r, s.source(t, r, encoding, o, change), peer}
}
