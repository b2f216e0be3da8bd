package report_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s\nwant:\n%s\n(go test -update rewrites it)", name, got, want)
	}
}

func read(t *testing.T, lines ...string) *report.Input {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := report.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func compareStores(t *testing.T, in *report.Input) *report.Comparison {
	t.Helper()
	cmp, err := report.Compare(in, report.Options{Col: "/store", Ignore: ".file,/informer,/queue", Base: "clientgo"})
	if err != nil {
		t.Fatal(err)
	}
	return cmp
}

func TestTablesAreAsInTheGoldenFile(t *testing.T) {
	in, err := report.Read("testdata/stores.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := compareStores(t, in).WriteText(&b, report.Layout{Width: 100}); err != nil {
		t.Fatal(err)
	}
	golden(t, "stores.golden", b.String())
	b.Reset()
	if err := compareStores(t, in).WriteText(&b, report.Layout{Width: 60, Transposed: true}); err != nil {
		t.Fatal(err)
	}
	golden(t, "transposed.golden", b.String())
}

func TestSummaryIsAsInTheGoldenFile(t *testing.T) {
	in, err := report.Read("testdata/stores.txt")
	if err != nil {
		t.Fatal(err)
	}
	s, err := report.Summarize(in, report.SummaryOptions{
		Figures: []report.Figure{
			{Title: "events/s", Filter: ".name:Throughput", Unit: "events/s"},
			{Title: "p99 staleness", Filter: ".name:Staleness", Unit: "p99-visible-sec"},
			{Title: "heap/object", Filter: ".name:Heap", Unit: "heap-B/object"},
			{Title: "not measured", Filter: ".name:Nothing", Unit: "events/s"},
		},
		Group: "/objects@num", Subject: "/informer,/queue,/store", Base: "clientgo/realfifo/clientgo",
	})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.WriteText(&b, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.golden", b.String())
}

func samples(store string, values ...float64) []string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprintf("BenchmarkX/store=%s-2 1 %v events/s", store, v))
	}
	return out
}

// With few samples a rank test cannot reach significance, which must not be read
// as "no change" (golang/go#23471).
func TestFewSamplesGiveNoVerdict(t *testing.T) {
	for n, want := range map[int]report.Verdict{
		1: report.NotEnoughSamples, 3: report.NotEnoughSamples,
		4: report.Better, 5: report.Better, 6: report.Better, 10: report.Better,
	} {
		lines := []string{"Unit events/s better=higher"}
		for i := range n {
			lines = append(lines, samples("clientgo", 100+float64(i))...)
			lines = append(lines, samples("cow", 200+float64(i))...)
		}
		cell := compareStores(t, read(t, lines...)).Tables[0].Cells[0][1]
		if cell.Verdict != want {
			t.Errorf("%d samples a side: verdict %q, want %q", n, cell.Verdict, want)
		}
		var b bytes.Buffer
		if err := compareStores(t, read(t, lines...)).WriteText(&b, report.Layout{}); err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(b.String(), "±"); has != (n >= report.MinForInterval) {
			t.Errorf("%d samples: interval shown is %v; 95%% needs %d", n, has, report.MinForInterval)
		}
		if n < report.MinForVerdict && !strings.Contains(b.String(), "not enough samples") {
			t.Errorf("%d samples: the output does not say so:\n%s", n, b.String())
		}
	}
}

// A side without variation is an ordinary sample (golang/go#23471).
func TestConstantSideIsCompared(t *testing.T) {
	lines := append([]string{"Unit events/s better=higher"}, samples("clientgo", 5, 5, 5, 5, 5, 5)...)
	lines = append(lines, samples("cow", 3, 3, 3, 3, 3, 3)...)
	if v := compareStores(t, read(t, lines...)).Tables[0].Cells[0][1].Verdict; v != report.Worse {
		t.Errorf("verdict %q, want worse", v)
	}
}

// Zeros and missing sides are shown, never divided by (golang/go#19565).
func TestZerosAndMissingSides(t *testing.T) {
	lines := []string{"Unit lost-events better=lower"}
	for range 6 {
		for name, v := range map[string][2]int{"Both0": {0, 0}, "Appears": {0, 5}, "Vanishes": {5, 0}} {
			lines = append(lines, fmt.Sprintf("Benchmark%s/store=clientgo-2 1 %d lost-events", name, v[0]),
				fmt.Sprintf("Benchmark%s/store=cow-2 1 %d lost-events", name, v[1]))
		}
		lines = append(lines, "BenchmarkOneSided/store=cow-2 1 7 lost-events")
	}
	table := compareStores(t, read(t, lines...)).Tables[0]
	got := map[string]report.Verdict{}
	for i, row := range table.Rows {
		got[strings.TrimSuffix(row, "-2")] = table.Cells[i][1].Verdict
	}
	want := map[string]report.Verdict{"Both0": report.NoDifference, "Appears": report.Worse, "Vanishes": report.Better, "OneSided": report.NoBase}
	for row, v := range want {
		if got[row] != v {
			t.Errorf("%s: verdict %q, want %q (all: %v)", row, got[row], v, got)
		}
	}
}

// A log line inside a result line is reported with file and line, CRLF is read
// (golang/go#58528).
func TestDamagedLinesAreReportedWithTheirPlace(t *testing.T) {
	in := read(t, "goos: linux\r", "BenchmarkX/store=a-2 1 5 events/s\r", "BenchmarkX/store=a-2 1 I1129 log line", "BenchmarkX/store=a-2 1 6 events/s")
	if len(in.Results) != 2 {
		t.Errorf("%d results, want 2", len(in.Results))
	}
	if len(in.Warnings) != 1 || !strings.Contains(in.Warnings[0], "bench.txt:3") {
		t.Errorf("warnings %q, want one that names bench.txt:3", in.Warnings)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	if _, err := report.Read("testdata/absent.txt"); err == nil || !strings.Contains(err.Error(), "absent.txt") {
		t.Errorf("absent file: %v", err)
	}
	if _, err := report.Read("testdata"); err == nil || !strings.Contains(err.Error(), "directory") {
		t.Errorf("directory: %v", err)
	}
	in := read(t, samples("cow", 1)...)
	for name, o := range map[string]report.Options{
		"base column":         {Col: "/store", Base: "nosuch"},
		"no results are left": {Filter: ".name:Nothing"},
		"filter":              {Filter: "((("},
		"projection":          {Row: "/a@("},
		"between 0 and 1":     {Alpha: 2},
		"no result has such":  {Col: "/nosuch"},
		"the columns are co":  {Col: "/store", Base: "x"},
	} {
		if _, err := report.Compare(in, o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%+v: error %v does not mention %q", o, err, name)
		}
	}
}

func TestUnlikeResultsInOneCellAreNoted(t *testing.T) {
	in := read(t, "BenchmarkX/store=a/readers=1-2 1 5 events/s", "BenchmarkX/store=a/readers=8-2 1 6 events/s")
	cmp, err := report.Compare(in, report.Options{Row: ".name", Col: "/store"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := cmp.WriteText(&b, report.Layout{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "[1] results in one cell differ in .fullname") {
		t.Errorf("no note on unlike results:\n%s", b.String())
	}
}

func TestCSVIsAsInTheGoldenFile(t *testing.T) {
	in, err := report.Read("testdata/stores.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := compareStores(t, in).WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "stores.csv", b.String())
}

// A figure that nobody measured leaves its column empty; one without its base is an error.
func TestSummaryTellsMissingFiguresFromAMissingBase(t *testing.T) {
	in := read(t, samples("cow", 1, 2)...)
	figures := []report.Figure{{Title: "there", Filter: ".name:X", Unit: "events/s"}, {Title: "absent", Filter: ".name:Y", Unit: "events/s"}}
	s, err := report.Summarize(in, report.SummaryOptions{Figures: figures, Subject: "/store", Base: "cow"})
	if err != nil || s.Groups[0].Lines[0].Cells[0] == nil || s.Groups[0].Lines[0].Cells[1] != nil {
		t.Errorf("a missing figure: %+v, %v", s, err)
	}
	for name, o := range map[string]report.SummaryOptions{
		"base":    {Figures: figures, Subject: "/store", Base: "clientgo"},
		"figures": {Figures: figures[1:], Subject: "/store", Base: "cow"},
	} {
		if _, err := report.Summarize(in, o); !errors.Is(err, report.ErrNotMeasured) {
			t.Errorf("missing %s: %v", name, err)
		}
	}
}
