package fit

import (
	"math"
	"slices"
)

// The exponents that are looked for; beyond the highest one value has nearly all.
const maxExponent = 4

// fitZipf finds the exponent of the Zipf distribution over n values from which the samples are, given
// how often each value that occurred did. It returns nil when there is too little to tell: fewer than
// two values, or no more samples than leave a few pairs.
func fitZipf(counts []uint32, n int) *Zipf {
	samples, pairs := 0.0, 0.0
	for _, c := range counts {
		f := float64(c)
		samples += f
		pairs += f * (f - 1)
	}
	n = max(n, len(counts))
	if n < 2 || samples < 2 || samples*(samples-1) < 20*float64(n) {
		return nil
	}
	agree := pairs / (samples * (samples - 1))
	z := &Zipf{Exponent: rounded(exponentOf(agree, n)), Values: n, Samples: int(samples)}
	z.Distance = rounded(distance(counts, n, z.Exponent))
	return z
}

// exponentOf bisects: the chance that two samples agree rises with the exponent.
func exponentOf(agree float64, n int) float64 {
	low, high := 0.0, float64(maxExponent)
	for range 60 {
		s := (low + high) / 2
		if chance(n, s) < agree {
			low = s
		} else {
			high = s
		}
	}
	return math.Round(low*1000) / 1000
}

// chance is that of two samples to agree.
func chance(n int, s float64) float64 {
	h := harmonic(n, s)
	return harmonic(n, 2*s) / (h * h)
}

// summedExactly is how many terms of a long sum are added one by one.
const summedExactly = 200

// harmonic is the sum of k^-s for k from 1 to n, the far terms by the formula of Euler and Maclaurin.
func harmonic(n int, s float64) float64 {
	sum := 0.0
	for k := 1; k <= min(n, summedExactly); k++ {
		sum += math.Pow(float64(k), -s)
	}
	if n <= summedExactly {
		return sum
	}
	a, b := float64(summedExactly), float64(n)
	integral := math.Log(b / a)
	if math.Abs(s-1) > 1e-9 {
		integral = (math.Pow(b, 1-s) - math.Pow(a, 1-s)) / (1 - s)
	}
	fa, fb := math.Pow(a, -s), math.Pow(b, -s)
	return sum + integral + (fb-fa)/2 + s*(fa/a-fb/b)/12
}

// distance is the largest one between the cumulative shares of the ranked counts and of the distribution.
func distance(counts []uint32, n int, s float64) float64 {
	ranked := slices.Clone(counts)
	slices.SortFunc(ranked, func(a, b uint32) int { return int(int64(b) - int64(a)) })
	total := 0.0
	for _, c := range ranked {
		total += float64(c)
	}
	all, seen, expected, most := harmonic(n, s), 0.0, 0.0, 0.0
	for i, c := range ranked {
		seen += float64(c) / total
		expected += math.Pow(float64(i+1), -s) / all
		most = max(most, math.Abs(seen-expected))
	}
	return most
}
