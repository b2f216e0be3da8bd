package reflectorbench

import (
	"fmt"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// lineDigits: two significant digits, 1% relative error, which no measurement here beats. A line is
// then about a kilobyte, and never longer than the 64 KB that readers of benchmark text take.
const lineDigits = 2

// HistogramLine returns the line that carries a whole distribution beside a result:
//
//	Histogram <name> <unit> <data> [overflow=<n>]
//
// name is the result's, without "Benchmark" and with the GOMAXPROCS that it ends in; unit is what was
// measured in which unit, such as visible-ns; data is an HdrHistogram of two significant digits in its
// V2 compressed encoding, as base64; overflow, where there is any, counts what lay beyond the
// histogram's top. Histograms of several rounds can be merged, percentiles cannot. Benchmark text has no
// such lines, so that whoever reads only that skips them. There is no line (but "") for nothing measured.
func HistogramLine(name, unit string, h *hdrhistogram.Histogram, overflow int64) (string, error) {
	if h.TotalCount()+overflow == 0 {
		return "", nil
	}
	coarse := hdrhistogram.New(h.LowestTrackableValue(), h.HighestTrackableValue(), lineDigits)
	overflow += coarse.Merge(h)
	data, err := coarse.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		return "", fmt.Errorf("histogram of %s, %s: %w", name, unit, err)
	}
	line := fmt.Sprintf("%s%s %s %s", histogramPrefix, name, unit, data)
	if overflow > 0 {
		line += fmt.Sprintf(" overflow=%d", overflow)
	}
	return line + "\n", nil
}

const histogramPrefix = "Histogram "

// distribution is the whole histogram of one of a result's latencies.
type distribution struct {
	what string // as in the units: visible
	*latencies
}

// distributed adds whole histograms to the result that was reported last.
func (r *run) distributed(all ...distribution) {
	last := &r.results[len(r.results)-1]
	last.distributions = append(last.distributions, all...)
}

// histogramLines are those of one result.
func (r result) histogramLines(name string) (text string, err error) {
	for _, d := range r.distributions {
		line, err := HistogramLine(name, d.what+"-ns", d.hist, d.overflow)
		if err != nil {
			return "", err
		}
		text += line
	}
	return text, nil
}
