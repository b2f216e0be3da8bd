package reflectorbench_test

import (
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"informerbench/reflectorbench"
)

// What a goroutine has woken runs on its thread before that sleeps. With one P nothing else could run
// it at once; while the thread sleeps only another one could.
func TestBeforeANapRunsWhatWaitsForItsProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const naps = 100
	ran := 0
	for range naps {
		var thread atomic.Int64 // of the goroutine that is woken, once it has run
		done := make(chan struct{})
		mine := int64(syscall.Gettid())
		go func() {
			thread.Store(int64(syscall.Gettid()))
			close(done)
		}()
		reflectorbench.Nap(time.Nanosecond)
		if thread.Load() == mine {
			ran++
		}
		<-done
	}
	if ran < naps-1 { // one for who is preempted between the two
		t.Errorf("before %d of %d naps what was woken ran first", ran, naps)
	}
}
