//go:build !linux

package reflectorbench

import "time"

// nap sleeps; elsewhere than on Linux with the resolution of Go's timers.
func nap(d time.Duration) { time.Sleep(d) }
