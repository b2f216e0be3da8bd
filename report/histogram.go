package report

import (
	"math"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/perf/benchfmt"
)

// Histogram is the distribution of one latency of one benchmark, all rounds together: histograms can be
// merged, percentiles cannot be averaged (G. Tene, "How NOT to Measure Latency").
type Histogram struct {
	Name string // of the benchmark, as on its result lines
	Unit string // what was measured, such as visible-ns; percentiles of a round have units such as p99-visible-ns
	// Hist holds nanoseconds.
	Hist *hdrhistogram.Histogram
	// Overflow counts values beyond the top of Hist.
	Overflow int64
	Runs     int // how many lines were merged
	// Result has the name and the configuration and no values: filters and projections apply to it.
	Result *benchfmt.Result
}

// Count is how many values there are, overflow included.
func (h *Histogram) Count() int64 { return h.Hist.TotalCount() + h.Overflow }

// Percentile is the smallest recorded value, in nanoseconds, that at least p percent of all do not exceed.
// Where that lies beyond the histogram's top, beyond is true and ns is the top, a lower bound. It is 0
// when there are no values.
func (h *Histogram) Percentile(p float64) (ns float64, beyond bool) {
	total := h.Count()
	if total == 0 {
		return 0, false
	}
	rank := max(int64(math.Ceil(p/100*float64(total))), 1)
	inside := h.Hist.TotalCount()
	if rank > inside {
		return float64(h.Hist.HighestTrackableValue()), true
	}
	return float64(h.Hist.ValueAtPercentile(float64(rank) / float64(inside) * 100)), false
}

// Merge adds another histogram of the same benchmark, such as one from another file. other stays as it is.
func (h *Histogram) Merge(other *Histogram) {
	h.Overflow += other.Overflow + h.Hist.Merge(other.Hist)
	h.Runs += other.Runs
}

// Clone is a copy that can be merged into.
func (h *Histogram) Clone() *Histogram {
	c := *h
	c.Hist = h.Hist.Clone()
	return &c
}

// CurvePoint is one point of a curve of percentiles.
type CurvePoint struct {
	Percentile float64
	// Tail is the share of values above the percentile, 1 - Percentile/100: the axis of a plot, on a log scale.
	Tail   float64
	NS     float64
	Beyond bool // NS is only a lower bound
}

// Curve is the latency at percentiles whose tails shrink evenly on a log scale, perDecade points for each
// factor of ten, from all values to the tail that a single value makes up. Nothing is known of smaller
// tails, and the curve does not go on there.
func (h *Histogram) Curve(perDecade int) []CurvePoint {
	var curve []CurvePoint
	total := float64(h.Count())
	for i := 0; ; i++ {
		tail := math.Pow(10, -float64(i)/float64(max(perDecade, 1)))
		if tail*total < 1-1e-9 {
			return curve
		}
		p := CurvePoint{Percentile: 100 * (1 - tail), Tail: tail}
		p.NS, p.Beyond = h.Percentile(p.Percentile)
		curve = append(curve, p)
	}
}
