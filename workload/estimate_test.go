package workload_test

import (
	"runtime"
	"testing"

	"informerbench/workload"
)

func TestEstimateIsWithinThirtyPercentOfTheHeap(t *testing.T) {
	check := func(c workload.Config) {
		t.Helper()
		before := liveHeap()
		p := generate(t, c)
		used := liveHeap() - before
		runtime.KeepAlive(p)
		if estimate := workload.EstimateBytes(c); estimate < used*7/10 || estimate > used*13/10 {
			t.Errorf("%+v: estimated %d, used %d", c, estimate, used)
		}
	}
	for _, profile := range workload.Profiles() {
		for _, r := range workload.Resources() {
			check(workload.Config{Seed: 9, Objects: 600, Profile: profile, Resources: []workload.Resource{r}})
		}
		check(workload.Config{Seed: 9, Objects: 600, Profile: profile, Resources: workload.Resources()})
	}
}

func liveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
