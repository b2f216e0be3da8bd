package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"informerbench/report"
)

// rows is n samples of each of the rows for two stores: cow's differ by the share, or not at all from
// the first row that is given as equal.
func rows(n, differing, equal int, share float64) []string {
	lines := []string{"Unit events/s better=higher"}
	for row := range differing + equal {
		for i := range n {
			base := 1000 + float64(i)/10
			cow := base * share
			if row >= differing {
				cow = 1000 + float64((i+row)%n)/10
			}
			lines = append(lines, fmt.Sprintf("BenchmarkR%d/store=clientgo-2 1 %v events/s", row, base),
				fmt.Sprintf("BenchmarkR%d/store=cow-2 1 %v events/s", row, cow))
		}
	}
	return lines
}

func verdicts(t *testing.T, o report.Options, lines ...string) (verdicts []report.Verdict, c *report.Comparison) {
	t.Helper()
	o.Col, o.Base = "/store", "clientgo"
	c, err := report.Compare(read(t, lines...), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range c.Tables[0].Cells {
		verdicts = append(verdicts, line[1].Verdict)
	}
	return verdicts, c
}

// Many comparisons make some differ by chance; corrected, they must differ more clearly.
func TestHolmIsAppliedOverTheComparisonsOfATable(t *testing.T) {
	// Five samples a side, apart: p = 1/126. Six comparisons are the most that this survives.
	for n, want := range map[int]report.Verdict{6: report.Better, 7: report.NotEnoughSamples} {
		got, c := verdicts(t, report.Options{Holm: true}, rows(5, 1, n-1, 1.5)...)
		if got[0] != want {
			t.Errorf("of %d comparisons the one that differs is %q, want %q", n, got[0], want)
		}
		cell := c.Tables[0].Cells[0][1]
		if p := cell.PAdjusted; p < 0.99*float64(n)/126 || p > 1.01*float64(n)/126 {
			t.Errorf("adjusted p of %d is %v, want %v", n, p, float64(n)/126)
		}
		if uncorrected, _ := verdicts(t, report.Options{}, rows(5, 1, n-1, 1.5)...); uncorrected[0] != report.Better {
			t.Errorf("uncorrected it is %q", uncorrected[0])
		}
	}
	// With too few samples for the correction, equal rows are not called equal either.
	got, c := verdicts(t, report.Options{Holm: true}, rows(5, 1, 6, 1.5)...)
	const note = "too few samples for Holm's correction over 7 comparisons: nothing can be significant with 5 a side, take 6 or more"
	if got[6] != report.NotEnoughSamples || !slices.Contains(c.Notes, note) {
		t.Errorf("verdict %q, notes %q", got[6], c.Notes)
	}
}

// A gate acts on any difference in any table, so it corrects over all of them.
func TestTheFamilyMayBeTheWholeComparison(t *testing.T) {
	lines := append(rows(5, 1, 3, 1.5), "Unit lists/s better=higher")
	for _, line := range rows(5, 0, 4, 1)[1:] {
		lines = append(lines, strings.ReplaceAll(line, "events/s", "lists/s"))
	}
	for family, want := range map[report.Family]report.Verdict{report.PerTable: report.Better, report.WholeComparison: report.NotEnoughSamples} {
		if got, _ := verdicts(t, report.Options{Holm: true, Family: family}, lines...); got[0] != want {
			t.Errorf("family %d: %q, want %q", family, got[0], want)
		}
	}
}

// A difference can be certain and not matter.
func TestDifferencesBelowTheMinimumEffectAreNeitherBetterNorWorse(t *testing.T) {
	for share, want := range map[float64]report.Verdict{
		1.01: report.WithinEffect, 0.99: report.WithinEffect, 1.03: report.Better, 0.97: report.Worse,
	} {
		got, c := verdicts(t, report.Options{MinEffect: 0.02}, rows(10, 1, 0, share)...)
		if got[0] != want {
			t.Errorf("ratio %v: %q, want %q", share, got[0], want)
		}
		var b bytes.Buffer
		if err := c.WriteText(&b, report.Layout{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), " ≈ (p=0.000 n=10)") != (want == report.WithinEffect) {
			t.Errorf("ratio %v:\n%s", share, b.String())
		}
	}
}

// The base measured twice is shown, counted, and makes no claims that the correction would have to pay for.
func TestTheBaseMeasuredAgainIsCountedApart(t *testing.T) {
	lines := rows(5, 1, 5, 1.5)
	for _, line := range rows(5, 2, 4, 1.2) {
		if strings.Contains(line, "store=cow") {
			lines = append(lines, strings.ReplaceAll(line, "store=cow", "store=clientgo-again"))
		}
	}
	in := read(t, lines...)
	c, err := report.Compare(in, report.Options{Col: "/store", Base: "clientgo", Holm: true})
	if err != nil {
		t.Fatal(err)
	}
	aa := c.AA()
	if len(aa) != 1 || aa[0].Column != "clientgo-again" || aa[0].Compared != 6 || aa[0].Differ != 2 || aa[0].Expected() < 0.29 || aa[0].Expected() > 0.31 {
		t.Errorf("A/A %+v", aa)
	}
	// 1 - 0.95^6 - 6 × 0.05 × 0.95^5
	if p := aa[0].Chance(); p < 0.0327 || p > 0.0328 {
		t.Errorf("chance %v, want 0.03277", p)
	}
	if v := c.Tables[0].Cells[0][1].Verdict; c.Tables[0].Cols[1] != "cow" || v != report.Better {
		t.Errorf("with the A/A column beside it %s is %q, want better: six comparisons, not twelve", c.Tables[0].Cols[1], v)
	}
	var b bytes.Buffer
	if err := c.WriteText(&b, report.Layout{}); err != nil {
		t.Fatal(err)
	}
	if want := "A/A clientgo-again: 2 of 6 rows differ (p < 0.05, not corrected); chance makes 0.3\n"; !strings.Contains(b.String(), want) {
		t.Errorf("want %q in\n%s", want, b.String())
	}
}
