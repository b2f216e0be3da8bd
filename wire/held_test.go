package wire_test

import (
	"context"
	"sync/atomic"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/compact/encoded"
	"informerbench/wire"
	"informerbench/workload"
)

// listFunc makes of a typed client's List what cache.ListWatch takes.
func listFunc[L runtime.Object](list func(context.Context, metav1.ListOptions) (L, error)) cache.ListWithContextFunc {
	return func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
		l, err := list(ctx, o)
		return l, err
	}
}

// holding keeps objects by their keys, and counts who asks.
type holding struct {
	objects map[string]runtime.Object
	asked   atomic.Int64
}

func (h *holding) context(ctx context.Context) context.Context {
	return wire.WithHeld(ctx, func(key string) (any, bool) {
		h.asked.Add(1)
		o, ok := h.objects[key]
		return o, ok
	})
}

func hold(t *testing.T, s *wire.Source) *holding {
	t.Helper()
	items, err := drainList(t, s)
	if err != nil {
		t.Fatal(err)
	}
	h := &holding{objects: map[string]runtime.Object{}}
	for _, o := range items {
		h.objects[cache.MetaObjectToName(accessor(o)).String()] = o
	}
	return h
}

// A list and a watch for a receiver that holds all objects are what client-go's client returns, and have the
// parts of what is held.
func TestWhatIsHeldIsTakenOver(t *testing.T) {
	s := serve(t)
	for _, r := range []workload.Resource{workload.Pods, workload.Nodes} {
		d := encoded.New(encoded.Options{})
		c := s.typed(t, r, asProtobuf, func(o *wire.Options) { o.Compact = d })
		held := hold(t, c.wire)
		ctx := held.context(t.Context())
		want, err := c.peer.ListWithContext(ctx, metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		before := d.Stats()
		list, err := c.wire.ListWithContext(ctx, metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		alike(t, list, want)
		after := d.Stats()
		if n := int64(len(held.objects)); held.asked.Load() != n || after.Kept == 0 || after.Missed != before.Missed {
			t.Errorf("%s: %d objects were asked for of %d; before %+v, after %+v: want all kept", r, held.asked.Load(), n, before, after)
		}
		theirs, ours := openWatch(t, c.peer, streamingList()), openWatchIn(t, ctx, c.wire, streamingList())
		alike(t, receive(t, ours, len(held.objects)+1), receive(t, theirs, len(held.objects)+1))
		n := s.change(t, r)
		alike(t, receive(t, ours, n), receive(t, theirs, n))
		samePods(t, list, held)
	}
}

func openWatchIn(t *testing.T, ctx context.Context, s watcher, o metav1.ListOptions) watch.Interface {
	t.Helper()
	w, err := s.WatchWithContext(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Stop)
	return w
}

// samePods: Pods of the list have the containers of those that are held.
func samePods(t *testing.T, list runtime.Object, held *holding) {
	t.Helper()
	items, err := meta.ExtractList(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range items {
		pod, ok := o.(*corev1.Pod)
		if !ok {
			continue
		}
		if was := held.objects[pod.Namespace+"/"+pod.Name].(*corev1.Pod); &was.Spec.Containers[0] != &pod.Spec.Containers[0] {
			t.Errorf("the containers of %s were decoded again", pod.Name)
		}
	}
}

// Something else under the key is no harm, and a receiver is not asked for nothing.
func TestWhatIsHeldMayBeAnything(t *testing.T) {
	s := serve(t)
	for _, held := range []any{nil, "a text", &corev1.ConfigMap{}, (*corev1.Pod)(nil), &corev1.Pod{}} {
		c := s.typed(t, workload.Pods, asProtobuf, compactly)
		want, err := c.peer.ListWithContext(t.Context(), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.wire.ListWithContext(wire.WithHeld(t.Context(), func(string) (any, bool) { return held, true }), metav1.ListOptions{})
		if err != nil {
			t.Fatal(err)
		}
		alike(t, got, want)
	}
	asked := func(string) (any, bool) { t.Error("a receiver is asked though nothing is shared"); return nil, false }
	if _, err := s.typed(t, workload.Pods, asProtobuf, nil).wire.ListWithContext(wire.WithHeld(t.Context(), asked), metav1.ListOptions{}); err != nil {
		t.Fatal(err)
	}
}
