package reflectorbench

import (
	"runtime"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// Two threads on one processor: who leaves it lets the other one run, who does not keeps it until the kernel's next tick, which
// is thousands of turns later.
func TestASpinningThreadLeavesItsProcessor(t *testing.T) {
	// A kernel that keeps account of fairness does not switch in every turn. Without leaving, all turns together are a small part of a
	// tick: the other thread runs between two of them once, if at all.
	const turns, enough = 2000, 3
	if were := runtime.GOMAXPROCS(0); were < 2 { // a thread without a P does not run, whatever the kernel does
		runtime.GOMAXPROCS(2)
		defer runtime.GOMAXPROCS(were)
	}
	var one unix.CPUSet
	one.Set(firstProcessor(t))
	var stop atomic.Bool
	var progress atomic.Int64
	ready, ended := make(chan error), make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // and never unlocked: a thread that is bound to one processor ends with its goroutine
		err := unix.SchedSetaffinity(0, &one)
		if ready <- err; err != nil {
			return
		}
		for !stop.Load() {
			progress.Add(1)
		}
	}()
	if err := <-ready; err != nil {
		t.Skip("threads cannot be bound to a processor here:", err)
	}
	yielded := make(chan int)
	go func() {
		runtime.LockOSThread()
		if err := unix.SchedSetaffinity(0, &one); err != nil {
			t.Error(err)
		}
		ran := 0
		for i := 0; i < turns && ran < enough; i++ {
			before := progress.Load()
			if leaveProcessor(); progress.Load() != before {
				ran++
			}
		}
		yielded <- ran
	}()
	ran := <-yielded
	stop.Store(true)
	<-ended
	if ran < enough {
		t.Errorf("in %d of %d turns the other thread ran, want %d", ran, turns, enough)
	}
}

// firstProcessor is one that this process may run on.
func firstProcessor(t *testing.T) int {
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		t.Skip("it is not known here which processors there are:", err)
	}
	for i := range len(allowed) * 64 {
		if allowed.IsSet(i) {
			return i
		}
	}
	t.Skip("no processor is allowed")
	return 0
}
