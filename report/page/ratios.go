package page

import (
	"math"

	"informerbench/report"
)

// ratios is a drawing of one subject against the base: a line for each figure, turned so
// that better is always to the right of 1×.
type ratios struct {
	ID, Title, Desc string
	Height, Bottom  int
	One             float64 // where 1× stands
	Ticks           []tick
	Groups          []ratioGroup
}

type ratioGroup struct {
	Y     int
	Label string
	Rows  []dotRow
}

// gain is how many times better a cell is than its base: above 1 is better.
func gain(c *report.Cell, better int) (value, low, high float64) {
	value = c.Ratio()
	if c.Base.Summary.Center == 0 && c.Summary.Center > 0 {
		value = math.Inf(1) // more than nothing, without bounds
	}
	low, high = c.RatioInterval()
	if better < 0 {
		value, low, high = 1/value, 1/high, 1/low
	}
	return value, low, high
}

// comparedFigure is a counted figure of a subject, and where it stands on the page.
type comparedFigure struct {
	*figure
	cell    *report.Cell
	section string // the section's title
	title   string // the question, in short, and the unit
	label   string // the case
}

func drawRatios(id, name, base string, all []comparedFigure) *ratios {
	r := &ratios{ID: id, Title: name + " against " + base}
	var values []float64
	for _, f := range all {
		v, low, high := gain(f.cell, f.better)
		for _, x := range []float64{v, low, high} {
			if !math.IsInf(x, 0) && !math.IsNaN(x) && x > 0 {
				values = append(values, min(max(x, 1e-6), 1e6))
			}
		}
	}
	a := newAxis(append(values, 0.8, 1.25))
	r.One = a.at(1)
	r.Ticks = a.ticks(5, gainTick)
	y := axisHeight
	for i, f := range all {
		if i == 0 || f.section != all[i-1].section {
			r.Groups = append(r.Groups, ratioGroup{Label: cut(f.section, narrow-6), Y: y + groupHeight - 9})
			y += groupHeight
		}
		row := dotRow{Name: cut(f.title, narrow-4), Value: outcome(f.cell), Class: verdictClass(f.cell)}
		row.Under = cut(f.label, narrow-2-len([]rune(row.Value)))
		y = row.place(y, 1, narrow)
		v, low, high := gain(f.cell, f.better)
		m := mark{X: gainAt(a, v), Y: row.Rail, Symbol: ratioSymbols[row.Class]}
		if hasInterval(f.cell) && !math.IsInf(low, 0) && !math.IsNaN(low) && low > 0 {
			m.Interval, m.Low, m.High = true, gainAt(a, low), gainAt(a, high)
		}
		row.Marks = []mark{m}
		g := &r.Groups[len(r.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	r.Bottom, r.Height = y, y+4
	r.Desc = "How many times better or worse each figure is, with 95% intervals on a logarithmic axis; right of 1 is better. The table below has every number."
	return r
}

// narrow is how many characters fit into a line here, where there is a frame around.
const narrow = 42

// Better, worse and neither differ in form as well as in colour.
var ratioSymbols = map[string]string{"better": "m-right", "worse": "m-left", "same": "m-ring"}

func (f comparedFigure) heading() string {
	if f.label == "" {
		return f.title
	}
	return f.title + ", " + f.label
}

// gainAt clamps a gain without bounds, such as that of no stall at all, to the edge.
func gainAt(a axis, v float64) float64 {
	switch {
	case math.IsNaN(v):
		return a.at(1)
	case v <= 0:
		return a.start
	case math.IsInf(v, 1):
		return a.end
	}
	return a.at(v)
}

// gainTick labels 0.1 as "10× worse" would be: 1/10.
func gainTick(v float64) string {
	if v < 0.99 {
		return "1/" + number(1/v, 1)
	}
	return number(v, 1) + "×"
}
