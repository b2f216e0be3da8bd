package source_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/source"
)

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// kubernetes/kubernetes#134827: a bookmark carries a version and nothing else, and
// it is the source's, not that of the last event of the resource.
func TestBookmarksTellTheVersionOfTheSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := loaded(t, source.Options{}, pods(2)...)
		stream := open(t, s, metav1.ListOptions{ResourceVersion: "2", AllowWatchBookmarks: true})
		start := time.Now()
		wantEvents(t, take(t, stream, 1), "BOOKMARK @2")
		node := workload.Nodes.New()
		node.(metav1.Object).SetName("n")
		if err := s.Apply(workload.Event{Resource: workload.Nodes, Type: watch.Added, Object: node}); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, take(t, stream, 1), "BOOKMARK @3")
		if waited := time.Since(start); waited != 2*source.DefaultBookmarkInterval {
			t.Errorf("two bookmarks took %v", waited)
		}
		wantEvents(t, take(t, open(t, s, metav1.ListOptions{ResourceVersion: "3", AllowWatchBookmarks: true}), 1), "BOOKMARK @3")
	})
}

func TestBusyWatchHasBookmarksAndEndsOnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := loaded(t, source.Options{BookmarkInterval: 3 * time.Second}, pods(1)...)
		stream := open(t, s, metav1.ListOptions{ResourceVersion: "1", AllowWatchBookmarks: true, TimeoutSeconds: new(int64(5))})
		for second := range 4 {
			apply(t, s, watch.Modified, pod("a", "p000", 0))
			time.Sleep(time.Second) // the bubble's clock
			got := take(t, stream, 1)
			want := []string{fmt.Sprintf("MODIFIED p000@%d", second+2)}
			if second == 2 {
				want = append(want, "BOOKMARK @4")
			}
			wantEvents(t, got, want...)
		}
		time.Sleep(time.Second)
		apply(t, s, watch.Modified, pod("a", "p000", 0))
		wantEnd(t, stream)
	})
}

func TestNoBookmarkFromBeforeTheWatchsVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := loaded(t, source.Options{}, pods(1)...)
		stream := open(t, s, metav1.ListOptions{ResourceVersion: "9", AllowWatchBookmarks: true, TimeoutSeconds: new(int64(600))})
		wantEnd(t, stream)
	})
}

func TestStopAndContextEndAWatchAtOnce(t *testing.T) {
	ends := map[string]func(w watch.Interface, cancel context.CancelFunc){
		"stop":    func(w watch.Interface, _ context.CancelFunc) { w.Stop(); w.Stop() },
		"context": func(_ watch.Interface, cancel context.CancelFunc) { cancel() },
	}
	for name, end := range ends {
		for _, full := range []bool{false, true} { // the pump waits for events, or for its reader
			synctest.Test(t, func(t *testing.T) {
				s := loaded(t, source.Options{}, pods(1)...)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				lw := s.ListerWatcher(workload.Pods).(interface {
					WatchWithContext(context.Context, metav1.ListOptions) (watch.Interface, error)
				})
				w, err := lw.WatchWithContext(ctx, metav1.ListOptions{ResourceVersion: "1"})
				if err != nil {
					t.Fatal(err)
				}
				for i := 0; full && i < 1000; i++ {
					apply(t, s, watch.Modified, pod("a", "p000", 0))
				}
				synctest.Wait()
				start := time.Now()
				end(w, cancel)
				for range w.ResultChan() {
				}
				synctest.Wait()
				if waited := time.Since(start); waited != 0 {
					t.Errorf("%s: the end took %v", name, waited)
				}
				if n := s.Watches(workload.Pods); n != 0 {
					t.Errorf("%s: %d watches are still open", name, n)
				}
			})
		}
	}
}

func TestNextReturnsWhenItsContextIsDoneAndCanGoOn(t *testing.T) {
	s := loaded(t, source.Options{}, pods(1)...)
	stream := open(t, s, metav1.ListOptions{ResourceVersion: "1"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := stream.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	apply(t, s, watch.Modified, pod("a", "p000", 0))
	wantEvents(t, take(t, stream, 1), "MODIFIED p000@2")
}
