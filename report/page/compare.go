package page

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"informerbench/report"
)

// compare fills in the figures of a suite. What the verdict counts is compared by
// itself: the correction for many comparisons is over these figures, and the others
// would make it harder to pass without being asked for anything. See [scope].
func (s *suite) compare(in *report.Input, o Options) ([]string, error) {
	s.figures = map[figureKey]*figure{}
	counted := map[figureKey]bool{}
	for _, r := range s.rows {
		for _, unit := range r.units {
			key := figureKey{r.id, unit}
			better := in.Units.GetBetter(unit)
			counted[key] = counts(r, unit, better)
			s.figures[key] = &figure{row: r, unit: unit, better: better, counted: counted[key], cells: map[string]*report.Cell{}}
		}
	}
	var warnings []string
	for _, part := range []bool{true, false} {
		results := withValues(s.results, func(k figureKey) bool { return counted[k] == part })
		by := s.correctionOf(results, o.Alpha)
		if part {
			s.correction = by
		}
		for _, family := range s.split(results, by.scope) {
			sub := *in
			sub.Warnings, sub.Results = nil, family
			notes, more, err := s.fill(&sub, o, by.scope)
			if err != nil {
				return nil, err
			}
			if part {
				s.note(notes)
			}
			warnings = append(warnings, more...)
		}
	}
	return warnings, nil
}

// note keeps what comparisons say of themselves, each once. That rounds are few, and over what the correction is, the page
// says for all of them.
func (s *suite) note(notes []string) {
	for _, n := range notes {
		about, _, _ := strings.Cut(n, " ")
		known := slices.ContainsFunc(s.notes, func(have string) bool { return strings.HasPrefix(have, about+" ") })
		if about != "p" && !strings.HasPrefix(n, "the fewest ") && !known {
			s.notes = append(s.notes, n)
		}
	}
}

// withValues keeps the values that are wanted, and results that have any.
func withValues(results []*benchfmt.Result, want func(figureKey) bool) (out []*benchfmt.Result) {
	for _, r := range results {
		id := r.GetConfig(rowKey)
		kept := slices.DeleteFunc(slices.Clone(r.Values), func(v benchfmt.Value) bool { return !want(figureKey{id, v.Unit}) })
		if len(kept) > 0 {
			c := r.Clone()
			c.Values = kept
			out = append(out, c)
		}
	}
	return out
}

// fill compares results and notes the cells; results without the base are summarised only.
func (s *suite) fill(in *report.Input, o Options, over scope) (notes, warnings []string, err error) {
	hasBase := s.base != "" && slices.ContainsFunc(in.Results, func(r *benchfmt.Result) bool { return r.GetConfig(subjectKey) == s.base })
	options := compareOptions(o)
	if over == overFigure {
		options.Family = report.PerTable // a table of one row
	}
	if hasBase {
		options.Base = s.base
	}
	cmp, err := report.Compare(in, options)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range cmp.Tables {
		for i, row := range t.Rows {
			f := s.figures[figureKey{row, t.Unit}]
			for j, col := range t.Cols {
				c := t.Cells[i][j]
				if c == nil || f == nil {
					continue
				}
				if !hasBase {
					c.Base, c.Verdict = nil, report.NoBase
				}
				warnings = append(warnings, c.Warnings...)
				if s.isAgain(col) {
					f.again = c
				} else {
					f.cells[col] = c
				}
			}
		}
	}
	return cmp.Notes, warnings, nil
}

// compareOptions asks for one table for each unit, by the keys that this package set. What
// may be compared is decided already: machines are not to be told apart again.
func compareOptions(o Options) report.Options {
	ignore := append(report.MachineKeys(), ".file", "commit")
	return report.Options{
		Table: suiteKey, Row: rowKey, Col: subjectKey, Ignore: strings.Join(ignore, ","),
		Alpha: o.Alpha, MinEffect: o.MinEffect, Holm: true, Family: report.WholeComparison,
	}
}
