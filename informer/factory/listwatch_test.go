package factory_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/metadata"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer/factory"
	"informerbench/stores/mvcc"
	"informerbench/workload"
)

var pods = workload.Pods.GroupVersionResource()

// anyFactory is what the three kinds have in common with an informer for pods.
type anyFactory struct {
	runner
	informer cache.SharedIndexInformer
}

// realClients make factories over the clients that programs have outside of tests.
var realClients = map[string]func(*memoryServer) (anyFactory, error){
	"dynamic": func(s *memoryServer) (anyFactory, error) {
		client, err := dynamic.NewForConfig(s.config())
		if err != nil {
			return anyFactory{}, err
		}
		f := factory.NewDynamic(client, 0, factory.WithStore(mvcc.New))
		return anyFactory{f, f.ForResource(pods).Informer()}, nil
	},
	"metadata": func(s *memoryServer) (anyFactory, error) {
		client, err := metadata.NewForConfig(s.config())
		if err != nil {
			return anyFactory{}, err
		}
		f := factory.NewMetadata(client, 0, factory.WithStore(mvcc.New))
		return anyFactory{f, f.ForResource(pods).Informer()}, nil
	},
	"typed": func(s *memoryServer) (anyFactory, error) {
		client, err := kubernetes.NewForConfig(s.config())
		if err != nil {
			return anyFactory{}, err
		}
		f := factory.New(0, factory.WithStore(mvcc.New))
		return anyFactory{f, f.InformerFor(&corev1.Pod{}, func(p factory.Params) cache.SharedIndexInformer {
			return p.NewInformer(factory.ListWatch(client, client.CoreV1().Pods(p.Namespace), p.TweakListOptions), &corev1.Pod{}, nil)
		})}, nil
	},
}

// With a client that can, over HTTP, the first state comes as a stream and the events
// after it on the same watch.
func TestRealClientsStreamLists(t *testing.T) {
	for name, newFactory := range realClients {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				s := serve(t)
				f, err := newFactory(s)
				if err != nil {
					t.Fatal(err)
				}
				r := handle(t, f.informer)
				stop := start(t, f)
				r.expect(t, "add a/one")
				for _, e := range []workload.Event{
					{Type: watch.Added, Object: pod("b", "two")}, {Type: watch.Deleted, Object: pod("a", "one")},
				} {
					e.Resource = workload.Pods
					if err := s.Apply(e); err != nil {
						t.Fatal(err)
					}
				}
				r.expect(t, "add b/two", "delete a/one")
				if got := keys(f.informer.GetStore()); !slices.Equal(got, []string{"b/two"}) {
					t.Errorf("the store has %q", got)
				}
				if lists, streams := s.counts(); lists != 0 || streams != 1 {
					t.Errorf("%d lists and %d streams, want one stream", lists, streams)
				}
				stop()
			})
		})
	}
}

// A fake client says that it cannot stream lists: it gets a list and a plain watch at
// once, and no attempt at a stream, which would never end.
func TestFakeClientsAreListed(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		f := w.factory()
		f.ForResource(widgets)
		start(t, f)
		verifyListed(t, w.fake)
	}, "one")
	t.Run("typed", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			client, f := fake.NewClientset(pod("a", "one")), factory.New(0)
			f.InformerFor(&corev1.Pod{}, podsOf(client))
			start(t, f)
			verifyListed(t, &client.Fake)
		})
	})
}

func verifyListed(t *testing.T, client *clienttesting.Fake) {
	t.Helper()
	synctest.Wait()
	var verbs []string
	for _, a := range client.Actions() {
		verbs = append(verbs, a.GetVerb())
		if w, ok := a.(clienttesting.WatchActionImpl); ok && w.ListOptions.SendInitialEvents != nil {
			t.Errorf("a stream was asked for: %v", w.ListOptions)
		}
	}
	if !slices.Equal(verbs, []string{"list", "watch"}) {
		t.Errorf("the client was asked to %q, want one list and one watch", verbs)
	}
}

// A failed list is no list at all, though typed clients return a nil pointer with it.
func TestFailedListIsNil(t *testing.T) {
	client := fake.NewClientset()
	client.PrependReactor("list", "*", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, errors.New("no")
	})
	lw := cache.ToListerWatcherWithContext(factory.ListWatch(client, client.CoreV1().Pods(""), nil))
	list, err := lw.ListWithContext(t.Context(), metav1.ListOptions{})
	if list != nil || err == nil {
		t.Errorf("got %#v, %v", list, err)
	}
}
