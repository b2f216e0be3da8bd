package informer_test

import (
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"

	"informerbench/informer"
)

// resyncs counts the updates that a handler has got beyond its first add.
func resyncs(r *recorder) int { return len(r.history(podKey(0))) - 1 }

func addResyncing(t *testing.T, inf cache.SharedIndexInformer, period time.Duration) *recorder {
	t.Helper()
	r := newRecorder()
	if _, err := inf.AddEventHandlerWithOptions(r, cache.HandlerOptions{ResyncPeriod: &period}); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestResyncPeriods(t *testing.T) {
	for _, c := range []struct {
		name     string
		informer time.Duration
		before   *time.Duration // the period of another handler, added before the start
		late     bool           // the handler is added after the start
		handler  time.Duration
		want     int // resyncs in ten minutes and a bit
	}{
		{"the informer's own period", time.Minute, nil, false, time.Minute, 10},
		{"none asked for", time.Minute, nil, false, 0, 0},
		{"the informer does none", 0, nil, false, time.Minute, 0},
		{"a longer one", time.Minute, nil, false, 150 * time.Second, 3}, // each third minute
		{"a shorter one shortens the check", 5 * time.Minute, nil, false, time.Minute, 10},
		{"another handler's shorter one helps", 5 * time.Minute, ptr.To(time.Minute), false, 2 * time.Minute, 5},
		{"below the minimum", time.Minute, nil, false, time.Millisecond, 600},
		{"a shorter one after the start is raised", 5 * time.Minute, nil, true, time.Minute, 2},
		{"a longer one after the start", time.Minute, nil, true, 5 * time.Minute, 2},
	} {
		for name, queue := range queues {
			t.Run(c.name+"/queue="+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					inf := newInformerWith(withPods(1), cache.SharedIndexInformerOptions{ResyncPeriod: c.informer}, informer.WithQueue(queue))
					if c.before != nil {
						addResyncing(t, inf, *c.before)
					}
					var r *recorder
					if !c.late {
						r = addResyncing(t, inf, c.handler)
					}
					start(t, inf)
					if c.late {
						r = addResyncing(t, inf, c.handler)
					}
					time.Sleep(10*time.Minute + time.Second/2)
					synctest.Wait()
					if got := resyncs(r); got != c.want {
						t.Errorf("%d resyncs in ten minutes, want %d", got, c.want)
					}
				})
			})
		}
	}
}

// A resync goes only to the handlers that are due; the others do not hear of it.
func TestResyncGoesOnlyToThoseDue(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source := withPods(1)
		inf := newInformerWith(source, cache.SharedIndexInformerOptions{ResyncPeriod: time.Minute}, o...)
		often, seldom, never := addResyncing(t, inf, time.Minute), addResyncing(t, inf, 5*time.Minute), addResyncing(t, inf, 0)
		start(t, inf)
		for minute := 1; minute <= 10; minute++ {
			time.Sleep(time.Minute)
			synctest.Wait()
			if o, s, n := resyncs(often), resyncs(seldom), resyncs(never); o != minute || s != minute/5 || n != 0 {
				t.Errorf("minute %d: %d, %d and %d resyncs, want %d, %d and 0", minute, o, s, n, minute, minute/5)
			}
		}
		source.put(podName(0)) // a real change reaches all
		synctest.Wait()
		for _, r := range []*recorder{often, seldom, never} {
			if h := r.history(podKey(0)); h[len(h)-1] != "update 1→2" {
				t.Errorf("a change is missing: %q", h)
			}
		}
	})
}
