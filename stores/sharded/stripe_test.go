package sharded_test

import (
	"runtime"
	"testing"

	"informerbench/stores/sharded"
)

// TestLocksDoNotShareACacheLine holds the size that keeps them apart.
func TestLocksDoNotShareACacheLine(t *testing.T) {
	for name, size := range map[string]uintptr{"shard": sharded.LockedSize, "stripe": sharded.StripeSize} {
		if size%sharded.CacheLine != 0 {
			t.Errorf("a %s with its lock takes %d bytes, cache lines have %d", name, size, sharded.CacheLine)
		}
	}
}

func TestStripeCountFollowsProcessorsWithinBounds(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for procs, want := range map[int]int{1: 8, 2: 8, 3: 16, 5: 32, 8: 32, 32: 128, 33: 256, 100: 256} {
		runtime.GOMAXPROCS(procs)
		if n := sharded.StripeCount(); n != want {
			t.Errorf("%d processors: %d stripes, want %d", procs, n, want)
		}
	}
}
