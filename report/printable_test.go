package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"informerbench/report"
)

// nasty is text that acts on a terminal, reorders what stands around it, or is not text.
const nasty = "\x1b]0;pwned\x07\u202e\xff\u200b"

// nastyInput has it in every place where a file has names, under a name that has it too.
func nastyInput(t *testing.T) *report.Input {
	t.Helper()
	var b strings.Builder
	b.WriteString("cpu: A" + nasty + "\nUnit ev" + nasty + "/s better=higher\nUnit ev" + nasty + "/s better=lower\n")
	for range 4 {
		for _, store := range []string{"base", "x" + nasty} {
			b.WriteString("commit: c" + nasty + "\nBenchmarkT" + nasty + "/store=" + store + "/k" + nasty + "=v" + nasty + "-2 1 5 ev" + nasty + "/s\n")
		}
	}
	b.WriteString("cpu: B" + nasty + "\nBenchmarkT/store=base 1 5 ns/op\nBenchmarkBad" + nasty + " 1 x ns/op\nHistogram H" + nasty + " ns" + nasty + " nonsense\n")
	path := filepath.Join(t.TempDir(), "bench\x1b.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := report.Read("label" + nasty + "=" + path)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestNothingThatIsPrintedActsOnATerminal(t *testing.T) {
	in := nastyInput(t)
	c, err := report.Compare(in, report.Options{Col: "/store", Base: "base", Table: ".config,.file"})
	if err != nil {
		t.Fatal(err)
	}
	gate, err := report.Gate(c, report.GateOptions{Threshold: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	unit := in.Results[0].Values[0].Unit
	s, err := report.Summarize(in, report.SummaryOptions{
		Figures: []report.Figure{{Title: "rate", Filter: "*", Unit: unit}}, Group: ".file", Subject: "/store", Base: "base",
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(io.Writer) error{
		"text":             func(w io.Writer) error { return c.WriteText(w, report.Layout{}) },
		"markdown":         c.WriteMarkdown,
		"csv":              c.WriteCSV,
		"json":             func(w io.Writer) error { return c.WriteJSON(w, gate) },
		"gate":             gate.WriteText,
		"gate, markdown":   gate.WriteMarkdown,
		"summary":          func(w io.Writer) error { return s.WriteText(w, 0) },
		"summary markdown": s.WriteMarkdown,
	} {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		wantPrintable(t, name, out.String())
		if !strings.Contains(out.String(), "[U+001B]") {
			t.Errorf("%s does not show that there was something:\n%s", name, out.String())
		}
	}
	wantPrintable(t, "warnings", strings.Join(in.Warnings, "\n"))
	if len(in.Warnings) != 3 {
		t.Errorf("warnings are %q", in.Warnings)
	}
}

func wantPrintable(t *testing.T, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s is not UTF-8: %q", what, text)
	}
	for _, r := range text {
		if r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf) {
			t.Errorf("%s has %U: %q", what, r, text)
			return
		}
	}
}

// Escaped names are names like others: units keep their direction, and what tools read can be read.
func TestEscapedNamesStayNames(t *testing.T) {
	in := nastyInput(t)
	c, err := report.Compare(in, report.Options{Col: "/store", Base: "base"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Tables[0].Better != 1 {
		t.Errorf("%s lost its direction", c.Tables[0].Unit)
	}
	var out bytes.Buffer
	if err := c.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	if _, err := csv.NewReader(&out).ReadAll(); err != nil {
		t.Error(err)
	}
	out.Reset()
	if err := c.WriteJSON(&out, nil); err != nil || !json.Valid(out.Bytes()) {
		t.Errorf("%v: %s", err, out.String())
	}
}

// A file with carriage returns before its line ends reads like one without.
func TestLineEndsOfOtherSystems(t *testing.T) {
	in := read(t, "cpu: A\r", "BenchmarkX 1 5 ns/op\r")
	if got := in.Results[0]; got.GetConfig("cpu") != "A" || got.Values[0].Unit != "sec/op" {
		t.Errorf("read cpu %q, %+v", got.GetConfig("cpu"), got.Values)
	}
}
