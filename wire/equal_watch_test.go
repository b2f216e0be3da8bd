package wire_test

import (
	"context"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/wire"
	"informerbench/workload"
)

// A watch brings, event by event and to the last field, what client-go's does: a
// streaming list with its end marker, and what happens afterwards.
func TestWatchesEqualClientGos(t *testing.T) {
	s := serve(t)
	for _, c := range cells(t, s, nil) {
		t.Run(c.name, func(t *testing.T) {
			want, got := openWatch(t, c.peer, streamingList()), openWatch(t, c.wire, streamingList())
			sameEvents(t, got, want, len(s.Objects(c.resource))+1)
			changes := s.change(t, c.resource)
			sameEvents(t, got, want, changes)
		})
	}
}

// A watch from a version continues there.
func TestWatchFromAVersion(t *testing.T) {
	s := serve(t)
	c := s.typed(t, workload.Pods, asProtobuf, nil)
	list, err := c.wire.List(metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	about, err := meta.ListAccessor(list)
	if err != nil {
		t.Fatal(err)
	}
	changes := s.change(t, c.resource)
	o := metav1.ListOptions{ResourceVersion: about.GetResourceVersion(), AllowWatchBookmarks: true}
	sameEvents(t, openWatch(t, c.wire, o), openWatch(t, c.peer, o), changes)
}

func streamingList() metav1.ListOptions {
	yes := true
	return metav1.ListOptions{
		SendInitialEvents: &yes, ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan, AllowWatchBookmarks: true,
	}
}

type watcher interface {
	WatchWithContext(context.Context, metav1.ListOptions) (watch.Interface, error)
}

type lister interface {
	ListWithContext(context.Context, metav1.ListOptions) (runtime.Object, error)
}

func openWatch(t testing.TB, s watcher, o metav1.ListOptions) watch.Interface {
	t.Helper()
	w, err := s.WatchWithContext(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	return w
}

func sameEvents(t *testing.T, got, want watch.Interface, n int) {
	t.Helper()
	ours, theirs := receive(t, got, n), receive(t, want, n)
	for i := range theirs {
		equal(t, ours[i], theirs[i])
	}
}

// receive takes n events, in batches where there are any.
func receive(t *testing.T, w watch.Interface, n int) []watch.Event {
	t.Helper()
	var events []watch.Event
	for len(events) < n {
		events = append(events, next(t, w)...)
	}
	if len(events) > n {
		t.Fatalf("%d events, want %d", len(events), n)
	}
	return events
}

func next(t *testing.T, w watch.Interface) []watch.Event {
	t.Helper()
	var events []watch.Event
	open := false
	if b, ok := w.(wire.BatchWatch); ok {
		var batch []watch.Event
		batch, open = <-b.Batches()
		events = append(events, batch...)
		b.Recycle(batch)
	} else {
		var e watch.Event
		e, open = <-w.ResultChan()
		events = append(events, e)
	}
	if !open {
		t.Fatal("the watch has ended")
	}
	return events
}

// change makes an object, changes it and deletes it, and returns how many events that
// makes. The collection is then as it was.
func (s *server) change(t testing.TB, r workload.Resource) int {
	t.Helper()
	for _, kind := range []watch.EventType{watch.Added, watch.Modified, watch.Deleted} {
		o := s.population.Objects(r)[0].DeepCopyObject()
		about, err := meta.Accessor(o)
		if err != nil {
			t.Fatal(err)
		}
		about.SetName("a-new-one")
		about.SetResourceVersion("")
		about.SetLabels(map[string]string{"last": string(kind)})
		if err := s.Apply(workload.Event{Resource: r, Type: kind, Object: o}); err != nil {
			t.Fatal(err)
		}
	}
	return 3
}
