package reflector_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/reflector"
)

// Real time and no bubble here: cleanups run outside of any bubble.

// Items of a typed list are values in one array; one item that stays must not
// keep the array (kubernetes/kubernetes#113305).
func TestItemsDoNotKeepTheirListAlive(t *testing.T) {
	for name, pageSize := range map[string]int64{"one piece": 0, "pages": 1} {
		t.Run(name, func(t *testing.T) {
			freed := make(chan string, 2)
			list := func(_ context.Context, o metav1.ListOptions) (apiruntime.Object, error) {
				token := "t"
				if o.Continue != "" || pageSize == 0 {
					token = ""
				}
				page := newList("7", token, obj("a"+o.Continue, "1"), obj("b"+o.Continue, "2"))
				runtime.AddCleanup(&page.Items[0], func(page string) { freed <- page }, o.Continue)
				return page, nil
			}
			store := cache.NewStore(cache.MetaNamespaceKeyFunc)
			watching := make(chan struct{})
			s := &script{lists: listAnswers{list}, watches: watchAnswers{func(context.Context, metav1.ListOptions) (watch.Interface, error) {
				close(watching)
				return newStream(), nil
			}}}
			stop := run(t, reflector.New(s, store, reflector.Options{ListMode: reflector.ListPaged, PageSize: pageSize}))
			defer stop()
			<-watching
			for pages := 1 + int(pageSize); pages > 0; pages-- {
				awaitFreed(t, freed)
			}
			if got := len(store.List()); got != 2+2*int(pageSize) {
				t.Errorf("the store holds %d objects", got)
			}
		})
	}
}

func awaitFreed(t *testing.T, freed <-chan string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Fatal("the list's array is still alive")
}

// kubernetes/kubernetes#113305
func TestHeapStaysFlatWhenAllButOneObjectOfAListAreReplaced(t *testing.T) {
	for _, over := range sources {
		n := 20_000
		if over.repeats {
			n = 5000 // JSON takes its time
		}
		t.Run(over.name, func(t *testing.T) { replaceAllButOne(t, over, n) })
	}
}

func replaceAllButOne(t *testing.T, over over, n int) {
	big := func(name, version string) *metav1.PartialObjectMetadata {
		o := obj(name, version)
		o.Annotations = map[string]string{"payload": strings.Repeat(version[:1], 2048)}
		return o
	}
	list := func(context.Context, metav1.ListOptions) (apiruntime.Object, error) {
		page := newList("7", "")
		for i := range n {
			page.Items = append(page.Items, *big(fmt.Sprint("o", i), "1"))
		}
		return page, nil
	}
	store := bookmarked{cache.NewStore(cache.MetaNamespaceKeyFunc), make(chan struct{})}
	st := newStream()
	watching := make(chan struct{})
	s := &script{lists: listAnswers{list}, watches: watchAnswers{func(context.Context, metav1.ListOptions) (watch.Interface, error) {
		close(watching)
		return st, nil
	}}}
	before := liveHeap()
	stop := run(t, reflector.New(over.connect(t, s), store, paged()))
	defer stop()
	<-watching
	listed := liveHeap() - before
	for i := 1; i < n; i++ {
		st.events <- watch.Event{Type: watch.Modified, Object: big(fmt.Sprint("o", i), "2")}
	}
	st.send(bookmark("9"))
	<-store.reached
	updated := liveHeap() - before
	if float64(updated) > 1.15*float64(listed) {
		t.Errorf("live heap grew from %d KB to %d KB", listed>>10, updated>>10)
	}
	runtime.KeepAlive(store)
}

// bookmarked tells when a bookmark, and so all before it, has come.
type bookmarked struct {
	cache.Store
	reached chan struct{}
}

func (b bookmarked) Bookmark(string) error {
	close(b.reached)
	return nil
}

func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// run runs r in the background; the returned function stops it and waits.
func run(t *testing.T, r *reflector.Reflector) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}
