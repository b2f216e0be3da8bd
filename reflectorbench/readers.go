package reflectorbench

import (
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// reader is one goroutine that reads in a closed loop and keeps its own histogram.
type reader struct {
	read  func(pick string) (rows int)
	picks []string // a power of two of them
	pause time.Duration
	found *latencies
	enter func() // labels the goroutine in profiled runs
	// rows is how many objects the reads returned, stalled the nanoseconds that went
	// into reads of over stallTime.
	rows, stalled int64
}

// stallTime is far above what a Get or ByIndex takes that waits for nobody.
const stallTime = 100 * time.Microsecond

// loop reads until stop. The end of one read is the start of the next: a second
// reading of the clock would cost as much as a Get. So a latency includes one clock
// reading, the recording of the one before, and the choice of the key.
func (r *reader) loop(stop *atomic.Bool) {
	base := time.Now()
	var last int64
	for i := 0; !stop.Load(); i++ {
		r.rows += int64(r.read(r.picks[i&(len(r.picks)-1)]))
		now := int64(time.Since(base))
		r.found.record(now - last)
		if now-last > int64(stallTime) {
			r.stalled += now - last
		}
		if last = now; r.pause > 0 {
			last = r.rest(base, now)
		}
	}
}

// rest lets the pause pass, with the core free for the pipeline, and returns when it is over.
// Reads at intervals see a stall as often as it takes time; reads without a pause see
// it once among the million that were done while there was none.
func (r *reader) rest(base time.Time, now int64) int64 {
	until := now + int64(r.pause)
	for now < until {
		yield()
		now = int64(time.Since(base))
	}
	return now
}

// readers run together until stopped.
type readers struct {
	all  []*reader
	stop atomic.Bool
	wg   sync.WaitGroup
}

func startReaders(all []*reader) *readers {
	rs := &readers{all: all}
	for _, r := range all {
		rs.wg.Go(func() {
			r.enter()
			r.loop(&rs.stop)
		})
	}
	return rs
}

// readings is what readers found together.
type readings struct {
	*latencies
	rows, stalled int64
	// delivered is how late the events arrived that were played meanwhile; nil if others wrote, or none arrived.
	delivered *latencies
}

func (r readings) delivery() []value {
	if r.delivered == nil {
		return nil
	}
	return []value{{float64(r.delivered.percentile(50)), "p50-deliver-ns"}, {float64(r.delivered.percentile(99)), "p99-deliver-ns"}}
}

// finish stops the readers and merges what they found.
func (rs *readers) finish() readings {
	rs.stop.Store(true)
	rs.wg.Wait()
	merged := readings{latencies: newLatencies()}
	for _, r := range rs.all {
		merged.merge(r.found)
		merged.rows += r.rows
		merged.stalled += r.stalled
	}
	return merged
}

// The three reads, each returning how many objects it found.

func getter(store reads) func(string) int {
	return func(key string) int {
		if _, ok, err := store.GetByKey(key); err == nil && ok {
			return 1
		}
		return 0
	}
}

func lister(store reads) func(string) int {
	return func(string) int { return len(store.List()) }
}

func byIndex(store reads, index string) func(string) int {
	return func(value string) int {
		found, err := store.ByIndex(index, value)
		if err != nil {
			return 0
		}
		return len(found)
	}
}

// readIndex is the index that ByIndex is measured on: by node where the resource has it, which
// is what most controllers ask for, else by namespace, and of a cluster-wide kind by what it has.
func readIndex(k workload.Kind) string {
	indexers := k.Indexers()
	for _, name := range []string{workload.NodeIndex, cache.NamespaceIndex, workload.LabelIndex, workload.OwnerIndex} {
		if _, ok := indexers[name]; ok {
			return name
		}
	}
	return ""
}
