package report_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"

	"informerbench/report"
)

// histogramLine is as a run writes it, except for the number of digits.
func histogramLine(t *testing.T, name string, values []int64, overflow int) string {
	t.Helper()
	h := hdrhistogram.New(1, 60e9, 2)
	for _, v := range values {
		if err := h.RecordValue(v); err != nil {
			t.Fatal(err)
		}
	}
	data, err := h.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("Histogram %s get-ns %s", name, data)
	if overflow > 0 {
		line += fmt.Sprintf(" overflow=%d", overflow)
	}
	return line
}

// Percentiles of merged histograms are those of all values, which the mean of each round's is not.
func TestHistogramsAreMergedOverRounds(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	dice := rand.New(rand.NewPCG(seed, 0))
	var all []int64
	lines := []string{"cpu: one\r"}
	for round := range 10 {
		var values []int64
		for range 500 {
			values = append(values, int64(dice.ExpFloat64()*1e5*float64(1+10*(round%2)))+1)
		}
		all = append(all, values...)
		lines = append(lines, "BenchmarkRead/store=cow-2 1 5 ns/op\r", histogramLine(t, "Read/store=cow-2", values, 0)+"\r")
	}
	slices.Sort(all)
	in := read(t, lines...)
	if len(in.Results) != 10 || len(in.Histograms) != 1 || len(in.Warnings) != 0 {
		t.Fatalf("%d results, %d histograms, warnings %q", len(in.Results), len(in.Histograms), in.Warnings)
	}
	h := in.Histograms[0]
	if h.Name != "Read/store=cow-2" || h.Unit != "get-ns" || h.Runs != 10 || h.Count() != 5000 || h.Result.GetConfig("cpu") != "one" {
		t.Errorf("%+v", h)
	}
	for _, p := range []float64{50, 90, 99, 99.9, 100} {
		want := float64(all[int(math.Ceil(p/100*float64(len(all))))-1])
		if got, beyond := h.Percentile(p); beyond || got < want*0.99 || got > want*1.01+1 {
			t.Errorf("p%v is %v (%t), want %v", p, got, beyond, want)
		}
	}
	curve := h.Curve(10)
	if first, last := curve[0], curve[len(curve)-1]; first.Tail != 1 || last.Tail*5000 < 1-1e-6 || len(curve) != 37 {
		t.Errorf("a curve of %d points from %+v to %+v", len(curve), first, last)
	}
	if !slices.IsSortedFunc(curve, func(a, b report.CurvePoint) int { return int(a.NS - b.NS) }) {
		t.Errorf("the curve falls: %+v", curve)
	}
}

// What must not be merged: other configurations, other files.
func TestHistogramsOfDifferentMachinesStayApart(t *testing.T) {
	line := histogramLine(t, "X-2", []int64{5}, 0)
	in := read(t, "cpu: one", "BenchmarkX-2 1 5 ns/op", line, line, "cpu: two", "BenchmarkX-2 1 5 ns/op", line)
	if len(in.Histograms) != 2 || in.Histograms[0].Runs != 2 || in.Histograms[1].Result.GetConfig("cpu") != "two" {
		t.Errorf("%+v", in.Histograms)
	}
	sum := in.Histograms[0].Clone()
	sum.Merge(in.Histograms[1])
	if sum.Count() != 3 || sum.Runs != 3 || in.Histograms[0].Count() != 2 {
		t.Errorf("merged %d of %d, and what was merged into has %d", sum.Count(), sum.Runs, in.Histograms[0].Count())
	}
}

func TestOverflowOfHistogramsCounts(t *testing.T) {
	in := read(t, "BenchmarkX-2 1 5 ns/op", histogramLine(t, "X-2", []int64{10, 20, 30}, 1))
	h := in.Histograms[0]
	if ns, beyond := h.Percentile(75); h.Count() != 4 || ns != 30 || beyond {
		t.Errorf("of %d values p75 is %v, %t", h.Count(), ns, beyond)
	}
	if ns, beyond := h.Percentile(99); ns < 60e9 || !beyond {
		t.Errorf("p99 is %v, %t: want the top as a lower bound", ns, beyond)
	}
}

func TestDamagedHistogramLinesAreReportedWithTheirPlace(t *testing.T) {
	good := histogramLine(t, "X-2", []int64{5}, 0)
	in := read(t, "BenchmarkX-2 1 5 ns/op", "Histogram X-2 get-ns", good[:len(good)-8], "Histogram ", good+" overflow=many", good)
	if len(in.Histograms) != 1 || in.Histograms[0].Runs != 1 || len(in.Results) != 1 {
		t.Errorf("%d results, histograms %+v", len(in.Results), in.Histograms)
	}
	if len(in.Warnings) != 4 {
		t.Fatalf("warnings %q", in.Warnings)
	}
	for i, w := range in.Warnings {
		if !strings.Contains(w, fmt.Sprintf("bench.txt:%d: histogram line", i+2)) {
			t.Errorf("warning %q does not name line %d", w, i+2)
		}
	}
}

// Results with histograms beside them stay Go benchmark text.
func TestBenchstatIgnoresHistogramLines(t *testing.T) {
	var with, without []string
	for i := range 6 {
		result := fmt.Sprintf("BenchmarkX-2 1 %d ns/op", 100+i)
		without = append(without, result)
		with = append(with, result, histogramLine(t, "X-2", []int64{5, 7, 1e6}, 3))
	}
	dir := t.TempDir()
	var outputs []string
	for _, lines := range [][]string{without, with} {
		file := filepath.Join(dir, "bench.txt")
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("go", "tool", "benchstat", file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		outputs = append(outputs, string(out))
	}
	if outputs[0] != outputs[1] || !strings.Contains(outputs[0], "102.5n") {
		t.Errorf("without histograms:\n%s\nwith:\n%s", outputs[0], outputs[1])
	}
}

// The same file twice is two columns, labels are what the user says.
func TestFilesAreNamedAsBenchstatNamesThem(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.txt")
	if err := os.WriteFile(file, []byte("BenchmarkX-2 1 5 ns/op\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := report.Read(file, "old="+file, file)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range in.Results {
		got = append(got, r.GetConfig(".file"))
	}
	if want := []string{file + "#0", "old", file + "#1"}; !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
}
