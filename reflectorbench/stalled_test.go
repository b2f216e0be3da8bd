package reflectorbench

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Time in long reads counts as stalled, time in short ones does not.
func TestStalledTimeIsThatOfLongReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stop atomic.Bool
		reads := 0
		r := &reader{picks: []string{"key"}, found: newLatencies(), read: func(string) int {
			reads++
			stop.Store(reads == 4)
			time.Sleep([]time.Duration{stallTime / 2, 3 * stallTime}[reads%2])
			return 2
		}}
		r.loop(&stop)
		if want := 2 * 3 * int64(stallTime); r.stalled != want || r.rows != 8 {
			t.Errorf("stalled %d ns with %d rows, want %d with 8", r.stalled, r.rows, want)
		}
	})
}

// A gate set for this process must not change the peer in a child.
func TestChildrenInheritNoFeatureGates(t *testing.T) {
	t.Setenv("KUBE_FEATURE_AtomicFIFO", "false")
	t.Setenv("OTHER", "kept")
	env := plainEnv()
	if slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "KUBE_FEATURE_") }) || !slices.Contains(env, "OTHER=kept") {
		t.Errorf("environment of children: %q", env)
	}
}
