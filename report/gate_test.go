package report_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/report"
)

// sides reads two files, of the base and of what is judged.
func sides(t *testing.T, base, head []string) *report.Comparison {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i, name := range []string{"base", "head"} {
		path := filepath.Join(dir, name+".txt")
		if err := os.WriteFile(path, []byte(strings.Join([][]string{base, head}[i], "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, name+"="+path)
	}
	in, err := report.Read(paths...)
	if err != nil {
		t.Fatal(err)
	}
	c, err := report.Compare(in, report.Options{
		Base: "base", Holm: true, Family: report.WholeComparison, MinEffect: report.DefaultMinEffect, Ignore: "pkg",
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func gate(t *testing.T, base, head []string, o report.GateOptions) *report.GateResult {
	t.Helper()
	if o.Threshold == 0 {
		o.Threshold = 0.05
	}
	r, err := report.Gate(sides(t, base, head), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// bench is a line for each value of BenchmarkX in the unit, of which less is better.
func bench(unit string, values ...float64) []string {
	lines := []string{fmt.Sprintf("Unit %s better=lower", unit)}
	for _, v := range values {
		lines = append(lines, fmt.Sprintf("BenchmarkX-2 1 %v %s", v, unit))
	}
	return lines
}

// around is n values, all different, from the centre upwards.
func around(center float64, n int) (values []float64) {
	for i := range n {
		values = append(values, center*(1+0.001*float64(i)))
	}
	return values
}

// Too few samples are no pass: nothing is known (golang/go#23471).
func TestGateOfFewSamplesIsUndecided(t *testing.T) {
	for n, decided := range map[int]bool{1: false, 3: false, 4: true, 5: true, 6: true, 10: true} {
		for share, regressions := range map[float64]int{1: 0, 1.2: 1} {
			r := gate(t, bench("lag-ns", around(100, n)...), bench("lag-ns", around(100*share, n)...), report.GateOptions{})
			want := regressions
			if !decided {
				want = 0
			}
			if len(r.Regressions) != want || (len(r.Undecided) == 0) != decided || r.Passed() != (decided && want == 0) {
				t.Errorf("%d samples, ratio %v: %+v", n, share, r)
			}
			if !decided && !strings.Contains(r.Summary(), "gate failed: of 1 rows compared 1 undecided for lack of samples") {
				t.Errorf("summary %q", r.Summary())
			}
		}
	}
}

// A side without any variation is a sample like others (golang/go#23471).
func TestGateOfAConstantSide(t *testing.T) {
	constant := []float64{100, 100, 100, 100, 100, 100}
	for share, pass := range map[float64]bool{1: true, 1.2: false, 0.8: true} {
		if r := gate(t, bench("lag-ns", constant...), bench("lag-ns", around(100*share, 6)...), report.GateOptions{}); r.Passed() != pass {
			t.Errorf("ratio %v: %+v", share, r)
		}
	}
}

// Zeros are divided by nowhere, and what was not there and now is, is a regression (golang/go#19565).
func TestGateOfZeros(t *testing.T) {
	same := func(v float64) []float64 { return []float64{v, v, v, v, v, v} }
	for _, c := range []struct {
		old, now float64
		pass     bool
	}{{0, 0, true}, {0, 5, false}, {5, 0, true}, {5, 5, true}} {
		for _, n := range []int{1, 6} {
			r := gate(t, bench("lost-events", same(c.old)[:n]...), bench("lost-events", same(c.now)[:n]...), report.GateOptions{})
			if n == 1 && c.pass {
				continue // undecided: one sample
			}
			if r.Passed() != c.pass {
				t.Errorf("%v → %v, %d samples: %+v", c.old, c.now, n, r)
			}
			if !c.pass && (len(r.Regressions) != 1 || r.Regressions[0].Reason != "it was 0") {
				t.Errorf("%v → %v, %d samples: %+v", c.old, c.now, n, r.Regressions)
			}
		}
	}
}

// What one side lacks fails unless that is allowed, and is named (golang/go#19565).
func TestGateOfMissingRows(t *testing.T) {
	both := bench("lag-ns", around(100, 6)...)
	more := append(bench("lag-ns", around(100, 6)...), "BenchmarkOnly-2 1 5 lag-ns")
	fewer := bench("lag-ns", around(100, 5)...)
	for name, c := range map[string]struct {
		base, head []string
		reason     string
	}{
		"gone":  {more, both, "Only-2 lag-sec in head: head does not have it"},
		"new":   {both, more, "Only-2 lag-sec in head: base does not have it"},
		"fewer": {both, fewer, "it has 5 results, base has 6"},
	} {
		r := gate(t, c.base, c.head, report.GateOptions{})
		if r.Passed() || len(r.Missing) != 1 || !strings.Contains(r.Missing[0].String(), c.reason) {
			t.Errorf("%s: %+v", name, r)
		}
		r = gate(t, c.base, c.head, report.GateOptions{AllowMissing: true})
		if !r.Passed() || len(r.Allowed) != 1 {
			t.Errorf("%s, allowed: %+v", name, r)
		}
	}
}

// Worse by less than the threshold passes, and each unit can have its own.
func TestGateThresholds(t *testing.T) {
	for _, c := range []struct {
		share, threshold float64
		units            map[string]float64
		pass             bool
	}{
		{1.04, 0.05, nil, true}, {1.06, 0.05, nil, false}, {1.06, 0.1, nil, true}, {0.5, 0.05, nil, true},
		{1.06, 0.05, map[string]float64{"lag-ns": 0.1}, true}, {1.04, 0.05, map[string]float64{"lag-ns": 0.03}, false},
		{1.06, 0.05, map[string]float64{"other-ns": 0.1}, false},
	} {
		r := gate(t, bench("lag-ns", around(100, 10)...), bench("lag-ns", around(100*c.share, 10)...), report.GateOptions{Threshold: c.threshold, Thresholds: c.units})
		if r.Passed() != c.pass {
			t.Errorf("%+v: %+v", c, r)
		}
	}
}

// More is not worse in every unit: the direction is declared, also for units that nobody knows
// (golang/go#43744).
func TestGateGoesByTheDeclaredDirection(t *testing.T) {
	for unit, better := range map[string]string{
		"events/s": "higher", "p99-visible-ns": "lower", "p999-get-ns": "lower", "peak-B": "lower", "lost-events": "lower",
	} {
		for share, more := range map[float64]bool{1.5: true, 0.5: false} {
			lines := func(share float64) []string {
				lines := bench(unit, around(1000*share, 10)...)
				lines[0] = fmt.Sprintf("Unit %s better=%s", unit, better)
				return lines
			}
			if r := gate(t, lines(1), lines(share), report.GateOptions{}); r.Passed() != (more == (better == "higher")) {
				t.Errorf("%s, %s is better, ratio %v: %+v", unit, better, share, r)
			}
		}
	}
	undeclared := bench("lag-ns", around(1, 10)...)[1:]
	_, err := report.Gate(sides(t, undeclared, undeclared), report.GateOptions{})
	if err == nil || !strings.Contains(err.Error(), `"Unit lag-sec better=lower"`) {
		t.Errorf("undeclared: error %v does not say how to declare it", err)
	}
}

// Files that disagree on the direction are not compared as if they did not (golang/go#43744).
func TestGateOfContradictingDirectionsFails(t *testing.T) {
	base := bench("score", around(100, 6)...)
	head := append([]string{"Unit score better=higher"}, base[1:]...)
	if r := gate(t, base, head, report.GateOptions{}); r.Passed() || !strings.Contains(r.Failures[0], "metadata better of unit score already set") {
		t.Errorf("%+v", r)
	}
}

func TestGateNeedsSomethingToCompare(t *testing.T) {
	c, err := report.Compare(read(t, bench("lag-ns", 1, 2, 3)...), report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := report.Gate(c, report.GateOptions{}); err == nil || !strings.Contains(err.Error(), "there is no other column") {
		t.Errorf("error %v", err)
	}
	if _, err := report.Gate(sides(t, bench("lag-ns", 1), bench("lag-ns", 1)), report.GateOptions{Threshold: -1}); err == nil {
		t.Error("a negative threshold is accepted")
	}
}

// The results of another machine are no base: all rows are missing.
func TestGateNeverComparesMachines(t *testing.T) {
	base, head := bench("lag-ns", around(100, 10)...), bench("lag-ns", around(100, 10)...)
	r := gate(t, append([]string{"cpu: one"}, base...), append([]string{"cpu: two"}, head...), report.GateOptions{})
	if r.Passed() || r.Compared != 0 || len(r.Missing) != 2 || !strings.Contains(r.Missing[1].String(), "cpu: two") {
		t.Errorf("%+v", r)
	}
}

func TestGateIsWrittenForPeopleAndForPullRequests(t *testing.T) {
	r := gate(t, bench("lag-ns", around(100, 10)...), bench("lag-ns", around(150, 10)...), report.GateOptions{})
	var text, markdown bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteMarkdown(&markdown); err != nil {
		t.Fatal(err)
	}
	const line = "regression: X-2 lag-sec in head: 100.5ns → 150.7ns (50% worse): more than 5% worse, p=0.000 n=10"
	if want := "gate failed: of 1 rows compared 1 regressed\n  " + line + "\n"; text.String() != want {
		t.Errorf("%q, want %q", text.String(), want)
	}
	if want := "**gate failed: of 1 rows compared 1 regressed**\n\n- " + strings.ReplaceAll(line, ">", "&gt;") + "\n\n"; markdown.String() != want {
		t.Errorf("%q, want %q", markdown.String(), want)
	}
}
