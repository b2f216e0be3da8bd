package recommend

import (
	"fmt"
	"math"
	"slices"
)

// How tells where an estimate is from.
type How string

// In ascending order of doubt.
const (
	Measured     How = "measured"
	Interpolated How = "interpolated"
	Extrapolated How = "extrapolated"
	NotMeasured  How = "not measured"
)

// Interval is a range of values. An end that nothing is known about is 0 or +Inf.
type Interval struct{ Lo, Hi float64 }

// Holds tells whether the value lies within.
func (i Interval) Holds(v float64) bool { return i.Lo <= v && v <= i.Hi }

// Estimate is what a figure is taken to be at a point.
type Estimate struct {
	Figure string
	How    How
	Value  float64 // NaN if not measured
	// Interval holds nine in ten measured rounds, if Stated; otherwise Notes say why there is none.
	Interval Interval
	Stated   bool
	// Typical is the same for the median over rounds, in the measured setting nearest to the
	// point. It is what ratios are made of.
	Typical       Interval
	TypicalStated bool
	// Rounds is the smallest number of rounds among the Cells that were used.
	Rounds, Cells int
	// Notes say what the estimate goes beyond and what is not known.
	Notes []string
	// Beyond are the axes on which the point lies outside all measured cells.
	Beyond []Axis
	above  bool // it lies beyond them towards more load
	used   []*cell
	// corners are the cells of which the interval is the hull, see bracket; nil for other intervals.
	corners []*cell
}

// Predict estimates a figure of a subject at a point, under one of the contexts that Series lists.
func (m *Model) Predict(s Subject, figure, context string, at Point) Estimate {
	e := Estimate{Figure: figure, How: NotMeasured, Value: math.NaN()}
	found := m.series[seriesKey{s, figure, context}]
	if found == nil {
		e.Notes = []string{"not measured"}
		return e
	}
	f := m.figure(figure)
	x, notes := fill(found.cells, f, at)
	if f.timedAlone(found.cells, x) {
		x[Readers] = 1
	}
	e.Notes = notes
	g, ok := guessAt(found.cells, x)
	if !ok {
		e.Notes = append(e.Notes, "the measured cells do not reach there")
		return e
	}
	e.Value, e.Cells, e.Rounds, e.used = math.Exp(g.value), len(g.used), fewestRounds(g.used), g.used
	m.state(&e, g)
	e.reach(f, found.cells, x)
	return e
}

// fill answers for axes that the caller does not ask about but that cells differ on: the
// highest value is taken.
func fill(cells []*cell, f Figure, at Point) (Point, []string) {
	var notes []string
	x := Everywhere()
	for _, a := range f.Axes {
		x[a] = at[a]
	}
	for _, a := range varied(cells) {
		if x[a] == Absent {
			for _, c := range cells {
				x[a] = math.Max(x[a], c.at[a])
			}
			notes = append(notes, fmt.Sprintf("%v is not given: taken as %s", a, plain(x[a])))
		}
	}
	return x, notes
}

// state sets the intervals that the rounds of one cell, or errors of cells left out, give.
func (m *Model) state(e *Estimate, g guess) {
	switch {
	case len(g.used) == 1 && g.outside() == 0:
		e.How = Measured
		m.stateMeasured(e, g.used[0])
		return
	case g.outside() > 0:
		e.How = Extrapolated
	default:
		e.How = Interpolated
	}
	rounds, typical, n, ok := m.widths(e.Figure, g)
	if !ok && e.bracket(g, n) {
		return
	}
	if !ok {
		e.Notes = append(e.Notes, fmt.Sprintf("no interval: only %d measured cells could be checked against the others, %d are needed", n, MinCalibration))
		return
	}
	e.Stated, e.Interval = true, Interval{math.Exp(g.value - rounds), math.Exp(g.value + rounds)}
	e.TypicalStated, e.Typical = true, Interval{math.Exp(g.value - typical), math.Exp(g.value + typical)}
}

// stateMeasured: what the cell's own rounds say.
func (m *Model) stateMeasured(e *Estimate, c *cell) {
	n := len(c.logs)
	if n < minRounds {
		e.Notes = append(e.Notes, fmt.Sprintf("no interval: measured in %s, %d are needed", counted(n, "round"), minRounds))
		return
	}
	e.Stated, e.Interval = true, c.further()
	e.TypicalStated, e.Typical = true, c.typical()
}

func fewestRounds(cells []*cell) int {
	fewest := len(cells[0].logs)
	for _, c := range cells {
		fewest = min(fewest, len(c.logs))
	}
	return fewest
}

// axisValues are the values that cells have on an axis, ascending.
func axisValues(cells []*cell, a Axis) []float64 {
	var out []float64
	for _, c := range cells {
		out = append(out, c.at[a])
	}
	slices.Sort(out)
	return slices.Compact(out)
}
