package record_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

func isWatch(r request) bool { return r.watch }

// A watch that breaks, and breaks, loses nothing and doubles nothing.
func TestBrokenWatchesAreResumed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		result := c.start(t, context.Background(), c.options(time.Minute, "pods"))
		synctest.Wait()
		stream := workload.NewStream(c.population, workload.Churn, 1)
		for range 10 {
			c.play(t, stream, 3)
			synctest.Wait()
			c.breakWatches()
			c.play(t, stream, 2) // while no watch is open
			time.Sleep(time.Second)
			synctest.Wait()
		}
		got := <-result
		assertState(t, got.state(t, workload.Pods), c.Objects(workload.Pods))
		if n := len(got.of(trace.Watched)); n != 50 {
			t.Errorf("%d watched events, want 50", n)
		}
		if s := got.summary; s.Reconnects != 10 || s.Relists != 0 {
			t.Errorf("summary %+v", s)
		}
	})
}

// Where the server has forgotten the version, the difference is written, and only that.
func TestExpiredWatchIsListedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		var refuse atomic.Bool
		c.fault = func(w http.ResponseWriter, r request) bool {
			refused := r.watch && refuse.Load()
			if refused {
				http.Error(w, "{}", http.StatusServiceUnavailable)
			}
			return refused
		}
		result := c.start(t, context.Background(), c.options(time.Minute, "pods"))
		synctest.Wait()
		before := c.Objects(workload.Pods)
		refuse.Store(true)
		c.breakWatches()
		c.play(t, workload.NewStream(c.population, workload.Churn, 1), 30)
		c.Compact(c.Version())
		after := c.Objects(workload.Pods)
		refuse.Store(false)
		got := <-result
		assertState(t, got.state(t, workload.Pods), after)
		want := map[watch.EventType]int{}
		for key, o := range after {
			switch old, existed := before[key]; {
			case !existed:
				want[watch.Added]++
			case old.(*corev1.Pod).ResourceVersion != o.(*corev1.Pod).ResourceVersion:
				want[watch.Modified]++
			}
		}
		for key := range before {
			if _, exists := after[key]; !exists {
				want[watch.Deleted]++
			}
		}
		have := map[watch.EventType]int{}
		for _, e := range got.of(trace.Relisted) {
			have[e.Type]++
			if p := e.Object.(*corev1.Pod); e.Type == watch.Deleted && (p.UID == "" || p.ResourceVersion == "" || p.Spec.NodeName != "") {
				t.Errorf("a deletion that was not seen carries %+v", p)
			}
		}
		if fmt.Sprint(have) != fmt.Sprint(want) || len(want) != 3 {
			t.Errorf("listed again: %v, want %v", have, want)
		}
		if s := got.summary; s.Relists != 1 {
			t.Errorf("summary %+v", s)
		}
	})
}

// An error in the stream itself, of a watch that was open.
func TestExpiredInTheStreamIsListedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		result := c.start(t, context.Background(), c.options(time.Minute, "pods"))
		synctest.Wait()
		c.ExpireWatches(workload.Pods)
		synctest.Wait()
		stream := workload.NewStream(c.population, workload.Churn, 1)
		c.play(t, stream, 5)
		got := <-result
		assertState(t, got.state(t, workload.Pods), c.Objects(workload.Pods))
		if s := got.summary; s.Relists != 1 || s.Reconnects != 0 || len(got.of(trace.Relisted)) != 0 || len(got.of(trace.Watched)) != 5 {
			t.Errorf("summary %+v, %d relisted, %d watched", s, len(got.of(trace.Relisted)), len(got.of(trace.Watched)))
		}
	})
}

// The token of the second page expires: the list begins again, and no object comes twice.
func TestListThatExpiresBeginsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 20, workload.Pods)
		stream := workload.NewStream(c.population, workload.Churn, 1)
		pages := 0
		c.fault = func(_ http.ResponseWriter, r request) bool {
			if r.token != "" {
				if pages++; pages == 2 {
					c.play(t, stream, 10)
					c.Compact(c.Version())
				}
			}
			return false
		}
		got := <-c.start(t, context.Background(), c.options(time.Minute, "pods"))
		assertState(t, got.state(t, workload.Pods), c.Objects(workload.Pods))
		if s := got.summary; len(got.of(trace.Listed)) != 14 || len(got.of(trace.Relisted)) == 0 || !s.Listed {
			t.Errorf("%d listed, %d relisted, %+v", len(got.of(trace.Listed)), len(got.of(trace.Relisted)), s)
		}
	})
}

// The server asks for a wait before each of three lists.
func TestRetryAfterIsHonoured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 5, workload.Pods)
		refusals := 0
		c.fault = func(w http.ResponseWriter, r request) bool {
			if r.path != "/api/v1/pods" || refusals == 3 {
				return false
			}
			refusals++
			w.Header().Set("Retry-After", strconv.Itoa(7))
			http.Error(w, "slow down", http.StatusTooManyRequests)
			return true
		}
		got := <-c.start(t, context.Background(), c.options(time.Minute, "pods"))
		lists := c.seen(func(r request) bool { return r.path == "/api/v1/pods" && !r.watch })
		for i := 1; i < len(lists); i++ {
			if gap := lists[i].at.Sub(lists[i-1].at); gap < 7*time.Second {
				t.Errorf("list %d came %v after the one before it", i, gap)
			}
		}
		if len(lists) != 4 || len(got.of(trace.Listed)) != 5 {
			t.Errorf("%d lists, %d objects", len(lists), len(got.of(trace.Listed)))
		}
	})
}

// Watches that end at once, for a minute: asked for more and more seldom.
func TestServerThatClosesAtOnceIsNotStormed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 5, workload.Pods)
		c.fault = func(w http.ResponseWriter, r request) bool { return r.watch }
		got := <-c.start(t, context.Background(), c.options(2*time.Minute, "pods"))
		if n := len(c.seen(isWatch)); n < 5 || n > 15 {
			t.Errorf("%d watches in two minutes", n)
		}
		// Nothing was heard in all that time: no calm, but a gap.
		if want := []trace.Gap{{Resource: workload.Pods, From: 0, To: 2 * time.Minute}}; !slices.Equal(got.gaps, want) || got.away == nil || got.summary.Reconnects != 0 {
			t.Errorf("gaps %v, away %v, summary %+v", got.gaps, got.away, got.summary)
		}
		assertState(t, got.state(t, workload.Pods), c.Objects(workload.Pods))
	})
}
