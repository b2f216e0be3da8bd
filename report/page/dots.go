package page

import (
	"fmt"

	"informerbench/report"
)

// dots is a drawing of values with their intervals, one line for each subject.
type dots struct {
	ID, Title, Desc string
	Height, Bottom  int
	Ticks           []tick
	Groups          []dotGroup
	Legend          []legendItem
}

type dotGroup struct {
	Y     int
	Label string
	Rows  []dotRow
}

type dotRow struct {
	NameY, ValueY, Rail int
	Name, Value, Class  string
	Under               string // a second line, beside the value
	Marks               []mark
}

// mark is a value at a place in percent of the width, with its interval if it has one.
type mark struct {
	X, Low, High  float64
	Interval      bool
	Y             int
	Symbol, Title string // a title shows under a pointer
}

type legendItem struct{ Symbol, Text string }

// Heights in pixels.
const (
	axisHeight  = 22
	groupHeight = 26
	nameHeight  = 16
	markHeight  = 16
	rowGap      = 9
	// widest is how many characters of name and value fit side by side on a phone.
	widest = 48
)

// quantileSymbols tell percentiles apart in one line.
var quantileSymbols = map[string]string{"p50": "m-ring", "p90": "m-bar", "p95": "m-bar", "p99": "m-dot", "p999": "m-up", "p9999": "m-plus", "max": "m-cross"}

func (s *suite) dots(id string, f *family, cases []labelled) *dots {
	q := quantityOf(f.main)
	units, quantiles := f.drawn()
	a := newAxis(s.extent(units, cases))
	d := &dots{ID: id, Title: f.title, Ticks: a.ticks(6, q.tick)}
	for _, quantile := range quantiles {
		d.Legend = append(d.Legend, legendItem{quantileSymbols[quantile], quantileTitle(quantile)})
	}
	y := axisHeight
	for _, c := range cases {
		g := dotGroup{Label: cut(c.label, 42)}
		if c.label != "" {
			g.Y = y + groupHeight - 9
			y += groupHeight
		}
		for _, l := range s.linesOf(c.row, f.main) {
			row := dotRow{Name: cut(l.short, 40), Value: withOutcome(l.cell(f.main), q), Class: l.class}
			if len(quantiles) > 0 {
				quantile, _, _ := splitPercentile(f.main)
				row.Value = quantileTitle(quantile) + " " + row.Value
			}
			y = row.place(y, len(units), widest)
			for i, unit := range units {
				symbol := l.symbol
				if len(quantiles) > 0 {
					symbol = quantileSymbols[quantiles[i]]
				}
				if cell := l.cell(unit); cell != nil {
					m := newMark(a, cell, symbol, row.Rail+offset(i, len(units)))
					if unit != f.main { // whose number stands beside the name
						m.Title = unitTitle(unit) + ": " + q.text(cell.Summary.Center)
					}
					row.Marks = append(row.Marks, m)
				}
			}
			g.Rows = append(g.Rows, row)
		}
		d.Groups = append(d.Groups, g)
	}
	d.Bottom, d.Height = y, y+4
	d.Desc = s.describe(f, cases)
	return d
}

// place puts a line at y and returns where the next begins. A value that does not fit
// beside the name stands below it, beside what else stands there.
func (r *dotRow) place(y, marks, room int) int {
	r.NameY = y + nameHeight - 4
	r.ValueY = r.NameY
	y += nameHeight
	if r.Under != "" || len([]rune(r.Name))+len([]rune(r.Value)) > room {
		r.ValueY += nameHeight
		y += nameHeight
	}
	below := 5 * (marks - 1) // each mark of several has a line of its own
	r.Rail = y + (markHeight+below)/2
	return y + markHeight + below + rowGap
}

// offset moves the marks of several percentiles apart, so that their intervals do not
// cover each other.
func offset(i, n int) int { return 5*i - 5*(n-1)/2 }

// drawn leaves the largest value out where there are percentiles: it is one event, and
// would set the scale. The table has it.
func (f *family) drawn() (units, quantiles []string) {
	if len(f.quantiles) < 2 {
		return f.units, f.quantiles
	}
	for i, quantile := range f.quantiles {
		if quantile != "max" {
			units, quantiles = append(units, f.units[i]), append(quantiles, quantile)
		}
	}
	return units, quantiles
}

// extent is every value and interval that a drawing has to show.
func (s *suite) extent(units []string, cases []labelled) (out []float64) {
	for _, c := range cases {
		for _, unit := range units {
			for _, l := range s.linesOf(c.row, unit) {
				cell := l.cell(unit)
				out = append(out, cell.Summary.Center)
				if hasInterval(cell) {
					out = append(out, cell.Summary.Lo, cell.Summary.Hi)
				}
			}
		}
	}
	return out
}

func newMark(a axis, c *report.Cell, symbol string, y int) mark {
	m := mark{X: a.at(c.Summary.Center), Y: y, Symbol: symbol}
	if hasInterval(c) {
		m.Interval, m.Low, m.High = true, a.at(c.Summary.Lo), a.at(c.Summary.Hi)
	}
	return m
}

// describe says in a sentence or two what the drawing shows, for those who do not see it.
func (s *suite) describe(f *family, cases []labelled) string {
	q := quantityOf(f.main)
	text := "Medians with 95% intervals on a logarithmic axis; the table below has every number."
	for i, c := range cases {
		var low, high *line
		ls := s.linesOf(c.row, f.main)
		for i := range ls {
			v := ls[i].cell(f.main).Summary.Center
			if low == nil || v < low.cell(f.main).Summary.Center {
				low = &ls[i]
			}
			if high == nil || v > high.cell(f.main).Summary.Center {
				high = &ls[i]
			}
		}
		if low == nil || i >= 4 {
			continue
		}
		where := ""
		if c.label != "" {
			where = "With " + c.label + ": "
		}
		text += fmt.Sprintf(" %s%s from %s (%s) to %s (%s).", where, unitTitle(f.main),
			q.text(low.cell(f.main).Summary.Center), low.short, q.text(high.cell(f.main).Summary.Center), high.short)
	}
	return text
}
