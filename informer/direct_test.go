package informer_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
	"informerbench/stores"
	"informerbench/stores/mvcc"
)

// counted is a store that notes the sizes of its transactions and its bookmarks, in order.
type counted struct {
	stores.Store
	mu     sync.Mutex
	log    []string
	before func() // called at the start of a transaction
}

func (c *counted) note(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.log = append(c.log, line)
}

func (c *counted) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if c.before != nil {
		c.before()
	}
	c.note(fmt.Sprint(len(entries)))
	c.Store.Transaction(entries...)
}

func (c *counted) Bookmark(version string) {
	c.note("bookmark " + version)
	c.Store.Bookmark(version)
}

func (c *counted) want(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Equal(c.log, want) {
		t.Errorf("the store saw %q, want %q", c.log, want)
	}
	c.log = nil
}

// directFeed is an informer without a queue over a feed and a store that counts.
func directFeed(t *testing.T) (*feed, *counted, cache.SharedIndexInformer) {
	f, store := newFeed(), &counted{}
	inf := informer.NewSharedIndexInformer(f, &item{}, 0, cache.Indexers{}, informer.WithQueue(informer.Direct),
		informer.WithListMode(reflector.ListPaged), informer.WithStore(func(i cache.Indexers) stores.Store {
			store.Store = mvcc.New(i)
			return store
		}))
	return f, store, inf
}

func (f *feed) bookmark() {
	f.watcher.Action(watch.Bookmark, f.item(""))
}

// What the watch has ready becomes one transaction, of several changes of one key as
// well, and the handlers see each change.
func TestDirectCommitsWhatIsReadyAsOneTransaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, store, inf := directFeed(t)
		r := newRecorder()
		add(t, inf, r)
		start(t, inf)
		store.before = func() { // all of the rest is then ready at once
			store.before = nil
			for i := range 500 {
				f.watcher.Modify(f.item(podName(i % 400)))
			}
			f.watcher.Delete(f.item(podName(0)))
		}
		f.watcher.Add(f.item("first"))
		store.want(t, "1", "501")
		if calls := len(r.calls()); calls != 502 || len(inf.GetStore().ListKeys()) != 400 {
			t.Errorf("%d calls, %d objects", calls, len(inf.GetStore().ListKeys()))
		}
		if got, want := r.history(podKey(0)), []string{"add 2", "update 2→402", "delete 502"}; !slices.Equal(got, want) {
			t.Errorf("a key that comes three times: %q, want %q", got, want)
		}
		if got := inf.LastSyncResourceVersion(); got != "502" {
			t.Errorf("version %s", got)
		}
		f.watcher.Add(f.item("alone"))
		store.want(t, "1")
	})
}

// A bookmark reaches the store behind the changes before it and before those behind it.
func TestDirectKeepsBookmarksInTheirPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, store, inf := directFeed(t)
		start(t, inf)
		store.before = func() { // all of the rest is then ready at once
			store.before = nil
			f.watcher.Add(f.item("b"))
			f.watcher.Add(f.item("c"))
			f.bookmark()
			f.watcher.Modify(f.item("b"))
			f.bookmark()
		}
		f.watcher.Add(f.item("a"))
		store.want(t, "1", "2", "bookmark 4", "1", "bookmark 6")
		if got := inf.GetStore().LastStoreSyncResourceVersion(); got != "6" {
			t.Errorf("the store's version is %s", got)
		}
	})
}

// The reflector never waits for a handler: with one that blocks the store goes on, and
// nothing is lost.
func TestDirectDoesNotWaitForHandlers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _, inf := directFeed(t)
		gate, calls := make(chan struct{}), atomic.Int64{}
		add(t, inf, cache.ResourceEventHandlerFuncs{AddFunc: func(any) { <-gate; calls.Add(1) }})
		start(t, inf)
		const changes = 5000
		for i := range changes {
			f.watcher.Add(f.item(podName(i)))
		}
		synctest.Wait()
		if got := len(inf.GetStore().ListKeys()); got != changes {
			t.Errorf("the store has %d of %d", got, changes)
		}
		close(gate)
		synctest.Wait()
		if calls.Load() != changes {
			t.Errorf("%d of %d calls", calls.Load(), changes)
		}
	})
}

// While a transaction runs nothing is received: the source is held back, and not memory
// filled.
func TestDirectHoldsTheSourceBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, store, inf := directFeed(t)
		start(t, inf)
		gate := make(chan struct{})
		store.before = func() { <-gate }
		sent := atomic.Int64{}
		go func() {
			for i := range 3000 {
				f.watcher.Add(f.item(podName(i)))
				sent.Add(1)
			}
		}()
		synctest.Wait()
		if got := sent.Load(); got > 2*1024 {
			t.Errorf("%d events were taken beside a transaction that does not end", got)
		}
		close(gate)
		synctest.Wait()
		if got := len(inf.GetStore().ListKeys()); got != 3000 {
			t.Errorf("the store has %d of 3000", got)
		}
	})
}

// A list that cannot be indexed, where panics do not end the process: it is tried again
// and the informer is not synced before it is in the store. (The store is one that keeps
// nothing of a list that it refuses; client-go's keeps the objects without their indexes.)
func TestDirectListsAgainWhenTheListPanicked(t *testing.T) {
	utilruntime.ReallyCrash = false
	defer func() { utilruntime.ReallyCrash = true }()
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		broken.Store(true)
		inf := newInformerWith(withPods(3), cache.SharedIndexInformerOptions{Indexers: cache.Indexers{"picky": func(any) ([]string, error) {
			if broken.Load() {
				return nil, errors.New("cannot index this")
			}
			return nil, nil
		}}}, informer.WithQueue(informer.Direct), informer.WithStore(mvcc.New))
		r := newRecorder()
		reg := add(t, inf, r)
		start(t, inf)
		if relisted(); inf.HasSynced() || reg.HasSynced() || stats(inf).ProcessErrors == 0 {
			t.Errorf("synced=%v, %v with a list that is not there; stats %+v", inf.HasSynced(), reg.HasSynced(), stats(inf))
		}
		broken.Store(false)
		if relisted(); !inf.HasSynced() || !reg.HasSynced() || len(r.calls()) != 3 || r.initial != 3 {
			t.Errorf("mended: synced=%v, %v, calls %q", inf.HasSynced(), reg.HasSynced(), r.calls())
		}
	})
}

// The handler of a controller runs on the reflector's goroutine, and a stop does not
// need its help.
func TestDirectInASingleHandlerInformer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, r := withPods(2), newRecorder()
		store, controller := informer.NewInformer(source, &corev1.Pod{}, 0, r, informer.WithQueue(informer.Direct))
		stop, done := make(chan struct{}), make(chan struct{})
		go func() { defer close(done); controller.Run(stop) }()
		synctest.Wait()
		source.put(podName(0))
		source.delete(podName(1))
		synctest.Wait()
		want := []string{"ns/pod-0: initial 1", "ns/pod-1: initial 2", "ns/pod-0: update 1→3", "ns/pod-1: delete 4"}
		if !slices.Equal(r.calls(), want) || len(store.ListKeys()) != 1 || !controller.HasSynced() {
			t.Errorf("calls %q, store %q", r.calls(), store.ListKeys())
		}
		close(stop)
		<-done
	})
}
