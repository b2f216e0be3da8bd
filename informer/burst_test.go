package informer_test

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"weak"

	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// inOrder is a handler that checks that each key's versions rise without a gap between
// what it is told was and what it was told before.
type inOrder struct {
	last   map[string]string
	calls  atomic.Int64
	faults atomic.Pointer[string]
	gate   chan struct{} // if set, every call waits for it
}

func newInOrder(gate chan struct{}) *inOrder { return &inOrder{last: map[string]string{}, gate: gate} }

func (h *inOrder) OnAdd(obj any, _ bool) { h.step(obj.(*item), "") }
func (h *inOrder) OnUpdate(oldObj, newObj any) {
	h.step(newObj.(*item), oldObj.(*item).ResourceVersion)
}
func (h *inOrder) OnDelete(any) {}

func (h *inOrder) step(p *item, before string) {
	if h.gate != nil {
		<-h.gate
	}
	if last := h.last[p.Name]; last != before {
		fault := fmt.Sprintf("%s goes from %q to %s, but was at %q", p.Name, before, p.ResourceVersion, last)
		h.faults.CompareAndSwap(nil, &fault)
	}
	h.last[p.Name] = p.ResourceVersion
	h.calls.Add(1)
}

func (h *inOrder) verify(t *testing.T, calls int) {
	t.Helper()
	if fault := h.faults.Load(); fault != nil {
		t.Error(*fault)
	}
	if got := h.calls.Load(); got != int64(calls) {
		t.Errorf("%d calls, want %d", got, calls)
	}
}

// kubernetes/client-go#1326: one handler blocks through 200,000 updates. The other one
// gets them all meanwhile; later the blocked one does, in order; and then the memory
// of the backlog is free again.
func TestBlockedHandlerDelaysNobodyAndLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { blockThrough(t, 200_000) })
	forEveryKeepingPipeline(t, func(t *testing.T, o ...informer.Option) { blockThrough(t, 5_000, o...) })
}

func blockThrough(t *testing.T, updates int, o ...informer.Option) {
	const keys = 100
	source, gate := newFeed(), make(chan struct{})
	inf := source.informer(o...)
	blocked, free := newInOrder(gate), newInOrder(nil)
	add(t, inf, blocked)
	add(t, inf, free)
	start(t, inf)
	before := heap()
	for i := range updates {
		if i < keys {
			source.watcher.Add(source.item(podName(i)))
		} else {
			source.watcher.Modify(source.item(podName(i % keys)))
		}
	}
	synctest.Wait()
	free.verify(t, updates)
	blocked.verify(t, 0)
	if held := int64(heap() - before); held < int64(updates)*32 {
		t.Errorf("a backlog of %d seems to take %d bytes: this test measures nothing", updates, held)
	}
	close(gate)
	synctest.Wait()
	blocked.verify(t, updates)
	if kept := int64(heap() - before); kept > 1<<20 {
		t.Errorf("after the backlog was drained, %d bytes are kept", kept)
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// kubernetes/kubernetes#105031: no slot between the source and the handler keeps an
// object alive after it was delivered and replaced, also while the handler is busy
// with a later one of the same batch.
func TestDeliveredObjectsAreCollected(t *testing.T) {
	forEveryKeepingPipeline(t, func(t *testing.T, o ...informer.Option) {
		source, first, second := newFeed(), make(chan struct{}), make(chan struct{})
		inf := source.informer(o...)
		var calls atomic.Int64
		add(t, inf, cache.ResourceEventHandlerFuncs{
			AddFunc: func(any) { <-first },
			UpdateFunc: func(_, newObj any) {
				if calls.Add(1) == 3 {
					<-second
				}
			},
		})
		start(t, inf)
		source.watcher.Add(source.item("a"))
		synctest.Wait()
		old := func() weak.Pointer[item] {
			p := source.item("a")
			source.watcher.Modify(p)
			return weak.Make(p)
		}()
		for range 200 { // more than any store keeps of what was replaced
			source.watcher.Modify(source.item("a"))
		}
		synctest.Wait()
		close(first) // one backlog: the old version is its first item, the third one blocks
		synctest.Wait()
		for range 100 {
			runtime.GC()
			if old.Value() == nil {
				break
			}
		}
		if old.Value() != nil {
			t.Error("an object that was delivered and replaced is kept alive")
		}
		close(second)
	})
}

// A calm stream after a burst must not depend on what the burst left behind.
func TestAlternatingBurstsAndSingleEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := newFeed()
		inf := source.informer()
		h := newInOrder(nil)
		add(t, inf, h)
		start(t, inf)
		source.watcher.Add(source.item("a"))
		sent := 1
		for _, burst := range []int{1, 1, 2, 63, 64, 65, 300, 1, 1, 1500, 1, 5000, 2, 1} {
			for range burst {
				source.watcher.Modify(source.item("a"))
			}
			sent += burst
			synctest.Wait()
			h.verify(t, sent)
		}
	})
}
