package report

import (
	"math"

	"golang.org/x/perf/benchmath"
)

// Sample sizes below which the rank tests used here can say nothing: with three
// samples a side no outcome has p < 0.05, and the widest interval that five
// samples can give covers less than 95%.
const (
	MinForVerdict  = 4
	MinForInterval = 6
)

// Verdict is what a comparison of two samples shows.
type Verdict string

// The verdicts. Changed is a significant difference in a unit that does not
// declare which direction is better.
const (
	NoBase           Verdict = ""
	NotEnoughSamples Verdict = "not enough samples"
	NoDifference     Verdict = "no significant difference"
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
	Verdict    Verdict
	Warnings   []string
}

// Ratio is this cell's centre over the base's; NaN where there is none.
func (c *Cell) Ratio() float64 {
	if c == nil || c.Base == nil || c.Base.Summary.Center == 0 {
		return math.NaN()
	}
	return c.Summary.Center / c.Base.Summary.Center
}

func newCell(values []float64, assumption benchmath.Assumption, t *benchmath.Thresholds) *Cell {
	c := &Cell{Sample: benchmath.NewSample(values, t)}
	c.Summary = assumption.Summary(c.Sample, confidence)
	return c
}

// compare fills in what follows from the base. better is +1 where higher is
// better, -1 where lower is, 0 where the unit does not say.
func (c *Cell) compare(base *Cell, assumption benchmath.Assumption, better int) {
	c.Base = base
	c.Comparison = assumption.Compare(base.Sample, c.Sample)
	exact := assumption == benchmath.AssumeExact
	old, now := base.Summary.Center, c.Summary.Center
	switch {
	case !exact && min(len(base.Sample.Values), len(c.Sample.Values)) < MinForVerdict:
		c.Verdict = NotEnoughSamples
	case old == now || c.Comparison.P >= c.Sample.Thresholds.CompareAlpha:
		c.Verdict = NoDifference
	case better == 0:
		c.Verdict = Changed
	case (now > old) == (better > 0):
		c.Verdict = Better
	default:
		c.Verdict = Worse
	}
}
