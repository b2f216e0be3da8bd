package report

import (
	"fmt"
	"math"
	"slices"
)

// gate is one judgement on its way.
type gate struct {
	o      GateOptions
	base   string
	result *GateResult
}

// row judges one row in one column.
func (g *gate) row(t *Table, r int, column string) {
	base, cell := t.cell(r, g.base), t.cell(r, column)
	f := Finding{Machine: t.Machine, Config: t.Config, Unit: t.Unit, Row: t.Rows[r], Column: column, Old: math.NaN(), New: math.NaN()}
	switch {
	case base == nil && cell == nil:
		return // a row of another column
	case base == nil:
		f.New, f.Reason = cell.Summary.Center, fmt.Sprintf("%s does not have it", g.base)
		g.result.Missing = append(g.result.Missing, f)
		return
	case cell == nil:
		f.Old, f.Reason = base.Summary.Center, fmt.Sprintf("%s does not have it", column)
		g.result.Missing = append(g.result.Missing, f)
		return
	}
	f.Old, f.New, f.P = base.Summary.Center, cell.Summary.Center, cell.PAdjusted
	f.Change = cell.worsening()
	if n, want := len(cell.Sample.Values), len(base.Sample.Values); n != want {
		f := f
		f.Reason = fmt.Sprintf("it has %d results, %s has %d", n, g.base, want)
		g.result.Missing = append(g.result.Missing, f)
	}
	g.judge(cell, f)
}

// cell is nil where the table has no such column, or the column no such row.
func (t *Table) cell(row int, column string) *Cell {
	if i := slices.Index(t.Cols, column); i >= 0 {
		return t.Cells[row][i]
	}
	return nil
}

// worsening is how much worse the centre is, as a share of the base: negative where it is better. From 0 it
// is infinite.
func (c *Cell) worsening() float64 {
	old, now := c.Base.Summary.Center, c.Summary.Center
	switch worse := (old - now) * float64(c.better); {
	case worse == 0:
		return 0
	case old == 0:
		return math.Copysign(math.Inf(1), worse)
	default:
		return worse / math.Abs(old)
	}
}

func (g *gate) judge(c *Cell, f Finding) {
	g.result.Compared++
	switch {
	case c.appeared():
		f.Reason = "it was 0"
		g.result.Regressions = append(g.result.Regressions, f)
	case c.Exact || slices.Contains(g.o.Exact, f.Unit):
		g.exact(c, f)
	case c.Verdict == NotEnoughSamples:
		f.Reason = fmt.Sprintf("not enough samples (%d)", c.samples())
		g.result.Undecided = append(g.result.Undecided, f)
	case c.Verdict == Worse && f.Change > g.o.threshold(f.Unit):
		f.Reason = fmt.Sprintf("more than %s worse, %s", percent(g.o.threshold(f.Unit)), c.test())
		g.result.Regressions = append(g.result.Regressions, f)
	case c.Verdict == Better:
		g.result.Improved++
	}
}

// appeared: of something of which less is better there was none, and now there is.
func (c *Cell) appeared() bool {
	none := !slices.ContainsFunc(c.Base.Sample.Values, func(v float64) bool { return v != 0 })
	return c.better < 0 && none && c.Summary.Center > 0
}

func (g *gate) exact(c *Cell, f Finding) {
	switch worse, sure := c.exactlyWorse(f.Unit); {
	case worse && !sure:
		f.Reason = fmt.Sprintf("not enough samples (%d) of values that vary", c.samples())
		g.result.Undecided = append(g.result.Undecided, f)
	case worse:
		f.Reason = "this unit gates exactly"
		if low, high := c.Sample.Values[0], c.Sample.Values[len(c.Sample.Values)-1]; low != high {
			f.Reason += fmt.Sprintf("; values from %v to %v", low, high)
		}
		g.result.Regressions = append(g.result.Regressions, f)
	case f.Change < 0 && (c.Exact || c.PAdjusted < c.Comparison.Alpha):
		g.result.Improved++
	}
}

// exactlyWorse judges a unit that gates exactly.
//
// Where values do not vary, any step to the worse is one, however small and with however few samples: a
// declared exact unit, whole counts of an operation (allocs/op, B/op) whose ranges do not meet, or samples
// that are all alike on either side. Where they do vary, the difference must be significant, of any size
// but one: package testing cuts allocs/op and B/op to whole numbers, so that a mean near a whole number
// reads as either of two; between medians of values that vary, a step of 1 is no evidence.
func (c *Cell) exactlyWorse(unit string) (worse, sure bool) {
	delta := (c.Base.Summary.Center - c.Summary.Center) * float64(c.better)
	counted := unit == "allocs/op" || unit == "B/op"
	steady := c.samples() > 1 && constant(c.Base.Sample.Values) && constant(c.Sample.Values)
	switch {
	case delta <= 0:
		return false, true
	case c.Exact || steady || counted && c.apart():
		return true, true
	case counted && delta <= 1:
		return false, true
	case c.Verdict == NotEnoughSamples:
		return true, false
	}
	return c.PAdjusted < c.Comparison.Alpha, true
}

// apart: all values are on the worse side of all of the base's. Values of samples are sorted.
func (c *Cell) apart() bool {
	old, now := c.Base.Sample.Values, c.Sample.Values
	if c.better > 0 {
		old, now = now, old
	}
	return now[0] > old[len(old)-1]
}

func constant(sorted []float64) bool { return sorted[0] == sorted[len(sorted)-1] }

// whole judges the input as a whole.
func (g *gate) whole(c *Comparison, columns []string) {
	if n := len(c.Damaged); n > 0 && !g.o.AllowMissing {
		g.result.Failures = append(g.result.Failures, fmt.Sprintf("damaged lines: %d, the first: %s", n, c.Damaged[0]))
	}
	for _, column := range append([]string{g.base}, columns...) {
		if n := c.Results[column]; g.o.ExpectRows > 0 && n != g.o.ExpectRows {
			g.result.Failures = append(g.result.Failures, fmt.Sprintf("%s has %d results, %d are expected", column, n, g.o.ExpectRows))
		}
	}
	if g.o.AllowMissing {
		g.result.Allowed, g.result.Missing = g.result.Missing, nil
	}
}
