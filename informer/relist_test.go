package informer_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

var queues = map[string]informer.QueueFunc{"inorder": informer.InOrder, "deltafifo": informer.DeltaFIFO, "direct": informer.Direct}

// relisted waits, in the bubble's time, for the reflector's backoff and what follows:
// longer than the longest pause, and than it takes to be forgotten.
func relisted() {
	time.Sleep(5 * time.Minute)
	synctest.Wait()
}

// uidRecorder writes down calls by UID.
type uidRecorder struct {
	mu    sync.Mutex
	calls []string
}

func (r *uidRecorder) note(format string, objs ...any) {
	uids := make([]any, len(objs))
	for i, obj := range objs {
		if tomb, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tomb.Obj
		}
		uids[i] = obj.(*corev1.Pod).UID
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, fmt.Sprintf(format, uids...))
}

func (r *uidRecorder) OnAdd(obj any, _ bool)       { r.note("add %s", obj) }
func (r *uidRecorder) OnUpdate(oldObj, newObj any) { r.note("update %s→%s", oldObj, newObj) }
func (r *uidRecorder) OnDelete(obj any)            { r.note("delete %s", obj) }

// kubernetes/kubernetes#133565: a relist shows a recreated object as one update, a watch
// shows the deletion and the creation.
func TestRecreatedObject(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source, r := newScript(), &uidRecorder{}
		recreate := func(e edit) { e.delete("x"); e.put("x") }
		source.put("x") // version and UID 1
		inf := newInformer(source, o...)
		add(t, inf, r)
		start(t, inf)
		source.silently(recreate) // delete 2, UID 3; the list says 4
		relisted()
		source.delete("x")
		source.put("x") // UID 6
		synctest.Wait()
		want := []string{"add uid-1", "update uid-1→uid-3", "delete uid-3", "add uid-6"}
		if !slices.Equal(r.calls, want) {
			t.Errorf("got %q, want %q", r.calls, want)
		}
	})
}

// kubernetes/kubernetes#86015: a relist of unchanged objects shows them to handlers
// that asked for resyncs, and to nobody else.
func TestRelistShowsOnlyChangesUnlessAskedFor(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source, a, b := withPods(10), newRecorder(), newRecorder()
		inf := newInformerWith(source, cache.SharedIndexInformerOptions{ResyncPeriod: time.Hour}, o...)
		if _, err := inf.AddEventHandlerWithResyncPeriod(a, 0); err != nil {
			t.Fatal(err)
		}
		add(t, inf, b)
		start(t, inf)
		source.silently(func(e edit) { e.put(podName(3)) })
		relisted()
		if got, want := a.calls()[10:], []string{podKey(3) + ": update 4→11"}; !slices.Equal(got, want) {
			t.Errorf("without resyncs: %q after the relist, want %q", got, want)
		}
		if got := b.calls()[10:]; len(got) != 10 || !slices.Contains(got, podKey(3)+": update 4→11") {
			t.Errorf("with resyncs: %q after the relist, want all ten", got)
		}
	})
}

// What a relist no longer has is deleted with a tombstone that carries what was known.
func TestRelistDeletesWithTombstones(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source, r := withPods(3), newRecorder()
		inf := newInformer(source, o...)
		add(t, inf, r)
		start(t, inf)
		source.silently(func(e edit) { e.delete(podName(1)) })
		relisted()
		if got, want := r.history(podKey(1)), []string{"initial 2", "tombstone 2"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if keys := inf.GetStore().ListKeys(); len(keys) != 2 {
			t.Errorf("the store has %q", keys)
		}
	})
}
