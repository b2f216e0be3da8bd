package reflectorbench

import (
	"runtime"
	"syscall"
	"time"
)

// Nap sleeps in the kernel instead of on a timer of Go's: the runtime rounds waits below a
// millisecond up to one when it has nothing else to do, the kernel wakes within about
// 60 µs. An interrupted nap is a short one, and every caller looks at its clock again.
//
// Who sleeps in the kernel keeps his P, the runtime's leave to run Go code, until the runtime's
// monitor takes it away. Among naps that follow one another that takes it 10 to 20 ms, and as
// long would wait all that stands in the P's queue, such as what the sleeper has woken himself.
// With as many sleepers as Ps nothing would run on an idle machine. So all that runs first.
func Nap(d time.Duration) {
	until := time.Now().Add(d)
	// The first comes back when the queue of this P is empty, but in one turn of 61, in which the runtime looks into the queue of
	// all Ps before; then the second does. With only one the hundredth part of all events waited until the nap was over.
	runtime.Gosched()
	runtime.Gosched()
	if rest := time.Until(until); rest > 0 {
		t := syscall.NsecToTimespec(int64(rest))
		_ = syscall.Nanosleep(&t, nil)
	}
}
