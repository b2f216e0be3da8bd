package source_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/watchlist"

	"informerbench/workload"
	"informerbench/workload/source"
)

func TestClientGoTakesTheSourceForOneThatStreamsLists(t *testing.T) {
	if watchlist.DoesClientNotSupportWatchListSemantics(source.New(source.Options{}).ListerWatcher(workload.Pods)) {
		t.Error("client-go would not ask for a streaming list")
	}
}

// counting counts the lists and watches that client-go asks for.
type counting struct {
	cache.ListerWatcherWithContext
	lists, streamingLists int
}

func (c *counting) List(metav1.ListOptions) (runtime.Object, error)   { panic("without context") }
func (c *counting) Watch(metav1.ListOptions) (watch.Interface, error) { panic("without context") }

func (c *counting) ListWithContext(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
	c.lists++
	return c.ListerWatcherWithContext.ListWithContext(ctx, o)
}

func (c *counting) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	if o.SendInitialEvents != nil {
		c.streamingLists++
	}
	return c.ListerWatcherWithContext.WatchWithContext(ctx, o)
}

func TestClientGosInformerEqualsTheSource(t *testing.T) {
	for _, c := range []struct {
		name    string
		options source.Options
		lists   int
	}{
		{"streaming", source.Options{}, 0},
		{"paged", source.Options{RefuseInitialEvents: true}, 3},
		{"paged and typed", source.Options{RefuseInitialEvents: true, TypedLists: true}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			// In a bubble, because client-go waits before it lists again.
			synctest.Test(t, func(t *testing.T) {
				s := loaded(t, c.options, pods(1200)...)
				lw := &counting{ListerWatcherWithContext: cache.ToListerWatcherWithContext(s.ListerWatcher(workload.Pods))}
				informer := cache.NewSharedIndexInformer(lw, &corev1.Pod{}, 0, cache.Indexers{})
				changed := make(chan struct{}, 1)
				follow(t, informer, changed)

				apply(t, s, watch.Added, pod("b", "new", 0))
				apply(t, s, watch.Modified, pod("a", "p001", 0))
				apply(t, s, watch.Deleted, pod("a", "p002", 0))
				s.ExpireWatches(workload.Pods) // the list after it must bring what was missed
				apply(t, s, watch.Deleted, pod("b", "new", 0))
				apply(t, s, watch.Added, pod("b", "last", 0))
				waitEqual(t, informer.GetStore(), s, changed)
				if lw.lists < c.lists || c.lists == 0 && lw.lists > 0 {
					t.Errorf("%d lists and %d streaming lists were asked for", lw.lists, lw.streamingLists)
				}
			})
		})
	}
}

// follow runs the informer until the test ends and signals after changes.
func follow(t *testing.T, informer cache.SharedIndexInformer, changed chan<- struct{}) {
	signal := func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { signal() },
		UpdateFunc: func(_, _ any) { signal() },
		DeleteFunc: func(any) { signal() },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); informer.RunWithContext(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	if !cache.WaitForCacheSync(ctx.Done(), registration.HasSynced) {
		t.Fatal("the informer did not sync")
	}
}

// waitEqual waits until the store holds what the source does, object by object.
func waitEqual(t *testing.T, got cache.Store, s *source.Source, changed <-chan struct{}) {
	t.Helper()
	want := s.Objects(workload.Pods)
	hang := time.After(30 * time.Second)
	for {
		difference := differ(got, want)
		if difference == "" {
			return
		}
		select {
		case <-changed:
		case <-hang:
			t.Fatal(difference)
		}
	}
}

func differ(got cache.Store, want map[string]runtime.Object) string {
	if n := len(got.ListKeys()); n != len(want) {
		return fmt.Sprintf("the store has %d objects, the source %d", n, len(want))
	}
	for key, object := range want {
		stored, ok, _ := got.GetByKey(key)
		if !ok || !apiequality.Semantic.DeepEqual(stored, object) {
			return fmt.Sprintf("%s: the store has %v, the source %v", key, stored, object)
		}
	}
	return ""
}
