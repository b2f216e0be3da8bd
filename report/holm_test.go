package report_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"informerbench/report"
)

// By hand: sorted they are 0.005, 0.01, 0.03, 0.04, times 4, 3, 2, 1 is 0.02, 0.03, 0.06, 0.04, of which
// none may be below the one before it.
func TestHolmAgainstAnExampleByHand(t *testing.T) {
	got := report.Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Fatalf("adjusted %v, want [0.03 0.06 0.06 0.02]", got)
		}
	}
	if len(report.Holm(nil)) != 0 {
		t.Error("nothing, adjusted, is something")
	}
}

func TestHolmHoldsWhatACorrectionMust(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 40).Draw(t, "ps")
		given := slices.Clone(ps)
		adjusted := report.Holm(ps)
		if !slices.Equal(ps, given) {
			t.Fatal("the argument was changed")
		}
		least := slices.Min(ps)
		for i, p := range ps {
			switch {
			case adjusted[i] < p || adjusted[i] > 1:
				t.Fatalf("%v became %v: it must lie between itself and 1", p, adjusted[i])
			case p == least && adjusted[i] != min(1, float64(len(ps))*p):
				t.Fatalf("the smallest, %v, became %v: it must be as Bonferroni's", p, adjusted[i])
			}
			for j := range ps {
				if p <= ps[j] && adjusted[i] > adjusted[j] {
					t.Fatalf("%v became %v, but %v became %v", p, adjusted[i], ps[j], adjusted[j])
				}
			}
		}
	})
}

func TestHolmDoesNotDependOnTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 40).Draw(t, "ps")
		order := rapid.Permutation(indexes(len(ps))).Draw(t, "order")
		shuffled := make([]float64, len(ps))
		for i, j := range order {
			shuffled[i] = ps[j]
		}
		adjusted, again := report.Holm(ps), report.Holm(shuffled)
		for i, j := range order {
			if again[i] != adjusted[j] {
				t.Fatalf("%v became %v in one order and %v in another", ps[j], adjusted[j], again[i])
			}
		}
	})
}

func indexes(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
