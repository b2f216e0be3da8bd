package page_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report"
	"informerbench/report/page"
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
		t.Errorf("%s differs (go test -update rewrites it); it begins to differ at %s", path, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n%.300s\nwant:\n%.300s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("the end: %d lines, want %d", len(g), len(w))
}

// read parses benchmark text.
func read(t *testing.T, text string) *report.Input {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := report.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// written is a page in both forms.
func written(t *testing.T, in *report.Input, o page.Options) (html, markdown string) {
	t.Helper()
	p, err := page.Build(in, o)
	if err != nil {
		t.Fatal(err)
	}
	var h, m bytes.Buffer
	if err := p.WriteHTML(&h); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteMarkdown(&m); err != nil {
		t.Fatal(err)
	}
	return h.String(), m.String()
}

func small(t *testing.T) (*report.Input, page.Options) {
	t.Helper()
	data, err := os.ReadFile("testdata/small.txt")
	if err != nil {
		t.Fatal(err)
	}
	return read(t, string(data)), page.Options{
		Title:    "A small report",
		Commands: []string{"bin/benchgen bench --count=7"},
		Raw:      []page.File{{Name: "small.txt", Data: data}},
	}
}

// pipelines is n rounds of one measure for client-go and one of ours, whose values are
// the given multiple of client-go's.
func pipelines(rounds int, measure, unit, better string, times float64) string {
	text := "Unit " + unit + " better=" + better + "\n"
	for i := range rounds {
		v := 100 + float64(i)
		text += fmt.Sprintf("Benchmark%s/informer=clientgo/store=clientgo/queue=realfifo/mix=churn/objects=1000-2 1 %v %s\n", measure, v, unit)
		text += fmt.Sprintf("Benchmark%s/informer=ours/store=mvcc/queue=inorder/mix=churn/objects=1000-2 1 %v %s\n", measure, v*times, unit)
	}
	return text
}

func wantAll(t *testing.T, where, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s lacks %q", where, p)
		}
	}
}
