package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
)

// GateResult is what a gate found. It has passed if all but Allowed is empty.
type GateResult struct {
	Compared int // rows of all tables and columns that both sides have
	Improved int
	// Regressions got worse.
	Regressions []Finding
	// Undecided are rows with too few samples.
	Undecided []Finding
	// Missing are rows that one side lacks, or has fewer results of; Allowed are those when they may.
	Missing, Allowed []Finding
	// Failures are about the input as a whole.
	Failures []string
}

// Passed tells whether nothing fails.
func (r *GateResult) Passed() bool {
	return len(r.Regressions)+len(r.Undecided)+len(r.Missing)+len(r.Failures) == 0
}

// Finding is one row of one column that does not pass.
type Finding struct {
	Machine           string // see [Table]
	Config            []string
	Unit, Row, Column string
	Old, New          float64 // centres; NaN on a side that lacks the row
	// Change is how much worse it is, as a share of the base.
	Change float64
	P      float64 // adjusted
	Reason string
}

// String is the finding as a line.
func (f Finding) String() string {
	text := fmt.Sprintf("%s %s in %s", f.Row, f.Unit, f.Column)
	if !math.IsNaN(f.Old) && !math.IsNaN(f.New) {
		text += fmt.Sprintf(": %s → %s", valueText(f.Old, f.Unit), valueText(f.New, f.Unit))
	}
	if f.Change != 0 && !math.IsInf(f.Change, 0) {
		text += fmt.Sprintf(" (%s)", percentWorse(f.Change))
	}
	if f.Machine != "" {
		text += ", " + f.Machine
	}
	return text + ": " + f.Reason
}

func percent(share float64) string { return fmt.Sprintf("%.4g%%", 100*share) }

func percentWorse(share float64) string {
	if share < 0 {
		return percent(-share) + " better"
	}
	return percent(share) + " worse"
}

// maxShown is how many findings of a kind a person reads; the rest is counted.
const maxShown = 50

// Summary is the outcome in a line.
func (r *GateResult) Summary() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{len(r.Regressions), "regressed"}, {len(r.Undecided), "undecided for lack of samples"},
		{len(r.Missing), "missing on one side"}, {len(r.Failures), "other failures"}, {r.Improved, "improved"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	word := "failed"
	if r.Passed() {
		word = "passed"
	}
	if parts == nil {
		parts = []string{"none worse"}
	}
	return fmt.Sprintf("gate %s: of %d rows compared %s", word, r.Compared, strings.Join(parts, ", "))
}

// lines are the findings, each kind under its name.
func (r *GateResult) lines() (lines []string) {
	for _, f := range r.Failures {
		lines = append(lines, "failure: "+f)
	}
	for _, k := range []struct {
		name     string
		findings []Finding
	}{{"regression", r.Regressions}, {"undecided", r.Undecided}, {"missing", r.Missing}, {"missing, allowed", r.Allowed}} {
		for i, f := range k.findings {
			if i == maxShown {
				lines = append(lines, fmt.Sprintf("%s: %d more", k.name, len(k.findings)-i))
				break
			}
			lines = append(lines, k.name+": "+f.String())
		}
	}
	return lines
}

// WriteText prints the outcome and what did not pass.
func (r *GateResult) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, r.Summary())
	for _, line := range r.lines() {
		fmt.Fprintln(b, "  "+line)
	}
	return b.Flush()
}

// WriteMarkdown prints the same as a list.
func (r *GateResult) WriteMarkdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "**%s**\n\n", escapeMarkdown(r.Summary()))
	for _, line := range r.lines() {
		fmt.Fprintf(b, "- %s\n", escapeMarkdown(line))
	}
	if len(r.lines()) > 0 {
		fmt.Fprintln(b)
	}
	return b.Flush()
}
