package page

import (
	"math"
	"slices"
	"strconv"

	"informerbench/report"
)

// lines is a drawing of values over a number: a curve for each subject, which its label
// names at the right.
type lines struct {
	ID, Title, Desc, XLabel string
	Height, Top, Bottom     int
	XTicks                  []tick
	YTicks                  []levelTick
	Series                  []series
}

type levelTick struct {
	Y, TextY int
	Label    string
}

type series struct {
	Class, Symbol, Name      string
	Segments                 []segment
	Points                   []point
	LabelY, LabelTextY, EndY int
	EndX                     float64
}

type segment struct {
	X1, X2 float64
	Y1, Y2 int
}

type point struct {
	X            float64
	Y, Low, High int
	Interval     bool
	Title        string
}

const (
	plotTop    = 14
	plotBottom = 216
	plotHeight = 252
	plotWidth  = 0.62 // share of the width; the labels have the rest
	labelGap   = 15
	mostLabel  = 15 // characters
)

// scaling draws the unit that counts over a key. Subjects measured at one number only
// are left to the table.
func (s *suite) scaling(id string, f *family, of scalingOf) *lines {
	q := quantityOf(f.main)
	y := newAxis(s.extent([]string{f.main}, of.cases))
	x, xs := axisOver(of)
	l := &lines{ID: id, Title: unitTitle(f.main) + " by " + of.key, XLabel: of.key + " (log)", Height: plotHeight, Top: plotTop, Bottom: plotBottom}
	if of.panel != "" {
		l.Title += ", " + of.panel
	}
	for i, v := range xs {
		if at := x.at(v); i == 0 || at-x.at(xs[i-1]) > 9 || i == len(xs)-1 {
			l.XTicks = append(l.XTicks, tick{round2(at * plotWidth), count.tick2(v), anchor(at)})
		}
	}
	l.YTicks = levelTicks(y, q)
	for i, name := range s.subjects {
		one := series{Class: s.class(i), Symbol: symbol(i), Name: cut(s.short[name], mostLabel)}
		for _, c := range of.cases {
			if cell := s.cell(c.row, f.main, name); cell != nil {
				v, _ := strconv.ParseFloat(get(c.own, of.key), 64)
				one.add(newPoint(x, y, v, cell, s.short[name]+", "+c.label+": ", q))
			}
		}
		if len(one.Points) > 1 {
			l.Series = append(l.Series, one)
		}
	}
	if len(l.Series) == 0 {
		return nil
	}
	l.spreadLabels()
	l.Desc = "Medians with 95% intervals, both axes logarithmic. " + trends(l.Series, of.key)
	return l
}

// axisOver is the axis of a key, which ends where the numbers do.
func axisOver(of scalingOf) (axis, []float64) {
	var xs []float64
	for _, c := range of.cases {
		v, _ := strconv.ParseFloat(get(c.own, of.key), 64)
		if !slices.Contains(xs, v) {
			xs = append(xs, v)
		}
	}
	slices.Sort(xs)
	a := axis{low: math.Inf(1), high: xs[len(xs)-1], nought: 17, start: 17, end: 95}
	for _, v := range xs {
		if v > 0 {
			a.low = min(a.low, v)
		} else {
			a.zero, a.start = true, 30
		}
	}
	if a.low >= a.high {
		a.low, a.high = a.high/2, a.high*2
	}
	return a, xs
}

// tick2 keeps two digits, since numbers of readers need not be round.
func (q quantity) tick2(v float64) string { return q.format(v, 2) }

// level turns percent of an axis into pixels from the top.
func level(percent float64) int {
	return plotBottom - int(math.Round(percent/100*(plotBottom-plotTop)))
}

func newPoint(x, y axis, v float64, c *report.Cell, what string, q quantity) point {
	p := point{X: round2(x.at(v) * plotWidth), Y: level(y.at(c.Summary.Center)), Title: what + withOutcome(c, q)}
	if hasInterval(c) {
		p.Interval, p.Low, p.High = true, level(y.at(c.Summary.Lo)), level(y.at(c.Summary.Hi))
	}
	return p
}

func (s *series) add(p point) {
	if n := len(s.Points); n > 0 {
		last := s.Points[n-1]
		s.Segments = append(s.Segments, segment{last.X, p.X, last.Y, p.Y})
	}
	s.Points = append(s.Points, p)
	s.EndX, s.EndY = p.X, p.Y
}

// spreadLabels puts each label as near to the end of its curve as the others let it.
func (l *lines) spreadLabels() {
	order := make([]*series, len(l.Series))
	for i := range l.Series {
		order[i] = &l.Series[i]
	}
	slices.SortStableFunc(order, func(a, b *series) int { return a.EndY - b.EndY })
	next := plotTop
	for _, s := range order {
		s.LabelY = max(s.EndY, next)
		next = s.LabelY + labelGap
	}
	// What ran out at the bottom pushes the others up again.
	limit := max(plotBottom, plotTop+labelGap*(len(order)-1))
	for i := len(order) - 1; i >= 0; i-- {
		order[i].LabelY = min(order[i].LabelY, limit)
		limit = order[i].LabelY - labelGap
	}
	for _, s := range order {
		s.LabelTextY = s.LabelY + 4
	}
	l.Height = max(l.Height, order[len(order)-1].LabelY+20)
}
