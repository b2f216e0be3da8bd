package stores_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"informerbench/stores"
)

// givesWay tells whether another goroutine runs during the call, on one processor. A
// single try proves nothing: the scheduler may interrupt the call, and now and then
// gives the processor back at once. So it is the majority of many.
func givesWay(call func()) bool {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const tries = 100
	ran := 0
	for range tries {
		var other atomic.Bool
		done := make(chan struct{})
		go func() { other.Store(true); close(done) }()
		call()
		if other.Load() {
			ran++
		}
		<-done
	}
	return ran > tries/2
}

func TestYieldGivesWayFromItsThresholdOn(t *testing.T) {
	for _, c := range []struct {
		yield   stores.Yield
		results int
		want    bool
	}{
		{stores.NeverYield, 1_000_000, false},
		{0, 9_999, false},
		{0, 10_000, true},
		{stores.DefaultYield, 9_999, false},
		{stores.DefaultYield, 10_000, true},
		{10, 9, false},
		{10, 10, true},
		{10, 1_000_000, true},
		{1, 0, false},
		{1, 1, true},
		{-7, 1_000_000, false},
	} {
		if got := givesWay(func() { c.yield.After(c.results) }); got != c.want {
			t.Errorf("Yield %d after %d results gives way: %v, want %v", c.yield, c.results, got, c.want)
		}
	}
}

func TestYieldAllocatesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { stores.Yield(0).After(10_000) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
