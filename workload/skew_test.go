package workload

import (
	"math"
	"testing"
)

// The weights are made of integers, and must be those of the power all the same.
func TestSkewedWeightsAreThePower(t *testing.T) {
	const n = 5000
	for _, exponent := range []float64{0, 0.37, 1, 1.5, 2.25, 4} {
		table := newSkewTable(n, exponent)
		before := uint64(0)
		for i, sum := range table.cumulative {
			want := math.Exp2(skewUnit) * math.Pow(float64(i+1), -exponent)
			if got := float64(sum - before); math.Abs(got-want) > want*1e-6+2 {
				t.Fatalf("exponent %v: rank %d weighs %v, want %v", exponent, i, got, want)
			}
			before = sum
		}
	}
}

func TestEvenMaxObjectsRanksHaveASum(t *testing.T) {
	weight := newHalvings().power(0) >> (64 - skewUnit)
	if sum := float64(weight+1) * MaxObjects; sum >= math.MaxUint64 {
		t.Errorf("the weights of %d ranks add up to %g", MaxObjects, sum)
	}
}

func TestRanksStayBelowTheirNumber(t *testing.T) {
	for _, exponent := range []float64{0, 0.5, 2} {
		r := newRanks(50, exponent)
		d := newDice(1, 1, 1)
		for range 10_000 {
			if rank := r.below(&d, 7); rank < 0 || rank >= 7 {
				t.Fatalf("exponent %v: rank %d of 7", exponent, rank)
			}
		}
	}
}
