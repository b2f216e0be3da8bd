package report_test

import (
	"fmt"
	"strings"
	"testing"

	"informerbench/report"
)

func repeat(v float64, n int) (values []float64) {
	for range n {
		values = append(values, v)
	}
	return values
}

// Allocations and bytes are judged by the step, not by a share: one more of two is one more.
func TestAllocationsGateExactly(t *testing.T) {
	for _, c := range []struct {
		name, unit string
		old, now   []float64
		pass       bool
	}{
		{"one more of a thousand", "allocs/op", repeat(1000, 10), repeat(1001, 10), false},
		{"one more of one, one sample", "allocs/op", []float64{1}, []float64{2}, false},
		{"from none, one sample", "allocs/op", []float64{0}, []float64{1}, false},
		{"one less", "allocs/op", repeat(2, 10), repeat(1, 10), true},
		{"the same, one sample", "allocs/op", []float64{7}, []float64{7}, true},
		{"8 bytes more", "B/op", repeat(1024, 3), repeat(1032, 3), false},
		// A mean of 1.99 reads as 1 or 2: the medians' step of 1 is the cut's.
		{"cut to whole numbers", "allocs/op", []float64{1, 1, 1, 1, 1, 1, 2, 2, 2, 2}, []float64{1, 1, 1, 2, 2, 2, 2, 2, 2, 2}, true},
		{"varying and higher", "B/op", around(2000, 10), around(2012, 10), false},
		{"varying and hardly higher", "B/op", around(2000, 10), around(2001, 10), true},
		// Means of many events are not whole numbers, and vary.
		{"steady mean", "allocs/event", repeat(12.25, 10), repeat(12.26, 10), false},
		{"varying mean, 1% more", "allocs/event", around(12.25, 10), around(12.25*1.011, 10), false},
		{"varying mean, the same", "allocs/event", around(12.25, 10), around(12.26, 10), true},
		{"varying mean, too few", "B/event", around(12.25, 3), around(14, 3), false},
	} {
		r := gate(t, bench(c.unit, c.old...), bench(c.unit, c.now...), report.GateOptions{})
		if r.Passed() != c.pass {
			t.Errorf("%s: %s %v → %v: %+v", c.name, c.unit, c.old, c.now, r)
		}
	}
}

func TestUnitsCanBeMadeToGateExactly(t *testing.T) {
	base, head := bench("wire-B", repeat(1000, 10)...), bench("wire-B", repeat(1001, 10)...)
	if r := gate(t, base, head, report.GateOptions{}); !r.Passed() {
		t.Errorf("by default: %+v", r)
	}
	if r := gate(t, base, head, report.GateOptions{Exact: []string{"wire-B"}}); r.Passed() {
		t.Error("asked to, it is not exact")
	}
	declared := func(lines []string) []string { return append([]string{"Unit wire-B assume=exact"}, lines...) }
	if r := gate(t, declared(base), declared(head), report.GateOptions{}); r.Passed() {
		t.Error("declared, it is not exact")
	}
}

// Test output around the lines, other packages' headers and CRLF are read; a log line inside a result is
// reported with its place, and the result that it destroyed is missed (golang/go#58528).
func TestGateOfDirtyOutput(t *testing.T) {
	clean := bench("lag-ns", around(100, 6)...)
	clean = append([]string{"goos: linux", "goarch: amd64", "cpu: one", "pkg: example.com/a"}, clean...)
	dirty := []string{"=== RUN   TestX", "--- PASS: TestX (0.00s)", "goos: linux\r", "goarch: amd64\r", "pkg: example.com/b\r", "cpu: one\r", "BenchmarkX\r", "BenchmarkX-2\r"}
	for _, line := range clean[4:] {
		dirty = append(dirty, line+"\r", "    x_test.go:5: a log line\r", "PASS\r", "ok  \texample.com/b\t1.2s\r")
	}
	if r := gate(t, clean, dirty, report.GateOptions{ExpectRows: 6}); !r.Passed() || r.Compared != 1 {
		t.Errorf("test output around results: %+v", r)
	}
	damaged := strings.Split(strings.Replace(strings.Join(dirty, "\n"), "BenchmarkX-2 1 100 ", "BenchmarkX-2 I1129 10:00:00 reflector.go:1] log\n1 100 ", 1), "\n")
	r := gate(t, clean, damaged, report.GateOptions{})
	if r.Passed() || len(r.Failures) != 1 || !strings.Contains(r.Failures[0], "head.txt:13") || len(r.Missing) != 1 {
		t.Errorf("a log line inside a result: %+v", r)
	}
	if r := gate(t, clean, dirty, report.GateOptions{ExpectRows: 7}); r.Passed() || fmt.Sprint(r.Failures) != "[base has 6 results, 7 are expected head has 6 results, 7 are expected]" {
		t.Errorf("fewer rows than expected: %+v", r)
	}
}
