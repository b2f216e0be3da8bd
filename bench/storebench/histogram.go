package storebench

import (
	"github.com/HdrHistogram/hdrhistogram-go"

	"informerbench/reflectorbench"
)

// histogram is an HdrHistogram of nanoseconds; one goroutine records into it.
type histogram struct {
	hist *hdrhistogram.Histogram
	max  int64 // exact, and also known beyond the top
	over int64 // latencies beyond the top
}

// histogramTop is the highest latency that keeps its value: a minute.
const histogramTop = int64(60e9)

func newHistogram() *histogram {
	return &histogram{hist: hdrhistogram.New(1, histogramTop, 3)}
}

func (h *histogram) record(ns int64) {
	ns = max(ns, 0)
	h.max = max(h.max, ns)
	if h.hist.RecordValue(ns) != nil {
		h.over++
	}
}

// values are p50, p99, p99.9, the maximum, and how many lay beyond the top.
func (h *histogram) values() []float64 {
	var out []float64
	for _, percent := range []float64{50, 99, 99.9} {
		out = append(out, float64(min(h.hist.ValueAtPercentile(percent), h.max)))
	}
	return append(out, float64(h.max), float64(h.over))
}

// latencyUnits are the units of values.
func latencyUnits(what string) []string {
	return []string{"p50-" + what + "-ns", "p99-" + what + "-ns", "p999-" + what + "-ns", "max-" + what + "-ns", "overflow"}
}

// distribution is the whole histogram of a latency, such as get.
type distribution struct {
	what string
	*histogram
}

// histogramLines stand beside the result of that name.
func (c *cell) histogramLines(name string) (text string, err error) {
	for _, d := range c.distributions {
		line, err := reflectorbench.HistogramLine(name, d.what+"-ns", d.hist, d.over)
		if err != nil {
			return "", err
		}
		text += line
	}
	return text, nil
}
