package report

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
)

// gathered is all results of a comparison before they are summarised.
type gathered struct {
	*axes
	machines machines
	groups   []map[benchproc.Key]*group // of each machine
	cols     map[benchproc.Key]bool
	lines    map[benchproc.Key]int // results of each column
}

// comparison makes the tables.
func (g *gathered) comparison(in *Input, o Options) *Comparison {
	cols := sortedKeys(g.cols)
	c := &Comparison{Warnings: slices.Clone(in.Warnings), Damaged: in.Warnings, Base: o.Base, Results: map[string]int{}}
	if c.Base == "" {
		c.Base = labels(cols)[0]
	}
	for i, label := range labels(cols) {
		c.Results[label] += g.lines[cols[i]]
	}
	if w := g.machines.warning(); w != "" {
		c.Warnings = append(c.Warnings, w)
	}
	for i, groups := range g.groups {
		for _, key := range sortedKeys(groups) {
			t := g.header(key)
			t.Machine = g.machines.label(i)
			c.Tables = append(c.Tables, groups[key].table(t, in.Units, c.Base, o))
		}
	}
	return c
}

// group collects the values of one table before they are summarised.
type group struct {
	rows, cols map[benchproc.Key]bool
	cells      map[[2]benchproc.Key]*values
}

type values struct {
	nums    []float64
	residue map[benchproc.Key]bool
	commits map[string]bool
}

func (g *gathered) add(r *benchfmt.Result) {
	row, col, residue := g.row.Project(r), g.col.Project(r), g.residue.Project(r)
	g.seen = g.seen || labels([]benchproc.Key{col})[0] != ""
	g.cols[col] = true
	g.lines[col]++
	at := g.machines.of(r)
	if at == len(g.groups) {
		g.groups = append(g.groups, map[benchproc.Key]*group{})
	}
	g.addValues(g.groups[at], r, row, col, residue)
}

func (a *axes) addValues(groups map[benchproc.Key]*group, r *benchfmt.Result, row, col, residue benchproc.Key) {
	for i, key := range a.table.ProjectValues(r) {
		g := groups[key]
		if g == nil {
			g = &group{map[benchproc.Key]bool{}, map[benchproc.Key]bool{}, map[[2]benchproc.Key]*values{}}
			groups[key] = g
		}
		g.rows[row], g.cols[col] = true, true
		at := [2]benchproc.Key{row, col}
		if g.cells[at] == nil {
			g.cells[at] = &values{residue: map[benchproc.Key]bool{}, commits: map[string]bool{}}
		}
		g.cells[at].nums = append(g.cells[at].nums, r.Values[i].Value)
		g.cells[at].residue[residue] = true
		g.cells[at].commits[r.GetConfig(commitKey)] = true
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

func (g *group) table(t Table, units benchfmt.UnitMetadataMap, base string, o Options) *Table {
	rows, cols := sortedKeys(g.rows), sortedKeys(g.cols)
	hasBase := baseFirst(cols, base)
	t.Better = units.GetBetter(t.Unit)
	assumption := units.GetAssumption(t.Unit)
	thresholds := &benchmath.Thresholds{CompareAlpha: o.Alpha}
	t.Cols = labels(cols)
	for _, col := range t.Cols {
		t.Again = append(t.Again, isAgain(col, base))
	}
	t.Rows = rowLabels(rows)
	for _, row := range rows {
		line := make([]*Cell, len(cols))
		for i, col := range cols {
			v := g.cells[[2]benchproc.Key{row, col}]
			if v == nil {
				continue
			}
			line[i] = newCell(v.nums, assumption, thresholds)
			line[i].Warnings = append(line[i].Warnings, v.warnings()...)
			if hasBase && i > 0 && line[0] != nil {
				line[i].compare(line[0], assumption, t.Better)
			}
		}
		t.Cells = append(t.Cells, line)
	}
	return &t
}

// warnings tells when unlike results were put into one cell.
func (v *values) warnings() (texts []string) {
	var names []string
	for _, f := range benchproc.NonSingularFields(sortedKeys(v.residue)) {
		names = append(names, f.Name)
	}
	if names != nil {
		texts = append(texts, "results in one cell differ in "+strings.Join(names, ", "))
	}
	if len(v.commits) > 1 {
		commits := slices.Sorted(maps.Keys(v.commits))
		texts = append(texts, "results in one cell are of several commits: "+strings.Join(commits, ", "))
	}
	return texts
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
