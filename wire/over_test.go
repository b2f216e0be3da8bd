package wire_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
	"informerbench/workload"
)

// over is a source over the cell's peer, with an example as factories have it.
func (c cell) over(t testing.TB) *wire.Source {
	o := wire.Options{Example: &metav1.PartialObjectMetadata{}}
	switch {
	case strings.Contains(c.name, "/typed/"):
		o = wire.Options{Example: c.resource.New(), List: listOf(t, c.resource.GroupVersionKind())}
	case strings.Contains(c.name, "/dynamic"):
		o = wire.Options{Example: &unstructured.Unstructured{}}
	}
	return wire.Over(c.peer.(cache.ListerWatcher), o)
}

// Over each of client-go's clients, lists and watches are what that client makes of them itself.
func TestOverEqualsClientGos(t *testing.T) {
	s := serve(t)
	s.tapped = true
	minute := int64(60)
	for _, c := range cells(t, s, nil) {
		t.Run(c.name, func(t *testing.T) {
			over := c.over(t)
			for _, o := range []metav1.ListOptions{{}, {TimeoutSeconds: &minute}, {Limit: 7}, {FieldSelector: "metadata.name=nobody"}} {
				want, err := c.peer.ListWithContext(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				got, err := over.ListWithContext(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				equal(t, got, want)
			}
			want, got := openWatch(t, c.peer, streamingList()), openWatch(t, over, streamingList())
			sameEvents(t, got, want, len(s.Objects(c.resource))+1)
			changes := s.change(t, c.resource)
			sameEvents(t, got, want, changes)
		})
	}
}

// The source below says which namespace and which objects are asked for.
func TestOverSendsTheRequestsOfTheSourceBelow(t *testing.T) {
	s := serve(t)
	s.tapped = true
	one := s.population.Objects(workload.Pods)[0].(metav1.Object)
	peer := cache.NewFilteredListWatchFromClient(s.client(t, workload.Pods.GroupVersionKind(), asProtobuf), "pods", one.GetNamespace(),
		func(o *metav1.ListOptions) { o.FieldSelector = "metadata.name=" + one.GetName() })
	items, err := drainList(t, wire.Over(peer, wire.Options{Example: workload.Pods.New()}))
	if err != nil || len(items) != 1 || accessor(items[0]).GetName() != one.GetName() {
		t.Errorf("%d items came, error %v, want the Pod %s alone", len(items), err, one.GetName())
	}
}

// Objects of which only the metadata is fetched get the kind of the example, as controller-runtime's have it.
func TestOverNamesMetadata(t *testing.T) {
	s := serve(t)
	s.tapped = true
	example := &metav1.PartialObjectMetadata{}
	example.SetGroupVersionKind(workload.Pods.GroupVersionKind())
	over := wire.Over(s.metadata(t, workload.Pods, asProtobuf, nil).peer.(cache.ListerWatcher), wire.Options{Example: example})
	items, err := drainList(t, over)
	if err != nil || len(items) == 0 || items[0].GetObjectKind().GroupVersionKind() != workload.Pods.GroupVersionKind() {
		t.Fatalf("%d items, error %v, the first one %v", len(items), err, items)
	}
	for _, e := range receive(t, openWatch(t, over, streamingList()), len(items)+1)[:len(items)] {
		if kind := e.Object.GetObjectKind().GroupVersionKind(); kind != workload.Pods.GroupVersionKind() {
			t.Fatalf("an event brings a %v", kind)
		}
	}
}

// Answers that are none are the errors that the client below makes of them, after as many tries and as much time.
func TestOverRefusalsEqualClientGos(t *testing.T) {
	for name, r := range refusals() {
		text, _ := io.ReadAll(r.Body)
		for _, watch := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				s := transport(func(request *http.Request) (*http.Response, error) {
					tries++
					copied := *r
					copied.Request, copied.Body = request, io.NopCloser(strings.NewReader(string(text)))
					return &copied, nil
				}).server()
				s.tapped = true
				c := s.typed(t, workload.ConfigMaps, asJSON, nil)
				begin := time.Now()
				ours := outcome(t, c.over(t), watch)
				oursTries, oursTime := tries, time.Since(begin)
				tries, begin = 0, time.Now()
				theirs := outcome(t, c.peer, watch)
				if oursTries != tries || oursTime != time.Since(begin) {
					t.Errorf("%s watch=%v: %d tries in %v, client-go %d in %v", name, watch, oursTries, oursTime, tries, time.Since(begin))
				}
				var a, b apierrors.APIStatus
				if !errors.As(ours, &a) || !errors.As(theirs, &b) {
					t.Fatalf("%s watch=%v: %v, client-go has %v", name, watch, ours, theirs)
				}
				equal(t, a.Status(), b.Status())
			})
		}
	}
}

// A watch over another source ends with its context and with Stop, while the server is silent.
func TestOverEnds(t *testing.T) {
	for _, stop := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			f, w := piped(asJSON)
			defer w.Close()
			s := f.server()
			s.tapped = true
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stream, err := s.typed(t, workload.ConfigMaps, asJSON, nil).over(t).WatchWithContext(ctx, metav1.ListOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write(jsonEvent(t, 1, 10)); err != nil {
				t.Fatal(err)
			}
			if e := <-stream.ResultChan(); accessor(e.Object).GetName() != "c1" {
				t.Errorf("%v came", e)
			}
			if stop {
				stream.Stop()
			} else {
				cancel()
			}
			if e, open := <-stream.ResultChan(); open {
				t.Errorf("%v came after the end", e)
			}
		})
	}
}

// Whoever forgets the transport, or has a fake client, is told what to do.
func TestOverWithoutTransport(t *testing.T) {
	s := serve(t)
	pods := fake.NewClientset().CoreV1().Pods("")
	example := workload.Pods.New()
	for name, lw := range map[string]cache.ListerWatcher{
		"real": s.typed(t, workload.Pods, asProtobuf, nil).peer.(cache.ListerWatcher),
		"fake": &cache.ListWatch{
			ListWithContextFunc:  listFunc(pods.List),
			WatchFuncWithContext: pods.Watch,
		},
	} {
		over := wire.Over(lw, wire.Options{Example: example})
		for _, watch := range []bool{false, true} {
			if err := outcome(t, over, watch); err == nil || !strings.Contains(err.Error(), "config.Wrap(wire.Transport)") {
				t.Errorf("%s, watch=%v: error %v, want one that says what to do", name, watch, err)
			}
		}
	}
	defer func() {
		if p, _ := recover().(string); !strings.Contains(p, "its own Options") {
			t.Errorf("a source over one of ours: %q", p)
		}
	}()
	wire.Over(s.typed(t, workload.Pods, asProtobuf, nil).wire, wire.Options{Example: example})
}
