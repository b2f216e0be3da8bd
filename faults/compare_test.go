package faults_test

import (
	"testing"

	"informerbench/faults"
)

// comparedInTest of the plans are lived through by client-go's informer as well.
const comparedInTest = 60

// Where our informer and client-go's differ after the same plan, client-go alone is at
// fault, and it is known why.
func TestDifferencesFromClientGoAreExplained(t *testing.T) {
	n := uint64(comparedInTest)
	switch {
	case *planFile != "":
		t.Skip("a plan is given")
	case *planCount > 0:
		n = (uint64(*planCount) + 9) / 10 // of a soak: two lives a plan, and client-go's is dearer
	case raceDetector:
		n = 10
	}
	progress, reasons := newProgress(n), map[string]int{}
	for seed := *firstSeed; seed < *firstSeed+n; seed++ {
		p := faults.Draw(seed)
		ours, peer := faults.Run(t, p, faults.Ours()), faults.Run(t, p, faults.ClientGo())
		because := map[string]bool{}
		for _, d := range faults.Compare(p, ours, peer) {
			if d.Because == "" {
				t.Errorf("seed %d: %v\nrun it again with: make soak PLANS=1 SEED=%d", seed, d, seed)
			}
			because[d.Because] = true
		}
		for why := range because {
			reasons[why]++
		}
		progress.passed()
	}
	for why, plans := range reasons {
		t.Logf("%d plans: %s", plans, why)
	}
}
