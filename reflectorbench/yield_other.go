//go:build !linux

package reflectorbench

import "runtime"

// yield lets run what waits for this P.
func yield() { runtime.Gosched() }
