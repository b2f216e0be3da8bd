package reflectorbench

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// peakInterval is how often the heap is read: a list of 10,000 takes longer than this.
const peakInterval = 2 * time.Millisecond

// peakSampler finds the maximum of the heap over a phase, as growth over its start. It
// counts garbage that is not yet collected too: in a phase that ends before the
// collector runs, what is live is not known, and the machine must hold both.
type peakSampler struct {
	base uint64
	stop chan struct{}
	done sync.WaitGroup
	max  uint64 // the sampling goroutine's until done
}

// samplePeak starts sampling and resets the kernel's high-water mark of the resident set.
func samplePeak() *peakSampler {
	resetVmHWM()
	p := &peakSampler{stop: make(chan struct{}), base: heapInUse()}
	p.done.Go(p.loop)
	return p
}

func (p *peakSampler) loop() {
	ticker := time.NewTicker(peakInterval)
	defer ticker.Stop()
	for {
		p.max = max(p.max, heapInUse())
		select {
		case <-ticker.C:
		case <-p.stop:
			return
		}
	}
}

// finish returns how far the heap grew at most.
func (p *peakSampler) finish() uint64 {
	last := heapInUse()
	close(p.stop)
	p.done.Wait()
	return max(p.max, last, p.base) - p.base
}

func heapInUse() uint64 { return readMetric("/memory/classes/heap/objects:bytes").Uint64() }

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
