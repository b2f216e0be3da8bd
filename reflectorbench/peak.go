package reflectorbench

import (
	"runtime"
	"sync"
	"time"
)

// peakInterval is how often the heap is read: a list of 10,000 takes longer than this.
const peakInterval = 2 * time.Millisecond

// Peak is how far the heap grew over its state at the start of a phase, at most.
type Peak struct {
	// Heap counts garbage that is not yet collected too: in a phase that ends before the
	// collector runs, what is live is not known, and the machine must hold both.
	Heap uint64
	// Live is what collections found live, the one that Finish asks for included.
	Live uint64
	// Start is what the last collection before the phase found live.
	Start uint64
	// RSS is the largest resident set of the process in the phase, see [PeakRSS], not its growth; 0 where the
	// system does not tell.
	RSS uint64
}

// PeakSampler finds the maximum of the heap over a phase.
type PeakSampler struct {
	start reading
	stop  chan struct{}
	done  sync.WaitGroup
	max   reading // the sampling goroutine's until done
}

type reading struct{ heap, live uint64 }

func read() reading { return reading{heapInUse(), liveBytes()} }

func (r reading) or(other reading) reading {
	return reading{max(r.heap, other.heap), max(r.live, other.live)}
}

// SamplePeak starts sampling and resets the kernel's high-water mark of the resident set. A
// collection should have gone before, so that the heap at the start is what is live.
func SamplePeak() *PeakSampler {
	ResetPeakRSS()
	p := &PeakSampler{stop: make(chan struct{}), start: read()}
	p.done.Go(p.loop)
	return p
}

func (p *PeakSampler) loop() {
	ticker := time.NewTicker(peakInterval)
	defer ticker.Stop()
	for {
		p.max = p.max.or(read())
		select {
		case <-ticker.C:
		case <-p.stop:
			return
		}
	}
}

// Finish ends the phase; it collects, to know what is live at its end.
func (p *PeakSampler) Finish() Peak {
	rss := PeakRSS()
	last := read()
	close(p.stop)
	p.done.Wait()
	runtime.GC()
	last.live = max(last.live, liveBytes())
	most := p.max.or(last).or(p.start)
	return Peak{Heap: most.heap - p.start.heap, Live: most.live - p.start.live, Start: p.start.live, RSS: rss}
}

func heapInUse() uint64 { return readMetric("/memory/classes/heap/objects:bytes").Uint64() }

func liveBytes() uint64 { return readMetric("/gc/heap/live:bytes").Uint64() }
