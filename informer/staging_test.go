package informer_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/stores"
	"informerbench/stores/mvcc"
	"informerbench/stores/packed"
)

// openedOnly checks that what a handler gets are objects.
type openedOnly struct {
	t     *testing.T
	calls []string
}

func (h *openedOnly) note(verb string, objects ...any) {
	for _, obj := range objects {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		about, ok := obj.(*corev1.Pod)
		if !ok {
			h.t.Errorf("%s got a %T", verb, obj)
			return
		}
		verb += fmt.Sprintf(" %s@%s", about.Name, about.ResourceVersion)
	}
	h.calls = append(h.calls, verb)
}

func (h *openedOnly) OnAdd(obj any, _ bool) { h.note("add", obj) }

func (h *openedOnly) OnUpdate(old, obj any) { h.note("update", old, obj) }

func (h *openedOnly) OnDelete(obj any) { h.note("delete", obj) }

// heardOver is what two handlers hear, of which the second joins late, of a list, an update, a list that
// finds changes, and resyncs.
func heardOver(t *testing.T, store stores.Constructor, queue informer.QueueFunc, d cache.MutationDetector) (heard [][]string) {
	synctest.Test(t, func(t *testing.T) {
		source := withPods(3)
		inf := newInformerWith(source, cache.SharedIndexInformerOptions{ResyncPeriod: 10 * time.Minute},
			informer.WithStore(store), informer.WithQueue(queue), informer.WithMutationDetector(d))
		first, late := &openedOnly{t: t}, &openedOnly{t: t}
		add(t, inf, first)
		start(t, inf)
		synctest.Wait()
		source.put(podName(0))
		synctest.Wait()
		source.silently(func(e edit) { // the informer learns of it by a list
			e.put(podName(1))
			e.delete(podName(2))
		})
		relisted()
		add(t, inf, late)
		time.Sleep(20 * time.Minute)
		synctest.Wait()
		for _, h := range []*openedOnly{first, late} {
			slices.Sort(h.calls) // a resync has no order
			heard = append(heard, h.calls)
		}
	})
	return heard
}

// Whatever a handler hears of lists, resyncs and what was there before it are objects, as over a store that keeps
// them; and the mutation detector is told of all that it may not change.
func TestHandlersGetObjectsAndNoStandIns(t *testing.T) {
	for name, queue := range queues {
		t.Run("queue="+name, func(t *testing.T) {
			over, plain := &countingDetector{}, &countingDetector{}
			got, want := heardOver(t, packed.New, queue, over), heardOver(t, mvcc.New, queue, plain)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("handlers heard %q, want %q", got, want)
			}
			// Each handler has an object of its own then.
			if over.objects.Load() < plain.objects.Load() {
				t.Errorf("the detector was told of %d objects, and of %d over another store", over.objects.Load(), plain.objects.Load())
			}
		})
	}
}

// What waits for a handler that joins late, or hangs at a resync, is not decoded: only what it is told of.
func TestWhatWaitsForALateHandlerIsNotDecoded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const objects = 300
		var store *packed.Store
		inf := newInformerWith(withPods(objects), cache.SharedIndexInformerOptions{ResyncPeriod: time.Minute},
			informer.WithStore(func(indexers cache.Indexers) stores.Store {
				store = packed.New(indexers).(*packed.Store)
				return store
			}))
		start(t, inf)
		synctest.Wait()
		shown := func() int64 { s := store.Stats(); return s.Hits + s.Misses }
		before, hang := shown(), make(chan struct{})
		add(t, inf, cache.ResourceEventHandlerFuncs{AddFunc: func(any) { <-hang }})
		synctest.Wait()
		if n := shown() - before; n != 1 {
			t.Errorf("%d objects were shown when the handler was told of the first", n)
		}
		time.Sleep(90 * time.Second)
		synctest.Wait()
		if n := shown() - before; n != 1 {
			t.Errorf("%d objects were shown after a resync", n)
		}
		close(hang)
		synctest.Wait()
		if n := shown() - before; n != 2*objects { // as adds, and at the resync
			t.Errorf("%d objects were shown in the end", n)
		}
	})
}

// plainDetector relies on being told of one object at a time, as client-go's informer tells.
type plainDetector struct{ objects int }

func (d *plainDetector) AddObject(any) { d.objects++ }

func (d *plainDetector) Run(stop <-chan struct{}) { <-stop }

func TestADetectorIsToldOfOneObjectAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &plainDetector{}
		inf := newInformer(withPods(300), informer.WithStore(packed.New), informer.WithMutationDetector(d))
		add(t, inf, cache.ResourceEventHandlerFuncs{})
		add(t, inf, cache.ResourceEventHandlerFuncs{})
		start(t, inf)
		synctest.Wait()
		if d.objects != 600 {
			t.Errorf("it was told of %d objects", d.objects)
		}
	})
}

// The handler of a controller is called at once, and gets objects as well.
func TestTheHandlerOfAControllerGetsObjects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, h := withPods(2), &openedOnly{t: t}
		_, c := informer.NewInformer(source, &corev1.Pod{}, 0, h, informer.WithStore(packed.New))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); c.RunWithContext(ctx) }()
		synctest.Wait()
		source.silently(func(e edit) {
			e.put(podName(0))
			e.delete(podName(1))
			e.put(podName(7))
		})
		relisted()
		cancel()
		<-done
		want := []string{"add pod-0@1", "add pod-1@2", "delete pod-1@2", "update pod-0@1 pod-0@3", "add pod-7@5"}
		if !slices.Equal(h.calls, want) {
			t.Errorf("heard %q, want %q", h.calls, want)
		}
	})
}
