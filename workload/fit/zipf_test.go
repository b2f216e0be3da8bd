package fit

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestHarmonicNumbersAreSums(t *testing.T) {
	for _, n := range []int{1, 2, 199, 200, 201, 5000} {
		for _, s := range []float64{0, 0.5, 1, 1.3, 2, 8} {
			want := 0.0
			for k := 1; k <= n; k++ {
				want += math.Pow(float64(k), -s)
			}
			if got := harmonic(n, s); math.Abs(got-want) > 1e-6*want {
				t.Errorf("n=%d s=%v: %v, want %v", n, s, got, want)
			}
		}
	}
}

func TestTheExponentOfASampleIsFound(t *testing.T) {
	for _, c := range []struct {
		n, samples int
		s          float64
	}{{1000, 20_000, 0}, {1000, 20_000, 0.5}, {50, 3000, 1}, {10_000, 20_000, 1}, {1000, 5000, 1.5}, {100_000, 10_000, 2.5}} {
		const seed = 7
		dice := rand.New(rand.NewPCG(seed, uint64(c.n)))
		z := fitZipf(sample(dice, c.n, c.samples, c.s), c.n)
		if z == nil || math.Abs(z.Exponent-c.s) > 0.2 || z.Distance > 0.25 {
			t.Errorf("seed %d, %+v: found %+v", seed, c, z)
		}
	}
}

// sample draws from the distribution and returns how often each value that occurred did.
func sample(dice *rand.Rand, n, samples int, s float64) []uint32 {
	cumulative, sum := make([]float64, n), 0.0
	for i := range cumulative {
		sum += math.Pow(float64(i+1), -s)
		cumulative[i] = sum
	}
	counts := make([]uint32, n)
	for range samples {
		x, low, high := dice.Float64()*sum, 0, n-1
		for low < high {
			if mid := (low + high) / 2; cumulative[mid] < x {
				low = mid + 1
			} else {
				high = mid
			}
		}
		counts[low]++
	}
	var seen []uint32
	for _, c := range counts {
		if c > 0 {
			seen = append(seen, c)
		}
	}
	return seen
}

func TestTooFewSamplesTellNothing(t *testing.T) {
	for _, counts := range [][]uint32{nil, {5}, {1, 1, 1}, {0, 0}} {
		if z := fitZipf(counts, 1000); z != nil {
			t.Errorf("%v: %+v", counts, z)
		}
	}
}

func TestRanksAreTheSmallestThatAreEnough(t *testing.T) {
	sorted := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for q, want := range map[float64]int{0.5: 5, 0.9: 9, 0.99: 10, 0.05: 1} {
		if got := rank(sorted, q); got != want {
			t.Errorf("the %v quantile is %d, want %d", q, got, want)
		}
	}
}
