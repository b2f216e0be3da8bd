package report

import (
	"cmp"
	"slices"
)

// Holm adjusts p-values for being looked at together: calling those below alpha whose adjusted value is
// below alpha keeps the chance of even one false call below alpha, whatever the tests have to do with each
// other. Results are in the order of ps; each is at least its p-value and at most 1. O(n log n).
//
// It is the step-down procedure of S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6 (1979), 65–70.
func Holm(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[a], ps[b]) })
	adjusted := make([]float64, len(ps))
	least := 0.0 // none is called before the one with the smaller p-value is
	for rank, i := range order {
		least = max(least, min(1, float64(len(ps)-rank)*ps[i]))
		adjusted[i] = least
	}
	return adjusted
}

// leastP is the smallest p-value that a two-sided Mann-Whitney test can give samples of these sizes: of all
// equally likely orders only the two extreme ones.
func leastP(n1, n2 int) float64 {
	orders := 1.0 // n1+n2 over n1
	for i := 1; i <= n1; i++ {
		orders *= float64(n2+i) / float64(i)
	}
	return min(1, 2/orders)
}

// SamplesFor is how many samples a side needs, at least, so that one of so many comparisons can be significant
// at alpha after Holm's correction: with fewer even complete separation is not enough.
func SamplesFor(comparisons int, alpha float64) int {
	n := MinForVerdict
	for leastP(n, n)*float64(comparisons) >= alpha {
		n++
	}
	return n
}
