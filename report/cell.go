package report

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// Sample sizes below which the rank tests used here can say nothing: with three
// samples a side no outcome has p < 0.05, and the widest interval that five
// samples can give covers less than 95%. Fewer than MinForClaim are good for a look.
const (
	MinForVerdict  = 4
	MinForInterval = 6
	MinForClaim    = 10
)

// Verdict is what a comparison of two samples shows.
type Verdict string

// The verdicts. Changed is a significant difference in a unit that does not
// declare which direction is better. WithinEffect is a significant one that is
// smaller than what matters. Of NotEnoughSamples nothing is known, which is not
// the same as no difference.
const (
	NoBase           Verdict = ""
	NotEnoughSamples Verdict = "not enough samples"
	NoDifference     Verdict = "no significant difference"
	WithinEffect     Verdict = "within the minimum effect"
	Better           Verdict = "better"
	Worse            Verdict = "worse"
	Changed          Verdict = "changed"
)

// Cell is one row of one column: the samples, their summary, and the comparison
// with the base column.
type Cell struct {
	Sample     *benchmath.Sample
	Summary    benchmath.Summary
	Base       *Cell // nil in the base column, or where the base has no such row
	Comparison benchmath.Comparison
	// PAdjusted is Comparison.P after Holm's correction, if that was asked for.
	PAdjusted float64
	// Exact: the unit's values have no distribution (assume=exact), so there is no p.
	Exact    bool
	Verdict  Verdict
	Warnings []string

	better      int  // +1 where higher is better, -1 where lower is, 0 where the unit does not say
	unreachable bool // the samples are too few for the correction
}

// Ratio is this cell's centre over the base's; NaN where there is none.
func (c *Cell) Ratio() float64 {
	if c == nil || c.Base == nil || c.Base.Summary.Center == 0 {
		return math.NaN()
	}
	return c.Summary.Center / c.Base.Summary.Center
}

// Effect is how far the ratio to the base is from 1, in whichever direction: 0.25 for 1.25 and for 0.8. It is
// infinite where one of the two is 0, or where only one is negative.
func (c *Cell) Effect() float64 {
	if c == nil || c.Base == nil {
		return math.NaN()
	}
	if c.Summary.Center == c.Base.Summary.Center {
		return 0
	}
	if r := c.Ratio(); r > 0 {
		return math.Max(r, 1/r) - 1
	}
	return math.Inf(1)
}

func newCell(values []float64, assumption benchmath.Assumption, t *benchmath.Thresholds) *Cell {
	c := &Cell{Sample: benchmath.NewSample(values, t), Exact: assumption == benchmath.AssumeExact}
	c.Summary = assumption.Summary(c.Sample, confidence)
	if c.Exact { // for others, the warning only tells why there is no interval
		c.warn(c.Summary.Warnings)
	}
	return c
}

// compare tests against the base; [family.judge] gives the verdict.
func (c *Cell) compare(base *Cell, assumption benchmath.Assumption, better int) {
	c.Base, c.better = base, better
	c.Comparison = assumption.Compare(base.Sample, c.Sample)
	c.PAdjusted = c.Comparison.P
}

func (c *Cell) warn(errs []error) {
	for _, err := range errs {
		if text := err.Error(); !slices.Contains(c.Warnings, text) {
			c.Warnings = append(c.Warnings, text)
		}
	}
}

// samples is the smaller number of the two sides.
func (c *Cell) samples() int { return min(len(c.Base.Sample.Values), len(c.Sample.Values)) }

// judge is the verdict once the p-values are corrected.
func (c *Cell) judge(o Options) Verdict {
	old, now := c.Base.Summary.Center, c.Summary.Center
	switch {
	case !c.Exact && (c.samples() < MinForVerdict || c.unreachable):
		return NotEnoughSamples
	case old == now || c.PAdjusted >= o.Alpha:
		return NoDifference
	case !c.Exact && c.Effect() < o.MinEffect:
		return WithinEffect
	case c.better == 0:
		return Changed
	case (now > old) == (c.better > 0):
		return Better
	}
	return Worse
}

// test describes the test as benchmath does, with the adjusted p-value.
func (c *Cell) test() string {
	t := c.Comparison
	if t.P != 0 {
		t.P = max(c.PAdjusted, math.SmallestNonzeroFloat64)
	}
	return fmt.Sprint(t)
}
