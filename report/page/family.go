package page

import (
	"slices"

	"informerbench/report"
)

// family is what one chart shows: a unit, or all percentiles of a latency.
type family struct {
	title     string
	units     []string // in the order of the percentiles
	quantiles []string // beside units; empty for a single unit
	main      string   // the unit that counts
}

// families of a question's rows, and the units that get no chart.
func (s *suite) families(rows []*row) (charts []*family, others []string) {
	byLatency := map[string]*family{}
	for _, r := range rows {
		for _, unit := range r.units {
			f := s.figures[figureKey{r.id, unit}]
			quantile, of, ok := splitPercentile(unit)
			switch {
			case ok:
				if byLatency[of] == nil {
					byLatency[of] = &family{title: latencyTitle(of)}
					charts = append(charts, byLatency[of])
				}
				byLatency[of].addQuantile(quantile, unit)
				if f.counted {
					byLatency[of].main = unit
				}
			case f.counted:
				if !slices.ContainsFunc(charts, func(c *family) bool { return c.main == unit }) {
					charts = append(charts, &family{title: unitTitle(unit), units: []string{unit}, main: unit})
				}
			case !slices.Contains(others, unit):
				others = append(others, unit)
			}
		}
	}
	for _, c := range charts {
		if c.main == "" {
			c.main = c.units[0]
		}
	}
	if len(charts) == 0 {
		for _, unit := range others {
			charts = append(charts, &family{title: unitTitle(unit), units: []string{unit}, main: unit})
		}
		others = nil
	}
	// A unit counts in some rows and not in others only if their other units differ.
	others = slices.DeleteFunc(others, func(u string) bool {
		return slices.ContainsFunc(charts, func(c *family) bool { return slices.Contains(c.units, u) })
	})
	return charts, others
}

// addQuantile keeps percentiles in ascending order, the largest value last.
func (f *family) addQuantile(quantile, unit string) {
	if slices.Contains(f.units, unit) {
		return
	}
	i := len(f.quantiles)
	for i > 0 && after(f.quantiles[i-1], quantile) {
		i--
	}
	f.quantiles = slices.Insert(f.quantiles, i, quantile)
	f.units = slices.Insert(f.units, i, unit)
}

// after compares p50 < p99 < p999 < max: as text, digits after the point follow.
func after(a, b string) bool {
	return a == "max" || b != "max" && a > b
}

// cell of a subject in a case, for one unit; nil if it was not measured.
func (s *suite) cell(r *row, unit, subject string) *report.Cell {
	if f := s.figures[figureKey{r.id, unit}]; f != nil {
		return f.cells[subject]
	}
	return nil
}

func (s *suite) againCell(r *row, unit string) *report.Cell {
	if f := s.figures[figureKey{r.id, unit}]; f != nil {
		return f.again
	}
	return nil
}

// line is a subject, or the base measured again, in one case.
type line struct {
	name, short string
	class       string
	symbol      string
	cell        func(unit string) *report.Cell
}

// linesOf are the subjects of a case that have the unit, the base first and the A/A
// mark right below it.
func (s *suite) linesOf(r *row, unit string) (out []line) {
	for i, name := range s.subjects {
		if s.cell(r, unit, name) != nil {
			out = append(out, line{name, s.shortName(name), s.class(i), symbol(i), func(u string) *report.Cell { return s.cell(r, u, name) }})
		}
		if name == s.base && s.againCell(r, unit) != nil {
			out = append(out, line{name + " again (A/A)", s.short[name] + " again (A/A)", "again", "m-ring",
				func(u string) *report.Cell { return s.againCell(r, u) }})
		}
	}
	return out
}

func (s *suite) shortName(name string) string {
	if name == s.base {
		return s.short[name] + " (base)"
	}
	return s.short[name]
}

// class gives the base the colour of the text and the others one each, as far as there
// are colours; symbols and labels tell them apart as well.
func (s *suite) class(i int) string {
	if s.subjects[i] == s.base {
		return "base"
	}
	return classes[i%len(classes)]
}

var (
	classes = []string{"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"}
	symbols = []string{"m-square", "m-dot", "m-diamond", "m-up", "m-down", "m-cross", "m-plus", "m-bar"}
)

// symbol and class together repeat late: after each turn of the colours the symbols move on.
func symbol(i int) string { return symbols[(i+i/len(classes))%len(symbols)] }
