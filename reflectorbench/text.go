package reflectorbench

import (
	"bytes"
	"io"
	"math"

	"golang.org/x/perf/benchfmt"
)

type value struct {
	amount float64
	unit   string
}

// result is what one measure found: one line of benchmark text.
type result struct {
	measure string
	extra   []param
	iters   int // objects, events or reads that the values stand for
	values  []value
	// distributions are written beside the line, see [HistogramLine].
	distributions []distribution
}

// writeResults writes units, configuration and results as one write, so that
// whoever reads the output sees a whole run or nothing.
func writeResults(out io.Writer, c Cell, results []result) error {
	var text bytes.Buffer
	w := benchfmt.NewWriter(&text)
	for _, u := range unitRecords() {
		if err := w.Write(u); err != nil {
			return err
		}
	}
	config := machineConfig(c)
	for _, r := range results {
		rec := record(c, config, r)
		if err := w.Write(rec); err != nil {
			return err
		}
		lines, err := r.histogramLines(rec.Name.String())
		if err != nil {
			return err
		}
		text.WriteString(lines)
	}
	_, err := out.Write(text.Bytes())
	return err
}

func record(c Cell, config []benchfmt.Config, r result) *benchfmt.Result {
	rec := &benchfmt.Result{
		Config: config,
		Name:   benchfmt.Name(resultName(r.measure, c, r.extra)),
		Iters:  r.iters,
	}
	for _, v := range r.values {
		rec.Values = append(rec.Values, benchfmt.Value{Value: rounded(v.amount), Unit: v.unit})
	}
	return rec
}

// rounded cuts what no measurement here resolves: more than four decimals, and from 1,000 on all
// behind the point.
func rounded(x float64) float64 {
	if math.Abs(x) >= 1000 {
		return math.Round(x)
	}
	return math.Round(x*1e4) / 1e4
}
