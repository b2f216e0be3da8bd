package informer_test

import (
	"context"
	"runtime"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
	"informerbench/stores"
	"informerbench/stores/mvcc"
	"informerbench/stores/packed"
)

// pausingSource is a bigSource that waits before the last page of its first list as well.
type pausingSource struct{ *bigSource }

func (s pausingSource) List(o metav1.ListOptions) (apiruntime.Object, error) {
	list, err := s.bigSource.List(o)
	if s.lists == 1 && list.(*metav1.PartialObjectMetadataList).Continue == "" {
		s.reached <- struct{}{}
		<-s.goOn
	}
	return list, err
}

// heapOfFirstList returns what is alive when all but the last page has come, and when all is in the store and
// waits for a handler that hangs.
func heapOfFirstList(t *testing.T, store stores.Constructor, queue informer.QueueFunc) (listed, waiting int64) {
	s := pausingSource{&bigSource{
		objects: 8_000, page: 50, identity: true,
		watching: make(chan *watch.RaceFreeFakeWatcher, 1), reached: make(chan struct{}), goOn: make(chan struct{}),
	}}
	hang := make(chan struct{})
	empty := liveHeap()
	inf := informer.NewSharedIndexInformer(s, &metav1.PartialObjectMetadata{}, 0, cache.Indexers{},
		informer.WithQueue(queue), informer.WithStore(store), informer.WithListMode(reflector.ListPaged), informer.WithPageSize(50))
	if _, err := inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { <-hang }}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		inf.RunWithContext(ctx)
	}()
	defer func() { cancel(); close(hang); <-done }()
	<-s.reached
	listed = liveHeap() - empty
	s.goOn <- struct{}{}
	<-s.watching
	if !cache.WaitForCacheSync(ctx.Done(), inf.HasSynced) {
		t.Fatal("not synced")
	}
	waiting = liveHeap() - empty
	runtime.KeepAlive(inf)
	return listed, waiting
}

// A list for a store that packs is packed as it comes, and what waits for a slow handler is what the store has. A
// DeltaFIFO, which keeps each object by itself, shows what the test finds when they are held.
func TestAPackingStoreNeedsNoRoomForItsListAsItCame(t *testing.T) {
	plain, plainWaiting := heapOfFirstList(t, mvcc.New, informer.InOrder)
	for name, queue := range queues {
		t.Run("queue="+name, func(t *testing.T) {
			listed, waiting := heapOfFirstList(t, packed.New, queue)
			part, partWaiting := float64(listed)/float64(plain), float64(waiting)/float64(plainWaiting)
			t.Logf("%.2f of the heap of objects as they came while they are listed, %.2f while they wait", part, partWaiting)
			if name == "deltafifo" {
				if part < 0.8 {
					t.Error("this test finds nothing")
				}
			} else if part > 0.5 || partWaiting > 0.5 {
				t.Error("the objects are held")
			}
		})
	}
}
