package reflectorbench

import (
	"syscall"
	"time"
)

// Nap sleeps in the kernel instead of on a timer of Go's: the runtime rounds waits below a
// millisecond up to one when it has nothing else to do, the kernel wakes within about
// 60 µs. An interrupted nap is a short one, and every caller looks at its clock again.
func Nap(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	_ = syscall.Nanosleep(&t, nil)
}
