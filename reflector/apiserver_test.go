package reflector_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
	"informerbench/workload"
	"informerbench/workload/apiserver"
	"informerbench/workload/source"
)

// ways are those in which the configmaps of a source reach a reflector. The server is in
// memory, and ends with the test.
var ways = map[string]func(*testing.T, *source.Source) cache.ListerWatcher{
	"in memory": func(_ *testing.T, s *source.Source) cache.ListerWatcher { return s.ListerWatcher(workload.ConfigMaps) },
	"HTTP": func(t *testing.T, s *source.Source) cache.ListerWatcher {
		maps := client(t, s).CoreV1().ConfigMaps("")
		return &cache.ListWatch{
			ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) { return maps.List(ctx, o) },
			WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
				return maps.Watch(ctx, o)
			},
		}
	},
	"wire, protobuf": func(t *testing.T, s *source.Source) cache.ListerWatcher {
		return wire.New(client(t, s).CoreV1().RESTClient(), "configmaps", "", wire.Options{Example: &corev1.ConfigMap{}})
	},
	"wire, JSON": func(t *testing.T, s *source.Source) cache.ListerWatcher {
		return wire.New(client(t, s).CoreV1().RESTClient(), "configmaps", "", wire.Options{Example: &corev1.ConfigMap{}, Encoding: wire.JSON})
	},
}

func client(t *testing.T, s *source.Source) *kubernetes.Clientset {
	t.Helper()
	l := &memoryListener{conns: make(chan net.Conn), done: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- apiserver.Serve(ctx, l, s) }()
	transport := &http.Transport{DialContext: l.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		cancel()
		if err := <-served; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	c, err := kubernetes.NewForConfig(&rest.Config{Host: "http://memory", QPS: -1, Transport: transport,
		ContentConfig: rest.ContentConfig{ContentType: runtime.ContentTypeProtobuf, AcceptContentTypes: runtime.ContentTypeProtobuf}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What happens between a list and the watch from its version is replayed, or said to be
// expired: never silence (kubernetes/kubernetes#141528).
func TestEveryWayReplaysWhatHappenedSinceTheList(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			s := source.New(source.Options{})
			change(t, s, watch.Added, "old")
			change(t, s, watch.Added, "older")
			lw := cache.ToListerWatcherWithContext(way(t, s))
			list, err := lw.ListWithContext(t.Context(), metav1.ListOptions{})
			if err != nil {
				t.Fatal(err)
			}
			about, _ := meta.ListAccessor(list)
			change(t, s, watch.Added, "new")
			change(t, s, watch.Modified, "old")
			change(t, s, watch.Deleted, "older")

			w, err := lw.WatchWithContext(t.Context(), metav1.ListOptions{ResourceVersion: about.GetResourceVersion()})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Stop()
			next := events(w)
			for _, want := range []struct {
				kind watch.EventType
				name string
			}{{watch.Added, "new"}, {watch.Modified, "old"}, {watch.Deleted, "older"}} {
				if ev := next(); ev.Type != want.kind || ev.Object.(*corev1.ConfigMap).Name != want.name {
					t.Errorf("got %v, want %v", ev, want)
				}
			}

			s.Compact(s.Version())
			w, err = lw.WatchWithContext(t.Context(), metav1.ListOptions{ResourceVersion: about.GetResourceVersion()})
			if err == nil {
				defer w.Stop()
				if ev := events(w)(); ev.Type == watch.Error {
					err = apierrors.FromObject(ev.Object)
				}
			}
			if !apierrors.IsResourceExpired(err) {
				t.Errorf("a watch from a forgotten version is answered with %v, want expired", err)
			}
		})
	}
}

// events reads one event after the other.
func events(w watch.Interface) func() watch.Event {
	batches, ok := w.(wire.BatchWatch)
	if !ok {
		return func() watch.Event { return <-w.ResultChan() }
	}
	var rest []watch.Event
	return func() watch.Event {
		if len(rest) == 0 {
			rest = <-batches.Batches()
		}
		ev := rest[0]
		rest = rest[1:]
		return ev
	}
}

func change(t *testing.T, s *source.Source, kind watch.EventType, name string) {
	t.Helper()
	o := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name}}
	if err := s.Apply(workload.Event{Resource: workload.ConfigMaps, Type: kind, Object: o}); err != nil {
		t.Fatal(err)
	}
}
