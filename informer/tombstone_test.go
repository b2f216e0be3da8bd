package informer_test

import (
	"slices"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/informer"
)

// tapped is a queue function that lets the test put things into the queue itself.
func tapped(queue informer.QueueFunc, tap *cache.QueueWithBatch) informer.QueueFunc {
	return func(known cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch {
		*tap = queue(known, o)
		return *tap
	}
}

// projectcalico/calico#12793: tombstones come with the object, with nil, and with what
// the store held though it is of another type. Handlers, filters and client-go's typed
// wrappers get each of them, and nobody falls over.
func TestTombstonesReachHandlersFiltersAndTypedWrappers(t *testing.T) {
	forEveryStore(t, func(t *testing.T, store informer.Option, queue informer.QueueFunc) {
		var tap cache.QueueWithBatch
		inf := newInformer(withPods(4), store, informer.WithQueue(tapped(queue, &tap)))
		plain, filtered, typed, typedFiltered := newRecorder(), newRecorder(), newTyped(), newTyped()
		add(t, inf, plain)
		add(t, inf, cache.FilteringResourceEventHandler{FilterFunc: isPodOrTombstone, Handler: filtered})
		addTyped(t, inf, typed)
		addTyped(t, inf, cache.TypedFilteringResourceEventHandler[*corev1.Pod]{
			FilterFunc: func(p *corev1.Pod) bool { return p != nil }, Handler: typedFiltered,
		})
		start(t, inf)
		known, _, _ := inf.GetStore().GetByKey(podKey(0))
		for _, tomb := range []cache.DeletedFinalStateUnknown{
			{Key: podKey(0), Obj: known},
			{Key: podKey(1), Obj: nil},
			{Key: podKey(1), Obj: nil}, // unknown by now
		} {
			if err := tap.Delete(tomb); err != nil {
				t.Error(err)
			}
			synctest.Wait()
		}
		if keys := inf.GetStore().ListKeys(); len(keys) != 2 {
			t.Errorf("the store still has %q", keys)
		}
		if got := plain.history(podKey(0)); !slices.Contains(got, "tombstone 1") {
			t.Errorf("plain handler: %q", got)
		}
		if got := plain.history(podKey(1)); !slices.Contains(got, "tombstone <nil>") {
			t.Errorf("plain handler: %q", got)
		}
		if got := filtered.calls(); !slices.Equal(got, plain.calls()) {
			t.Errorf("filter that lets all through: %q, without it %q", got, plain.calls())
		}
		if got := typed.deleted[podKey(0)]; got.OptionalObj != known {
			t.Errorf("typed: %+v", got)
		}
		if got, ok := typed.deleted[podKey(1)]; !ok || got.OptionalObj != nil || got.FinalStateUnknown == nil {
			t.Errorf("typed, nil: %+v", got)
		}
		if _, ok := typedFiltered.deleted[podKey(1)]; ok || len(typedFiltered.deleted) != 1 {
			t.Errorf("typed filter: %+v", typedFiltered.deleted)
		}
	})
}

// projectcalico/calico#12793
func TestTombstoneOfAWrongType(t *testing.T) {
	odd := []any{&corev1.Node{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "n"}}, "a string", struct{}{}}
	want := []string{"tombstone n", "tombstone string", "tombstone struct {}"}
	forEveryStore(t, func(t *testing.T, store informer.Option, queue informer.QueueFunc) {
		var tap cache.QueueWithBatch
		inf, r := newInformer(withPods(4), store, informer.WithQueue(tapped(queue, &tap))), newRecorder()
		add(t, inf, r)
		start(t, inf)
		for i, obj := range odd {
			if err := tap.Delete(cache.DeletedFinalStateUnknown{Key: podKey(i), Obj: obj}); err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		if keys := inf.GetStore().ListKeys(); !slices.Equal(keys, []string{podKey(3)}) {
			t.Errorf("the store has %q", keys)
		}
		for i := range odd {
			if got := r.history(podKey(i)); got[len(got)-1] != want[i] {
				t.Errorf("got %q, want %q", got, want[i])
			}
		}
	})
}

func isPodOrTombstone(obj any) bool {
	switch obj.(type) {
	case *corev1.Pod, cache.DeletedFinalStateUnknown:
		return true
	}
	return false
}

func addTyped(t *testing.T, inf cache.SharedIndexInformer, h cache.TypedResourceEventHandler[*corev1.Pod]) {
	t.Helper()
	if _, err := cache.NewTypedSharedIndexInformer[*corev1.Pod](inf).AddTypedEventHandler(h); err != nil {
		t.Fatal(err)
	}
}

// typedHandler keeps the deletions that client-go's typed wrapper makes of ours.
type typedHandler struct {
	deleted map[string]cache.DeletedObject[*corev1.Pod]
}

func newTyped() *typedHandler {
	return &typedHandler{deleted: map[string]cache.DeletedObject[*corev1.Pod]{}}
}

func (h *typedHandler) OnAdd(*corev1.Pod, bool)   {}
func (h *typedHandler) OnUpdate(_, _ *corev1.Pod) {}
func (h *typedHandler) OnDelete(d cache.DeletedObject[*corev1.Pod]) {
	if _, seen := h.deleted[d.GetKey()]; !seen {
		h.deleted[d.GetKey()] = d
	}
}
