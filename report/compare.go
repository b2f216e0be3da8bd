package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"
)

// ErrNotMeasured is wrapped by the errors for a filter that selects nothing and for a base
// that no result has. It is an error because an empty comparison would read like "no
// change"; a caller that asks for what may be missing can tell it from others.
var ErrNotMeasured = errors.New("not measured")

// errNoResults is the first of the two: a summary may lack a whole figure, but a figure
// that was measured must have its base.
var errNoResults = fmt.Errorf("no results are left: %w", ErrNotMeasured)

// Comparison is the outcome of Compare.
type Comparison struct {
	Tables []*Table
	// Base is the label of the column that the others are compared with.
	Base string
	// Results counts the result lines of each column.
	Results map[string]int
	// Warnings tell what may be wrong with the input, Notes how to read the tables.
	Warnings, Notes []string
	// Damaged are the warnings of lines that could not be read.
	Damaged []string
}

// Table compares the columns in one unit, under one configuration.
type Table struct {
	// Machine is, where results come from several machines, what tells this table's from the others.
	Machine string
	Config  []string // "key: value", what all results of the table share
	Unit    string   // tidied: seconds and bytes
	Better  int      // +1 higher, -1 lower, 0 not declared
	Rows    []string
	Cols    []string // the first is the base, if it was measured
	// Again marks the columns that measure the base once more (an A/A comparison).
	Again []bool
	Cells [][]*Cell
}

// Compare groups the results and compares each column with the base column. Results of different
// machines, runtime settings or commits ([MachineKeys]) never meet in one table, unless a projection names
// the key; commits may also differ between files when files are the columns.
func Compare(in *Input, o Options) (*Comparison, error) {
	o = o.withDefaults()
	a, err := o.parse()
	if err != nil {
		return nil, err
	}
	all := gathered{axes: a, machines: machines{keys: a.machine}, cols: map[benchproc.Key]bool{}, lines: map[benchproc.Key]int{}}
	for _, r := range in.Results {
		r = r.Clone() // the filter rewrites the values in place
		if ok, err := a.filter.Apply(r); err != nil {
			return nil, fmt.Errorf("filter %q: %w", o.Filter, err)
		} else if ok {
			all.add(r)
		}
	}
	if len(all.cols) == 0 {
		return nil, fmt.Errorf("filter %q: %w", o.Filter, errNoResults)
	}
	if !a.seen {
		return nil, fmt.Errorf("column projection %q: no result has such a key", o.Col)
	}
	c := all.comparison(in, o)
	c.decide(o)
	return c, c.checkBase(o.Base)
}

// checkBase tells a base that no table has from one that some tables lack.
func (c *Comparison) checkBase(base string) error {
	if base == "" {
		return nil
	}
	var seen []string
	for _, t := range c.Tables {
		for _, col := range t.Cols {
			if col == base {
				return nil
			}
			if !slices.Contains(seen, col) {
				seen = append(seen, col)
			}
		}
	}
	return fmt.Errorf("base column %q: %w: the columns are %s", base, ErrNotMeasured, strings.Join(seen, ", "))
}
