package report_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"os"

	"informerbench/report"
)

// storeText is n rounds of one row: client-go's store, the same again, and one that takes a
// share of its time.
func storeText(n int, share float64) string {
	text := "Unit ns/op better=lower\nUnit max-stall-ns better=lower\n"
	for i := range n {
		drift := float64(i % 5)
		for store, base := range map[string]float64{"clientgo": 1000, "clientgo-again": 1001, "fast": 1000 * share} {
			text += fmt.Sprintf("BenchmarkStore/store=%s/op=get/objects=10000-2 1 %f ns/op %f max-stall-ns\n",
				store, base*(1+drift/100), 1000*base*(1+drift/100))
		}
	}
	return text
}

func summaryOf(t *testing.T, text string) *report.Summary {
	file := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := report.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := report.Summarize(in, report.SummaryOptions{
		Figures: []report.Figure{
			{Title: "Get", Filter: "/op:get", Unit: "sec/op"},
			{Title: "longest Get", Filter: "/op:get", Unit: "max-stall-sec"},
			{Title: "not measured", Filter: "/op:none", Unit: "sec/op"},
		},
		Group: "/objects@num", Subject: "/store@(clientgo clientgo-again fast)", Base: "clientgo",
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// targets: the store fast shall take half the time, and stall for 1 ms at most.
func targets(subject string, figure int, group string) (report.Target, bool) {
	if subject != "fast" || group != "objects=10000" {
		return report.Target{}, false
	}
	if figure == 1 {
		return report.Target{AtMost: 1e-3, Absolute: true}, true
	}
	return report.Target{AtMost: 0.5}, true
}

func ratios(t *testing.T, s *report.Summary, targets report.Targets, markdown bool) string {
	var out strings.Builder
	if err := s.WriteRatios(&out, targets, 0, markdown); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestRatiosShowIntervalSignificanceAndTargets(t *testing.T) {
	for _, c := range []struct {
		share    float64
		get, max string
	}{
		{0.4, "0.40× [0.38, 0.42] better p<0.001; ≤ 0.50×: met", "0.40× [0.38, 0.42] better p<0.001, 408.0µs; ≤ 1.000ms: met"},
		{0.49, "0.49× [0.47, 0.51] better p<0.001; ≤ 0.50×: met, but near", "met"},
		{0.51, "0.51× [0.49, 0.53] better p<0.001; ≤ 0.50×: MISSED, but near", "met"},
		{2, "2.00× [1.92, 2.08] worse p<0.001; ≤ 0.50×: MISSED", "2.040ms; ≤ 1.000ms: MISSED"},
		{0.002, "1/500 [1/520, 1/481] better p<0.001; ≤ 0.50×: met", "met"},
		{1, "1.00× [0.96, 1.04] ~ p=1.000; ≤ 0.50×: MISSED", "MISSED"},
	} {
		text := ratios(t, summaryOf(t, storeText(10, c.share)), targets, false)
		var get, longest string
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "Get ") {
				get = line
			}
			if strings.HasPrefix(line, "longest Get ") {
				longest = line
			}
		}
		if !strings.HasSuffix(get, c.get+"\n") || !strings.Contains(longest, c.max) || strings.Contains(text, "not measured") {
			t.Errorf("share %v: want %q and %q in\n%s", c.share, c.get, c.max, text)
		}
		if !strings.Contains(get, "1.020µs ± 2%") || !strings.Contains(get, "1.00× [0.96, 1.04] ~") {
			t.Errorf("the base and the base again: %s", get)
		}
	}
}

func TestRatiosOfFewSamplesGiveNoVerdict(t *testing.T) {
	text := ratios(t, summaryOf(t, storeText(3, 0.4)), targets, true)
	if !strings.Contains(text, "| 0.40× (n=3: no verdict) |") || strings.Contains(text, "met") || strings.Contains(text, "[") {
		t.Error(text)
	}
	var o report.Outcomes
	o.Count(summaryOf(t, storeText(3, 0.4)), targets)
	if lines := o.Lines(); len(lines) > 0 {
		t.Errorf("there are outcomes: %q", lines)
	}
}

func TestOutcomesListWhatWasMissed(t *testing.T) {
	var o report.Outcomes
	o.Count(summaryOf(t, storeText(10, 0.6)), targets)
	want := []string{
		"clientgo-again: of 2 comparisons 0 are significantly better, 0 worse.",
		"fast: of 2 comparisons 2 are significantly better, 0 worse; of 2 targets 1 are met.",
		"  missed: Get (objects=10000): 0.60×, ≤ 0.50×",
	}
	if got := o.Lines(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// From four samples on there is a verdict, from six on an interval: without one nothing is near.
func TestTargetsWithoutAnIntervalAreNotNear(t *testing.T) {
	text := ratios(t, summaryOf(t, storeText(5, 0.49)), targets, false)
	if !strings.Contains(text, "≤ 0.50×: met\n") || strings.Contains(text, "near") {
		t.Error(text)
	}
}

// A difference of two measurements can come out below zero, of which there are no shares.
func TestBaseBelowZeroHasNoRatio(t *testing.T) {
	text := strings.ReplaceAll(storeText(10, 0.5), "store=clientgo/op=get/objects=10000-2 1 1", "store=clientgo/op=get/objects=10000-2 1 -1")
	got := ratios(t, summaryOf(t, text), targets, false)
	if !strings.Contains(got, "510.0ns (the base is lost in noise)") || strings.Contains(got, "≤ 0.50") {
		t.Error(got)
	}
}

// A store of which it is asked only that nothing gets worse misses that by a significant
// difference of more than so much, and by nothing else.
func TestNothingWorseIsMissedOnlyBySignificantLosses(t *testing.T) {
	notWorse := func(subject string, _ int, _ string) (report.Target, bool) {
		return report.Target{AtMost: 1.05, OnlyIfWorse: true}, subject == "fast"
	}
	for share, want := range map[float64]bool{0.5: true, 1.001: true, 1.045: true, 1.2: false} {
		text := ratios(t, summaryOf(t, storeText(10, share)), notWorse, false)
		if got := !strings.Contains(text, "MISSED"); got != want {
			t.Errorf("share %v: met is %t, want %t\n%s", share, got, want, text)
		}
	}
}

// Four samples are enough for a target and, corrected over many columns, not for a verdict. That nothing
// got worse needs the verdict.
func TestTargetsAreJudgedWhereTheCorrectionLeavesNoVerdict(t *testing.T) {
	lines := rows(4, 1, 0, 0.4)
	for _, line := range rows(4, 1, 0, 1) {
		if strings.Contains(line, "store=cow") {
			lines = append(lines, strings.ReplaceAll(line, "store=cow", "store=other"))
		}
	}
	s, err := report.Summarize(read(t, lines...), report.SummaryOptions{
		Figures: []report.Figure{{Title: "events", Filter: ".name:R0", Unit: "events/s"}}, Subject: "/store", Base: "clientgo", Holm: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	for target, want := range map[report.Target]string{
		{AtLeast: 0.5}:                    "0.40× (n=4: no verdict) p=0.057; ≥ 0.50×: MISSED",
		{AtMost: 1.05, OnlyIfWorse: true}: "0.40× (n=4: no verdict) p=0.057",
	} {
		only := func(subject string, _ int, _ string) (report.Target, bool) { return target, subject == "cow" }
		if got := ratios(t, s, only, true); !strings.Contains(got, "| "+want+" |") {
			t.Errorf("%+v: want %q in\n%s", target, want, got)
		}
	}
}
