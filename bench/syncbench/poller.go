package syncbench

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"k8s.io/client-go/tools/cache"

	"informerbench/reflectorbench"
)

const (
	// pollInterval is the time between two reads: it is the kernel's, so that a sleeping reader
	// does not need a core to look at the clock.
	pollInterval = 100 * time.Microsecond
	// stallTop is the longest stall that keeps its value; it is far above the patience of a run.
	stallTop = time.Hour
)

// poller reads one object after the other at intervals, and keeps how long each read took. A
// read that took longer than the interval stands also for those that a reader who kept to
// the interval would have begun meanwhile (the correction for coordinated omission of HdrHistogram),
// so that p99.9 is of points in time, not of the reads that were possible. What a reader waits for
// a core between two reads does not count.
type poller struct {
	store cache.Indexer
	keys  []string
	took  *hdrhistogram.Histogram
	most  time.Duration
	reads int
	wrong error
	stop  atomic.Bool
	ended chan struct{} // closed after the last write to the other fields
}

func startPoller(store cache.Indexer, keys []string) *poller {
	p := &poller{store: store, keys: keys, took: hdrhistogram.New(1, int64(stallTop), 3), ended: make(chan struct{})}
	go p.loop()
	return p
}

func (p *poller) loop() {
	defer close(p.ended)
	for i := 0; i == 0 || !p.stop.Load(); i++ {
		key := p.keys[i%len(p.keys)]
		began := time.Now()
		_, exists, err := p.store.GetByKey(key)
		took := time.Since(began)
		if err != nil || !exists {
			p.wrong = fmt.Errorf("reader: %s is in both states and was not found in between (%v)", key, err)
			return
		}
		p.reads++
		p.most = max(p.most, took)
		if err := p.took.RecordCorrectedValue(int64(took), int64(pollInterval)); err != nil {
			p.wrong = fmt.Errorf("reader: a read of %v: %w", took, err)
			return
		}
		reflectorbench.Nap(pollInterval)
	}
}

// finish ends the reader and returns p99.9 and the longest of its reads, and their number.
func (p *poller) finish() (units []string, values []float64, err error) {
	p.stop.Store(true)
	<-p.ended
	return []string{"p999-stall-ns", "max-stall-ns", "reads"},
		[]float64{float64(min(p.took.ValueAtPercentile(99.9), int64(p.most))), float64(p.most), float64(p.reads)}, p.wrong
}
