package compactbench

import (
	"runtime/metrics"
	"sync"
	"time"
)

// collectorWatch follows the collector through a phase. The runtime counts a collection's CPU time when it ends, so both
// marks are at ends of collections, and nothing that was begun counts half.
type collectorWatch struct {
	events      func() int64
	first, last mark // last is the goroutine's until finished
	stop        chan struct{}
	loop        sync.WaitGroup
	once        sync.Once
}

// mark is the end of a collection, and how many events there had been.
type mark struct {
	cycles  uint64
	seconds float64 // of CPU time, all collections
	events  int64
}

// lookInterval is how often is looked whether a collection has ended; a phase takes seconds.
const lookInterval = time.Millisecond

// watchCollector begins; a collection must just have ended.
func watchCollector(events func() int64) *collectorWatch {
	w := &collectorWatch{events: events, stop: make(chan struct{})}
	w.first = w.look()
	w.last = w.first
	w.loop.Go(func() {
		ticker := time.NewTicker(lookInterval)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
			case <-w.stop:
				return
			}
			if now := w.look(); now.cycles != w.last.cycles {
				w.last = now
			}
		}
	})
	return w
}

func (w *collectorWatch) look() mark {
	samples := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/cpu/classes/gc/total:cpu-seconds"}}
	metrics.Read(samples)
	return mark{samples[0].Value.Uint64(), samples[1].Value.Float64(), w.events()}
}

// finish ends the watch, the first time, and returns the collector's nanoseconds of CPU time for each event between the
// first and the last collection that ended, and how many ended after the first. Without any both are 0.
func (w *collectorWatch) finish() (perEvent, cycles float64) {
	w.once.Do(func() { close(w.stop) })
	w.loop.Wait()
	events := w.last.events - w.first.events
	if events <= 0 {
		return 0, 0
	}
	return (w.last.seconds - w.first.seconds) * 1e9 / float64(events), float64(w.last.cycles - w.first.cycles)
}
