package reflectorbench

import (
	"runtime"
	"syscall"
)

// yield is for who looks again and again: it lets run what waits for this P, and then what waits for this processor.
//
// Two Ps are not two threads. A thread that comes back from the kernel, such as that of a sender who has napped, may be put behind
// the one that spins, and a kernel that preempts only at its tick lets it wait there for up to 4 ms while another processor is idle
// again. On such a machine that was nearly all of the p99 staleness of every informer.
func yield() {
	runtime.Gosched()
	leaveProcessor()
}

// leaveProcessor lets other threads run. The P stays with this one, since it takes well below a microsecond if there are none.
func leaveProcessor() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
