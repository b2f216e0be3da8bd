package report

import (
	"fmt"
	"strings"
)

// Family is the set of comparisons that Holm's correction takes together.
type Family int

const (
	// PerTable corrects within each table: all comparisons in one unit under one configuration. It suits a
	// reader who has one question, such as which store is fastest, and looks at the table that answers it.
	PerTable Family = iota
	// WholeComparison corrects over all tables. It suits whoever acts on any difference anywhere, as a
	// gate does.
	WholeComparison
)

// family is what is corrected together. Columns that repeat the base make no claims: they are families of
// their own.
type family []*Cell

// decide gives each compared cell its verdict.
func (c *Comparison) decide(o Options) {
	c.note(o.legend())
	var claims, again family
	judge := func() {
		c.note(claims.judge(o))
		again.judge(o)
		claims, again = nil, nil
	}
	for _, t := range c.Tables {
		for _, line := range t.Cells {
			for i, cell := range line {
				switch {
				case cell == nil || cell.Base == nil:
				case t.Again[i]:
					again = append(again, cell)
				default:
					claims = append(claims, cell)
				}
			}
		}
		if o.Family == PerTable {
			judge()
		}
	}
	judge()
	c.note(c.fewest())
}

// fewest says how many samples the comparison with the fewest has, if a claim needs more.
func (c *Comparison) fewest() string {
	n := MinForClaim
	for _, t := range c.Tables {
		for _, line := range t.Cells {
			for _, cell := range line {
				if cell != nil && cell.Base != nil && !cell.Exact {
					n = min(n, cell.samples())
				}
			}
		}
	}
	if n == MinForClaim {
		return ""
	}
	return fmt.Sprintf("the fewest samples a side are %d: a claim needs %d rounds", n, MinForClaim)
}

// legend says how verdicts are made, where that is not benchstat's way.
func (o Options) legend() string {
	var parts []string
	if o.Holm {
		over := map[Family]string{PerTable: "the comparisons of each table", WholeComparison: "all comparisons"}[o.Family]
		parts = append(parts, "p is after Holm's correction over "+over)
	}
	if o.MinEffect > 0 {
		parts = append(parts, fmt.Sprintf("≈ is a significant difference of less than %s", percent(o.MinEffect)))
	}
	return strings.Join(parts, "; ")
}

// note adds a note that is not there yet.
func (c *Comparison) note(text string) {
	for _, n := range c.Notes {
		if n == text {
			return
		}
	}
	if text != "" {
		c.Notes = append(c.Notes, text)
	}
}

// judge corrects and decides. The note says when the samples are too few for what is asked of them.
func (f family) judge(o Options) (note string) {
	var tested family
	for _, c := range f {
		c.PAdjusted = c.Comparison.P
		if !c.Exact && c.samples() >= MinForVerdict {
			tested = append(tested, c)
		}
	}
	if o.Holm {
		note = tested.correct(o.Alpha)
	}
	for _, c := range f {
		c.Verdict = c.judge(o)
	}
	return note
}

// correct sets the adjusted p-values and marks cells in which even complete separation of the samples would
// not have been significant: that they are not is then no finding.
func (f family) correct(alpha float64) (note string) {
	ps := make([]float64, len(f))
	for i, c := range f {
		ps[i] = c.Comparison.P
	}
	for i, p := range Holm(ps) {
		c := f[i]
		c.PAdjusted = p
		least := leastP(len(c.Base.Sample.Values), len(c.Sample.Values))
		ahead := 0 // comparisons that Holm's procedure would take before it
		for _, other := range ps {
			if other < least*(1-1e-9) { // not merely rounded in another way
				ahead++
			}
		}
		if c.unreachable = float64(len(f)-ahead)*least >= alpha && p >= alpha; c.unreachable {
			note = fmt.Sprintf("too few samples for Holm's correction over %d comparisons: nothing can be significant with %d a side, take %d or more",
				len(f), c.samples(), SamplesFor(len(f), alpha))
		}
	}
	return note
}
