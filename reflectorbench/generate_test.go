package reflectorbench

import (
	"context"
	"runtime/debug"
	"sync"
	"testing"

	"informerbench/workload"
)

// Smoke generates several populations at once in one process.
func TestGenerationsAtOnceLeaveGOGCAlone(t *testing.T) {
	const before = 123
	defer debug.SetGCPercent(debug.SetGCPercent(before))
	var all sync.WaitGroup
	for seed := range uint64(16) {
		all.Go(func() {
			c := Cell{Seed: seed, Objects: 200, Profile: workload.Small, Mix: workload.Churn}
			if _, err := generate(context.Background(), c); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if now := debug.SetGCPercent(before); now != before {
		t.Errorf("GOGC is %d afterwards, want %d", now, before)
	}
}
