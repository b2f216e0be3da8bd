package report

import (
	"fmt"
	"math"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
)

// Options says how results become tables. The projections and the filter are in
// benchstat's syntax (go doc golang.org/x/perf/benchproc/syntax). The zero value of
// each field means benchstat's default.
type Options struct {
	Table  string // what splits results into tables; default .config
	Row    string // what makes a row; default .fullname
	Col    string // what is compared; default .file
	Ignore string // keys whose variation is no concern
	Filter string // which results to use; default all
	// Base is the label of the column to compare the others with; by default the
	// first that occurs.
	Base string
	// Alpha is the significance level; default 0.05.
	Alpha float64
	// Holm corrects the p-values for there being many comparisons, over each Family of them.
	Holm   bool
	Family Family
	// MinEffect is how far from 1 a ratio must be to matter, see [Cell.Effect]: what is significant but
	// smaller is neither better nor worse. The commands take [DefaultMinEffect].
	MinEffect float64
}

// DefaultMinEffect is 2%: what the same binary differs from itself by on a quiet machine.
const DefaultMinEffect = 0.02

// confidence of the intervals that are shown.
const confidence = 0.95

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		field *string
		value string
	}{{&o.Table, ".config"}, {&o.Row, ".fullname"}, {&o.Col, ".file"}, {&o.Filter, "*"}} {
		if *d.field == "" {
			*d.field = d.value
		}
	}
	if o.Alpha == 0 {
		o.Alpha = benchmath.DefaultThresholds.CompareAlpha
	}
	return o
}

// axes are the parsed projections of one comparison.
type axes struct {
	filter                   *benchproc.Filter
	table, row, col, residue *benchproc.Projection
	unit                     *benchproc.Field
	seen                     bool     // some result has a key of the columns
	machine                  []string // keys in which a table's results must agree
}

func (o *Options) parse() (*axes, error) {
	if o.Alpha <= 0 || o.Alpha >= 1 {
		return nil, fmt.Errorf("alpha is %v: it must lie between 0 and 1", o.Alpha)
	}
	if o.MinEffect < 0 || math.IsNaN(o.MinEffect) {
		return nil, fmt.Errorf("minimum effect is %v: it must not be negative", o.MinEffect)
	}
	filter, err := benchproc.NewFilter(o.Filter)
	if err != nil {
		return nil, fmt.Errorf("filter %q: %w", o.Filter, err)
	}
	a := &axes{filter: filter}
	if err := o.comparesCommits(); err != nil {
		return nil, err
	}
	// One parser for all, because each projection's keys are left out of the
	// others' groups (.fullname, .config).
	var parser benchproc.ProjectionParser
	if a.table, a.unit, err = parser.ParseWithUnit(o.Table, filter); err != nil {
		return nil, fmt.Errorf("table projection %q: %w", o.Table, err)
	}
	var ignore *benchproc.Projection
	for _, p := range []struct {
		name, text string
		into       **benchproc.Projection
	}{{"row", o.Row, &a.row}, {"col", o.Col, &a.col}, {"ignore", o.Ignore, &ignore}} {
		if *p.into, err = parser.Parse(p.text, filter); err != nil {
			return nil, fmt.Errorf("%s projection %q: %w", p.name, p.text, err)
		}
	}
	a.residue = parser.Residue()
	a.machine = machineKeysBut(a.row, a.col, ignore)
	return a, nil
}
