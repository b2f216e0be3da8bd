package reflectorbench

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// What is read back is what was recorded, at two significant digits, with what lay beyond the top.
func TestHistogramLineHoldsTheWholeDistribution(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	dice := rand.New(rand.NewPCG(seed, 0))
	l := newLatencies()
	for range 3000 {
		l.record(int64(dice.ExpFloat64() * 1e6))
	}
	l.record(int64(time.Hour))
	line, err := HistogramLine("Read/store=cow-2", "get-ns", l.hist, l.overflow)
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(line)
	if len(fields) != 5 || fields[0] != "Histogram" || fields[1] != "Read/store=cow-2" || fields[2] != "get-ns" || fields[4] != "overflow=1" {
		t.Fatalf("line %q", line)
	}
	h, err := hdrhistogram.Decode([]byte(fields[3]))
	if err != nil {
		t.Fatal(err)
	}
	if h.TotalCount() != 3000 {
		t.Errorf("%d values, want 3000", h.TotalCount())
	}
	for _, p := range []float64{1, 50, 99, 99.9, 100} {
		got, want := float64(h.ValueAtPercentile(p)), float64(l.hist.ValueAtPercentile(p))
		if got < want*0.99 || got > want*1.01+1 {
			t.Errorf("p%v is %v, recorded was %v", p, got, want)
		}
	}
}

// Readers of benchmark text, benchstat among them, give up at a line of 64 KB.
func TestTheLongestHistogramLineIsShortEnough(t *testing.T) {
	l := newLatencies()
	dice := rand.New(rand.NewPCG(1, 2))
	for ns := int64(1); ns < int64(histogramTop); ns += max(ns/1000, 1) {
		if err := l.hist.RecordValues(ns, 1+dice.Int64N(1<<30)); err != nil {
			t.Fatal(err)
		}
	}
	line, err := HistogramLine("Read/store=cow-2", "get-ns", l.hist, 0)
	if err != nil || len(line) > 48<<10 {
		t.Errorf("a line of %d bytes (%v)", len(line), err)
	}
}

func TestNothingMeasuredHasNoHistogramLine(t *testing.T) {
	if line, err := HistogramLine("X-2", "get-ns", newLatencies().hist, 0); line != "" || err != nil {
		t.Errorf("line %q, %v", line, err)
	}
}

// Histogram lines pass through a matrix's result file, and damaged ones are refused.
func TestResultFileKeepsHistogramLines(t *testing.T) {
	l := newLatencies()
	l.record(1000)
	line, err := HistogramLine("Sync/store=cow-2", "get-ns", l.hist, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := DefaultCell()
	c.Measures = []Measure{MeasureSync}
	const result = "BenchmarkSync/store=cow-2 1 5 ns/op\n"
	f, err := createResultFile(t.TempDir() + "/bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.file.Close()
	if err := f.add(c, []byte(result+line)); err != nil {
		t.Fatal(err)
	}
	if got := f.text.String(); !strings.HasSuffix(got, result+line) {
		t.Errorf("the file holds %q", got)
	}
	for name, damaged := range map[string]string{
		"fields":          "Histogram Sync/store=cow-2 get-ns\n",
		"no result Other": strings.Replace(line, "Sync/store=cow-2", "Other-2", 1),
		"illegal base64":  "Histogram Sync/store=cow-2 get-ns ?\n",
	} {
		if err := f.add(c, []byte(result+damaged)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
