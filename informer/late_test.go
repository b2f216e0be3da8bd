package informer_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"informerbench/informer"
)

// kubernetes/kubernetes#28379: a handler that joins gets one add per life of a key
// before anything else, has no gap, and ends with what the store holds.
func TestLateHandlersSeeNoGapAndNoDuplicate(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		const objects, joins = 1000, 4
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		dice := rand.New(rand.NewPCG(seed, 0))
		source, first := withPods(objects), newMirror()
		source.buffer = 100 // so that several changes are ready at once
		inf := newInformer(source, o...)
		add(t, inf, first)
		start(t, inf)
		stop, writer := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(writer)
			churn(source, objects, &first.calls, stop)
		}()
		mirrors := []*mirror{first}
		for range joins {
			// Wait for changes, not for a time: so joins fall amid the writing.
			for until := first.calls.Load() + dice.Int64N(300); first.calls.Load() < until; {
				runtime.Gosched()
			}
			m := newMirror()
			add(t, inf, m)
			mirrors = append(mirrors, m)
		}
		close(stop)
		<-writer
		synctest.Wait()
		for i, m := range mirrors {
			m.verify(t, fmt.Sprintf("handler %d", i), versionsIn(inf.GetStore()))
		}
	})
}

// churn updates, deletes and creates Pods until it is stopped, no more than a few
// hundred changes ahead of the handler that counts.
func churn(s *script, objects int, delivered *atomic.Int64, stop chan struct{}) {
	for i := 0; ; i++ {
		for s.lastVersion() > int(delivered.Load())+200 {
			select {
			case <-stop:
				return
			default:
				runtime.Gosched()
			}
		}
		name := podName(i * 7919 % objects)
		if i%3 != 2 || !s.deleteIfPresent(name) {
			s.put(name)
		}
	}
}
