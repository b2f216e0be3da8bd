package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/perf/benchfmt"
)

// histogramUnit marks a line that stands for a histogram line. No file can contain it by mistake.
const histogramUnit = "\x00histogram"

// histogramLines hands a file to benchfmt's reader with each histogram line
//
//	Histogram <name> <unit> <data> [overflow=<n>]
//
// in the form of a result of the same name, whose value is the line's number among them. So the one
// parser there is tells its configuration and its place. All other lines pass, see [printableLine].
type histogramLines struct {
	in    *bufio.Reader
	found [][]string // the fields of each, without the first
	rest  []byte     // of a line that is being handed on
	err   error
}

func newHistogramLines(r io.Reader) *histogramLines {
	return &histogramLines{in: bufio.NewReaderSize(r, 1<<16)}
}

// Read implements io.Reader.
func (h *histogramLines) Read(p []byte) (int, error) {
	for len(h.rest) == 0 {
		if h.err != nil {
			return 0, h.err
		}
		var line []byte
		line, h.err = h.in.ReadBytes('\n')
		h.rest = h.rewrite(printableLine(line))
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

func (h *histogramLines) rewrite(line []byte) []byte {
	rest, ok := bytes.CutPrefix(line, []byte("Histogram "))
	if !ok {
		return line
	}
	fields := strings.Fields(string(rest))
	name := "?" // of a line that has none
	if len(fields) > 0 {
		name = fields[0]
	}
	h.found = append(h.found, fields)
	return fmt.Appendf(nil, "Benchmark%s 1 %d %s\n", name, len(h.found)-1, histogramUnit)
}

// of returns the fields of the histogram line that the result stands for.
func (h *histogramLines) of(rec *benchfmt.Result) ([]string, bool) {
	if len(rec.Values) != 1 || rec.Values[0].Unit != histogramUnit {
		return nil, false
	}
	if i := int(rec.Values[0].Value); i >= 0 && i < len(h.found) {
		return h.found[i], true
	}
	return nil, true
}

// histogram merges one line into the histogram of its benchmark, or warns of it.
func (r *inputReader) histogram(rec *benchfmt.Result, fields []string) {
	h, overflow, err := parseHistogram(fields)
	if err != nil {
		file, line := rec.Pos()
		r.in.Warnings = append(r.in.Warnings, fmt.Sprintf("%s:%d: histogram line: %v", file, line, err))
		return
	}
	key := histogramKey(rec, fields[1])
	merged := r.histograms[key]
	if merged == nil {
		merged = &Histogram{Name: rec.Name.String(), Unit: fields[1], Hist: h, Result: rec.Clone()}
		merged.Result.Values = nil
		r.histograms[key] = merged
		r.in.Histograms = append(r.in.Histograms, merged)
	} else {
		overflow += merged.Hist.Merge(h)
	}
	merged.Overflow += overflow
	merged.Runs++
}

// histogramKey tells distributions apart that must not be merged.
func histogramKey(rec *benchfmt.Result, unit string) string {
	var key strings.Builder
	fmt.Fprintf(&key, "%q %q", rec.Name, unit)
	for _, c := range rec.Config {
		fmt.Fprintf(&key, " %q=%q", c.Key, c.Value)
	}
	return key.String()
}

func parseHistogram(fields []string) (h *hdrhistogram.Histogram, overflow int64, err error) {
	if len(fields) < 3 {
		return nil, 0, fmt.Errorf("it has %d fields after the first: want name, unit and data", len(fields))
	}
	for _, f := range fields[3:] {
		if n, ok := strings.CutPrefix(f, "overflow="); ok {
			if overflow, err = strconv.ParseInt(n, 10, 64); err != nil || overflow < 0 {
				return nil, 0, fmt.Errorf("overflow is %q: want a number", n)
			}
		}
	}
	if h, err = hdrhistogram.Decode([]byte(fields[2])); err != nil {
		return nil, 0, fmt.Errorf("data: %w", err)
	}
	return h, overflow, nil
}
