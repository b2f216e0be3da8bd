package reflectorbench

import (
	"math"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

const (
	// histogramTop is the highest latency that keeps its value; more is counted as overflow.
	histogramTop = time.Minute
	// histogramDigits: three significant digits, 0.1% relative error, about 200 KB a histogram.
	histogramDigits = 3
)

// latencies is an HdrHistogram of nanoseconds that counts what exceeds its top
// instead of dropping it. One goroutine records into one; merge joins them afterwards.
type latencies struct {
	hist     *hdrhistogram.Histogram
	overflow int64
	max      int64 // exact, and also known beyond the top
}

func newLatencies() *latencies {
	return &latencies{hist: hdrhistogram.New(1, int64(histogramTop), histogramDigits)}
}

// record adds one latency. One below zero (two clocks that disagree by less than
// they resolve) counts as zero.
func (l *latencies) record(ns int64) {
	ns = max(ns, 0)
	l.max = max(l.max, ns)
	if l.hist.RecordValue(ns) != nil {
		l.overflow++
	}
}

func (l *latencies) merge(other *latencies) {
	l.hist.Merge(other.hist)
	l.overflow += other.overflow
	l.max = max(l.max, other.max)
}

func (l *latencies) count() int64 { return l.hist.TotalCount() + l.overflow }

// percentile returns the smallest recorded latency that at least p percent of all
// do not exceed. When that one lies beyond the top, the answer is the top: a lower
// bound, told apart by the overflow count.
func (l *latencies) percentile(p float64) int64 {
	total := l.count()
	if total == 0 {
		return 0
	}
	rank := max(int64(math.Ceil(p/100*float64(total))), 1)
	inside := l.hist.TotalCount()
	if rank > inside {
		return int64(histogramTop)
	}
	// The histogram knows only what it holds, so ask for the same rank among those. It
	// rounds to the nearest rank, which takes a rounding error of the division away.
	return min(l.hist.ValueAtPercentile(float64(rank)/float64(inside)*100), l.max)
}

// values reports p50, p99, p99.9 and the maximum in nanoseconds, and the overflow,
// under units such as p99-visible-ns.
func (l *latencies) values(what string) []value {
	return []value{
		{float64(l.percentile(50)), "p50-" + what + "-ns"},
		{float64(l.percentile(99)), "p99-" + what + "-ns"},
		{float64(l.percentile(99.9)), "p999-" + what + "-ns"},
		{float64(l.max), "max-" + what + "-ns"},
		{float64(l.overflow), "overflow"},
	}
}
