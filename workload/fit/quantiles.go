package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// histogram counts values of many orders to three digits, in a fixed size.
type histogram struct {
	hist *hdrhistogram.Histogram
	top  int64
	sum  float64
	max  int64
}

func newHistogram(top int64) *histogram {
	return &histogram{hist: hdrhistogram.New(1, top, 3), top: top}
}

func (h *histogram) add(v int64) {
	h.sum += float64(v)
	h.max = max(h.max, v)
	_ = h.hist.RecordValue(min(max(v, 1), h.top)) // within its bounds it takes every value
}

// quantiles divides the values by a unit; nil if there are none.
func (h *histogram) quantiles(unit float64) *Quantiles {
	n := h.hist.TotalCount()
	if n == 0 {
		return nil
	}
	at := func(q float64) float64 { return rounded(float64(min(h.hist.ValueAtQuantile(q), h.max)) / unit) }
	return &Quantiles{P50: at(50), P90: at(90), P99: at(99), Max: rounded(float64(h.max) / unit), Mean: rounded(h.sum / float64(n) / unit)}
}

// quantilesOf are those of a few values, exactly. It sorts them.
func quantilesOf[T cmp.Ordered](values []T, number func(T) float64) *Quantiles {
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	var sum float64
	for _, v := range values {
		sum += number(v)
	}
	at := func(q float64) float64 { return number(rank(values, q)) }
	return &Quantiles{P50: at(0.5), P90: at(0.9), P99: at(0.99), Max: number(values[len(values)-1]), Mean: rounded(sum / float64(len(values)))}
}

func count(n int32) float64 { return float64(n) }

// rounded keeps what a reader looks at: five significant digits.
func rounded(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	scale := math.Pow(10, 4-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}
