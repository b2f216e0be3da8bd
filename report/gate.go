package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"
)

// GateOptions says what fails. Units may be named as they are written (ns/op) or as they are shown (sec/op).
type GateOptions struct {
	// Threshold is the share of the base by which a centre may get worse: 0.05 is 5%. Thresholds are those
	// of single units instead.
	Threshold  float64
	Thresholds map[string]float64
	// Exact names units in which anything worse fails, beside [ExactUnits] and units declared assume=exact.
	Exact []string
	// AllowMissing lets pass what was measured on one side only, or more often there, and damaged lines.
	AllowMissing bool
	// ExpectRows, if above 0, is how many result lines each column must have.
	ExpectRows int
}

// ExactUnits are the units that gate exactly without being told: what a program allocates depends
// on the program, hardly on the machine.
func ExactUnits() []string { return []string{"allocs/op", "B/op", "allocs/event", "B/event"} }

// Gate judges every column but those that measure the base again. A row fails in three ways:
//
//   - it is significantly worse (the comparison's p-values are to be corrected over [WholeComparison], since
//     any of them ends the gate), and by more than the threshold
//   - the base is 0 and the row is not, in a unit of which less is better: no share of the base says how much
//     worse that is, and no noise makes it
//   - its unit is exact and it is worse at all, see [exactlyWorse]
//
// What cannot be judged fails as well: too few samples, rows that one side lacks, damaged lines. An
// error means that the question is wrong: nothing to compare, or a unit that does not say which direction
// is better.
func Gate(c *Comparison, o GateOptions) (*GateResult, error) {
	columns := c.candidates()
	if len(columns) == 0 {
		return nil, fmt.Errorf("nothing to compare %q with: there is no other column; give two files, or name what is compared as columns", c.Base)
	}
	if err := c.checkDirections(); err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	g := gate{o: o.tidied(), result: &GateResult{}, base: c.Base}
	for _, t := range c.Tables {
		for r := range t.Rows {
			for _, column := range columns {
				g.row(t, r, column)
			}
		}
	}
	g.whole(c, columns)
	return g.result, nil
}

// candidates are the columns to judge, in the order in which they first appear.
func (c *Comparison) candidates() (columns []string) {
	for _, t := range c.Tables {
		for _, col := range t.Cols {
			if col != c.Base && !isAgain(col, c.Base) && !slices.Contains(columns, col) {
				columns = append(columns, col)
			}
		}
	}
	return columns
}

func (c *Comparison) checkDirections() error {
	var units []string
	for _, t := range c.Tables {
		if t.Better == 0 && !slices.Contains(units, t.Unit) {
			units = append(units, t.Unit)
		}
	}
	if units == nil {
		return nil
	}
	return fmt.Errorf("which direction is better in %s? Add a line such as \"Unit %s better=lower\" to the results for each, or leave it out with the filter -.unit:%q",
		strings.Join(units, ", "), units[0], units[0])
}

func (o GateOptions) check() error {
	bad := func(v float64) bool { return v < 0 || math.IsNaN(v) }
	if bad(o.Threshold) {
		return fmt.Errorf("threshold is %v: it must not be negative", o.Threshold)
	}
	for unit, v := range o.Thresholds {
		if bad(v) {
			return fmt.Errorf("threshold of %s is %v: it must not be negative", unit, v)
		}
	}
	return nil
}

// tidied names units as tables do.
func (o GateOptions) tidied() GateOptions {
	thresholds := map[string]float64{}
	for unit, v := range o.Thresholds {
		_, unit = benchunit.Tidy(1, unit)
		thresholds[unit] = v
	}
	o.Thresholds = thresholds
	exact := ExactUnits()
	for _, unit := range o.Exact {
		_, unit = benchunit.Tidy(1, unit)
		exact = append(exact, unit)
	}
	o.Exact = exact
	return o
}

func (o GateOptions) threshold(unit string) float64 {
	if v, ok := o.Thresholds[unit]; ok {
		return v
	}
	return o.Threshold
}
