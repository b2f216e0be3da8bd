package reflectorbench

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// stallInterval is the time between two Gets of a watcher of stalls. It is the kernel's, so that a sleeping one does not need a core
// to look at the clock.
const stallInterval = 100 * time.Microsecond

// Stalls are readers that Get one key after the other at intervals, and keep how long each Get took. One that took longer than the
// interval stands also for those that a reader who kept to the interval would have begun meanwhile (HdrHistogram's correction for
// coordinated omission), so that p99.9 is of points in time, not of the reads that were possible. What a reader waits for a core
// between two reads does not count.
type Stalls struct {
	store   Reads
	keys    []string
	absent  bool // the keys are in no state
	stop    atomic.Bool
	wg      sync.WaitGroup
	readers []*stallReader
}

// stallReader is one goroutine's until it has ended.
type stallReader struct {
	took  *latencies
	wrong error
}

// WatchStalls starts readers of the primary's store. The keys must be there in all states that come meanwhile, see
// [Lab.Untouched]: a Get that does not find one is an error. Without keys they Get one that no object has: also before there are
// any objects. The caller ends them by Finish.
func (l *Lab) WatchStalls(readers int, keys []string) *Stalls {
	s := &Stalls{store: l.Store(), keys: keys, absent: len(keys) == 0}
	if s.absent {
		s.keys = []string{sentinelName + "/absent"}
	}
	for i := range readers {
		r := &stallReader{took: newLatencies()}
		s.readers = append(s.readers, r)
		s.wg.Go(func() { s.loop(r, i*len(s.keys)/readers) })
	}
	return s
}

func (s *Stalls) loop(r *stallReader, from int) {
	for i := from; i == from || !s.stop.Load(); i++ {
		key := s.keys[i%len(s.keys)]
		began := time.Now()
		_, exists, err := s.store.GetByKey(key)
		r.took.recordAt(time.Since(began).Nanoseconds(), stallInterval.Nanoseconds())
		if err != nil || exists == s.absent {
			r.wrong = fmt.Errorf("reader: Get of %q: found: %t, want %t (%v)", key, exists, !s.absent, err)
			return
		}
		Nap(stallInterval)
	}
}

// Finish ends the readers and returns what they found together. Calling it again returns the same.
func (s *Stalls) Finish() (Latencies, error) {
	s.stop.Store(true)
	s.wg.Wait()
	sum := newLatencies()
	for _, r := range s.readers {
		if r.wrong != nil {
			return Latencies{}, r.wrong
		}
		sum.merge(r.took)
	}
	return Latencies{sum}, nil
}

// recordAt records a latency that was sampled at intervals, and those that it kept from being sampled.
func (l *latencies) recordAt(ns, interval int64) {
	l.max = max(l.max, ns)
	if l.hist.RecordCorrectedValue(max(ns, 0), interval) != nil {
		l.overflow++
	}
}

// Untouched returns keys of the primary's store that none of the events is about, at most most of them, in an order that depends on
// nothing else. There may be none.
func (l *Lab) Untouched(most int, batches ...[]workload.Event) (keys []string) {
	touched := map[string]bool{}
	for _, events := range batches {
		for _, e := range events {
			m, err := meta.Accessor(e.Object)
			if err != nil {
				panic(err) // the generator's objects have metadata
			}
			touched[cache.MetaObjectToName(m).String()] = true
		}
	}
	left := slices.DeleteFunc(l.Store().ListKeys(), func(key string) bool { return touched[key] })
	slices.Sort(left)
	if len(left) <= most {
		return left
	}
	for i := range most { // spread over all
		keys = append(keys, left[i*len(left)/most])
	}
	return keys
}
