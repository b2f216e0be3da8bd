package reflectorbench

import (
	"fmt"
	"strings"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/perf/benchfmt"
)

// readHistogramLines returns the histogram lines of a cell's output, which benchfmt skips. One that
// cannot be decoded, or that stands beside no result, makes the output as damaged as a broken result.
func readHistogramLines(c Cell, text []byte, records []benchfmt.Record) (string, error) {
	names := map[string]bool{}
	for _, rec := range records {
		if res, ok := rec.(*benchfmt.Result); ok {
			names[res.Name.String()] = true
		}
	}
	var lines strings.Builder
	for line := range strings.Lines(string(text)) {
		rest, ok := strings.CutPrefix(line, histogramPrefix)
		if !ok {
			continue
		}
		if err := checkHistogramLine(strings.Fields(rest), names); err != nil {
			return "", fmt.Errorf("output of cell %s: histogram line: %w: %.60q", c.Name(), err, line)
		}
		lines.WriteString(line)
	}
	return lines.String(), nil
}

func checkHistogramLine(fields []string, names map[string]bool) error {
	if len(fields) < 3 {
		return fmt.Errorf("it has %d fields, want name, unit and data", len(fields))
	}
	if !names[fields[0]] {
		return fmt.Errorf("there is no result %s", fields[0])
	}
	_, err := hdrhistogram.Decode([]byte(fields[2]))
	return err
}
