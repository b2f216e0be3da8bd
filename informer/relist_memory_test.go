package informer_test

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
	"informerbench/stores/mvcc"
)

// bigSource lists objects of two kilobytes each, made anew for each request as a decoder makes them. Of
// each list a hundredth has changed. Before the last page of a relist it waits.
type bigSource struct {
	objects, page int
	identity      bool // objects have a UID
	lists         int
	watching      chan *watch.RaceFreeFakeWatcher
	reached       chan struct{} // the last page is asked for
	goOn          chan struct{}
}

func (s *bigSource) List(o metav1.ListOptions) (apiruntime.Object, error) {
	from, _ := strconv.Atoi(o.Continue)
	if from == 0 {
		s.lists++
	}
	to := min(from+s.page, s.objects)
	list := &metav1.PartialObjectMetadataList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(1000 + s.lists)}}
	for i := from; i < to; i++ {
		list.Items = append(list.Items, s.object(i))
	}
	if to < s.objects {
		list.Continue = strconv.Itoa(to)
	} else if s.lists > 1 {
		s.reached <- struct{}{}
		<-s.goOn
	}
	return list, nil
}

func (s *bigSource) object(i int) metav1.PartialObjectMetadata {
	version := 1
	if s.lists > 1 && i%100 == 0 {
		version = s.lists
	}
	o := metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: fmt.Sprint("o", i), ResourceVersion: strconv.Itoa(version)}}
	if s.identity {
		o.UID = types.UID(fmt.Sprint("uid-", i))
	}
	o.Annotations = map[string]string{"payload": strings.Repeat("x", 2048)}
	return o
}

func (s *bigSource) Watch(metav1.ListOptions) (watch.Interface, error) {
	w := watch.NewRaceFreeFake()
	s.watching <- w
	return w, nil
}

// A list that is fetched again is not held beside what the store has: before its last page, with
// all the others collected, hardly more is alive than in a calm moment, and so after it.
// Objects without an identity show what the test finds when they are held twice.
func TestRelistHoldsOnlyWhatHasChanged(t *testing.T) {
	for name, queue := range queues {
		t.Run("queue="+name, func(t *testing.T) {
			during, after := heapOfRelist(t, queue, true)
			if during > 1.15 || after > 1.15 {
				t.Errorf("%.2f times the calm heap was alive during a relist, %.2f after", during, after)
			}
		})
	}
	t.Run("without identity", func(t *testing.T) {
		if during, _ := heapOfRelist(t, informer.InOrder, false); during < 1.6 {
			t.Errorf("only %.2f times the calm heap was alive: this test finds nothing", during)
		}
	})
}

// heapOfRelist returns what is alive at the end of a relist, and after it, in parts of what was
// before. It takes real time, for a heap is no matter of bubbles.
func heapOfRelist(t *testing.T, queue informer.QueueFunc, identity bool) (during, after float64) {
	s := &bigSource{
		objects: 2_500, page: 50, identity: identity, // the page that is on its way is alive, too
		watching: make(chan *watch.RaceFreeFakeWatcher, 10), reached: make(chan struct{}), goOn: make(chan struct{}),
	}
	var added, updated atomic.Int64
	told := make(chan struct{})
	empty := liveHeap()
	inf := informer.NewSharedIndexInformer(s, &metav1.PartialObjectMetadata{}, 0, cache.Indexers{},
		informer.WithQueue(queue), informer.WithStore(mvcc.New), informer.WithListMode(reflector.ListPaged), informer.WithPageSize(50),
		informer.WithBackoff(reflector.Backoff{Initial: time.Millisecond}))
	registration, err := inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { added.Add(1) }, UpdateFunc: func(_, _ any) {
			if updated.Add(1) == int64(s.objects/100) {
				close(told)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		inf.RunWithContext(ctx)
	}()
	defer func() { cancel(); <-done }()
	first := <-s.watching
	if !cache.WaitForCacheSync(ctx.Done(), registration.HasSynced) {
		t.Fatal("not synced")
	}
	calm := liveHeap() - empty
	expired := apierrors.NewResourceExpired("too old").Status()
	first.Error(&expired)
	<-s.reached
	during = float64(liveHeap()-empty) / float64(calm)
	s.goOn <- struct{}{}
	<-s.watching
	<-told // until then it may be in the queue, or on the way to the handler
	after = float64(liveHeap()-empty) / float64(calm)
	if added.Load() != int64(s.objects) || updated.Load() != int64(s.objects/100) {
		t.Errorf("%d adds, %d updates", added.Load(), updated.Load())
	}
	runtime.KeepAlive(inf)
	return during, after
}

func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
