//go:build !linux

package reflectorbench

import "time"

// Nap sleeps; elsewhere than on Linux with the resolution of Go's timers.
func Nap(d time.Duration) { time.Sleep(d) }
