package reflectorbench

import (
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"
)

// peakInterval is how often the live heap is read: it changes only when a collection ends,
// and collections of heaps that matter take longer than this.
const peakInterval = 2 * time.Millisecond

// peakSampler finds the maximum of the live heap over a phase.
type peakSampler struct {
	stop chan struct{}
	done sync.WaitGroup
	max  uint64 // the sampling goroutine's until done
}

// samplePeak starts sampling and resets the kernel's high-water mark of the resident set.
func samplePeak() *peakSampler {
	resetVmHWM()
	p := &peakSampler{stop: make(chan struct{})}
	p.done.Go(p.loop)
	return p
}

func (p *peakSampler) loop() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	ticker := time.NewTicker(peakInterval)
	defer ticker.Stop()
	for {
		metrics.Read(sample)
		p.max = max(p.max, sample[0].Value.Uint64())
		select {
		case <-ticker.C:
		case <-p.stop:
			return
		}
	}
}

// finish returns the largest live heap. It collects once more, after the timed part, because
// a phase too short for a collection would else report the heap before it.
func (p *peakSampler) finish() uint64 {
	live := collect()
	close(p.stop)
	p.done.Wait()
	return max(p.max, live)
}

// resetVmHWM sets the mark to the present size. Where the kernel does not allow that,
// the mark stays that of the whole process.
func resetVmHWM() { os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// vmHWM returns the largest resident set since the last reset in bytes, or 0 where the
// system does not tell.
func vmHWM() uint64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb << 10
		}
	}
	return 0
}
