package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
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
	Tables   []*Table
	Warnings []string
}

// Table compares the columns in one unit, under one configuration.
type Table struct {
	Config []string // "key: value", what all results of the table share
	Unit   string   // tidied: seconds and bytes
	Better int      // +1 higher, -1 lower, 0 not declared
	Rows   []string
	Cols   []string // the first is the base
	Cells  [][]*Cell
}

// Compare groups the results and compares each column with the base column.
func Compare(in *Input, o Options) (*Comparison, error) {
	o = o.withDefaults()
	a, err := o.parse()
	if err != nil {
		return nil, err
	}
	groups := map[benchproc.Key]*group{}
	for _, r := range in.Results {
		r = r.Clone() // the filter rewrites the values in place
		if ok, err := a.filter.Apply(r); err != nil {
			return nil, fmt.Errorf("filter %q: %w", o.Filter, err)
		} else if ok {
			a.add(groups, r)
		}
	}
	if len(groups) == 0 {
		return nil, fmt.Errorf("filter %q: %w", o.Filter, errNoResults)
	}
	if !a.seen {
		return nil, fmt.Errorf("column projection %q: no result has such a key", o.Col)
	}
	cmp := &Comparison{Warnings: slices.Clone(in.Warnings)}
	for _, key := range sortedKeys(groups) {
		cmp.Tables = append(cmp.Tables, groups[key].table(a.header(key), in.Units, o))
	}
	return cmp, cmp.checkBase(o.Base)
}

// group collects the values of one table before they are summarised.
type group struct {
	rows, cols map[benchproc.Key]bool
	cells      map[[2]benchproc.Key]*values
}

type values struct {
	nums    []float64
	residue map[benchproc.Key]bool
}

func (a *axes) add(groups map[benchproc.Key]*group, r *benchfmt.Result) {
	row, col, residue := a.row.Project(r), a.col.Project(r), a.residue.Project(r)
	a.seen = a.seen || labels([]benchproc.Key{col})[0] != ""
	for i, key := range a.table.ProjectValues(r) {
		g := groups[key]
		if g == nil {
			g = &group{map[benchproc.Key]bool{}, map[benchproc.Key]bool{}, map[[2]benchproc.Key]*values{}}
			groups[key] = g
		}
		g.rows[row], g.cols[col] = true, true
		at := [2]benchproc.Key{row, col}
		if g.cells[at] == nil {
			g.cells[at] = &values{residue: map[benchproc.Key]bool{}}
		}
		g.cells[at].nums = append(g.cells[at].nums, r.Values[i].Value)
		g.cells[at].residue[residue] = true
	}
}

// header is the part of a table that its key gives.
func (a *axes) header(key benchproc.Key) Table {
	t := Table{Unit: key.Get(a.unit)}
	for _, f := range a.table.FlattenedFields() {
		if v := key.Get(f); f != a.unit && v != "" {
			t.Config = append(t.Config, f.Name+": "+v)
		}
	}
	return t
}

func (g *group) table(t Table, units benchfmt.UnitMetadataMap, o Options) *Table {
	rows, cols := sortedKeys(g.rows), sortedKeys(g.cols)
	hasBase := baseFirst(cols, o.Base)
	t.Better = units.GetBetter(t.Unit)
	assumption := units.GetAssumption(t.Unit)
	thresholds := &benchmath.Thresholds{CompareAlpha: o.Alpha}
	t.Cols = labels(cols)
	t.Rows = rowLabels(rows)
	for _, row := range rows {
		line := make([]*Cell, len(cols))
		for i, col := range cols {
			v := g.cells[[2]benchproc.Key{row, col}]
			if v == nil {
				continue
			}
			line[i] = newCell(v.nums, assumption, thresholds)
			line[i].Warnings = v.warnings()
			if hasBase && i > 0 && line[0] != nil {
				line[i].compare(line[0], assumption, t.Better)
			}
		}
		t.Cells = append(t.Cells, line)
	}
	return &t
}

// warnings tells when unlike results were put into one cell.
func (v *values) warnings() []string {
	var names []string
	for _, f := range benchproc.NonSingularFields(sortedKeys(v.residue)) {
		names = append(names, f.Name)
	}
	if names == nil {
		return nil
	}
	return []string{"results in one cell differ in " + strings.Join(names, ", ")}
}

// baseFirst moves the base column to the front and tells whether there is one. A
// table in which the base was not measured shows its columns without comparing.
func baseFirst(cols []benchproc.Key, base string) bool {
	if base == "" {
		return true
	}
	i := slices.Index(labels(cols), base)
	if i < 0 {
		return false
	}
	col := cols[i]
	copy(cols[1:i+1], cols[:i])
	cols[0] = col
	return true
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

// labels are the values of the keys, joined by slashes.
func labels(keys []benchproc.Key) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		var parts []string
		for _, f := range k.Projection().FlattenedFields() {
			if v := k.Get(f); v != "" {
				parts = append(parts, v)
			}
		}
		out[i] = strings.Join(parts, "/")
	}
	return out
}

// rowLabels are like the names of benchmarks: a value that a projection took out of
// the name stands as key=value again, and the "*" in its place goes.
func rowLabels(keys []benchproc.Key) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		var parts []string
		for _, f := range k.Projection().FlattenedFields() {
			v := k.Get(f)
			if name, isKey := strings.CutPrefix(f.Name, "/"); isKey && v != "" {
				v = name + "=" + v
			}
			if v = strings.TrimPrefix(strings.TrimPrefix(v, "*"), "/"); v != "" {
				parts = append(parts, v)
			}
		}
		out[i] = strings.Join(parts, "/")
	}
	return out
}

func sortedKeys[V any](m map[benchproc.Key]V) []benchproc.Key {
	keys := make([]benchproc.Key, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	benchproc.SortKeys(keys)
	return keys
}
