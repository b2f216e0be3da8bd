package recommend

import (
	"fmt"
	"math"
	"slices"
)

// reach looks at how the point lies to what was measured on each axis, says so, and widens the
// interval for axes on which nothing was varied, so that no error of a cell left out tells
// what they do:
//
//   - less load than measured: the figure is taken to be no worse than measured, and may be
//     better in proportion
//   - more load: it is no better than measured, and how much worse is open
//   - other cores: it may be better or worse in proportion
//
// The first two allow for figures that go a little against that, or beyond proportion: see against.
func (e *Estimate) reach(f Figure, cells []*cell, x Point) {
	axes := varied(cells)
	for _, a := range f.Axes {
		values := axisValues(cells, a)
		low, high := values[0], values[len(values)-1]
		if x[a] == Absent || low == Absent || low <= x[a] && x[a] <= high {
			continue
		}
		e.Beyond = append(e.Beyond, a)
		e.above = e.above || a.load() && x[a] > high
		e.How = Extrapolated
		if slices.Contains(axes, a) {
			if far := math.Max(x[a]/high, low/math.Max(x[a], 1)); far > tooFar && a == Objects {
				e.giveUp(fmt.Sprintf("%s %v is more than %d times beyond what was measured (%s to %s): no figure is given", plain(x[a]), a, tooFar, plain(low), plain(high)))
				return
			}
			e.Notes = append(e.Notes, fmt.Sprintf("beyond the measured %v: %s to %s, not %s", a, plain(low), plain(high), plain(x[a])))
			continue
		}
		distance := a.coordinate(x[a]) - a.coordinate(low)
		e.Notes = append(e.Notes, unvaried(a, low, x[a]))
		allowed := against * math.Abs(distance)
		switch {
		case !a.load():
			e.widen(f, math.Abs(distance), math.Abs(distance))
		case distance < 0:
			e.widen(f, -distance+allowed, allowed)
		default:
			e.widen(f, allowed, math.Inf(1))
		}
	}
	if e.How == Extrapolated && len(e.Beyond) == 0 {
		e.Notes = append(e.Notes, "within the measured ranges, but cells on one side of it are missing")
	}
}

// against is the power of the load by which a figure may go against its direction, or beyond proportion: 1.6 times for ten
// times the load. More objects share what a cache has once, which makes each smaller; and they miss
// the processor's caches more often, so that a sync of ten times as many takes more than ten times as long.
const against = 0.2

// tooFar: a line through two cells says nothing about ten times as many objects.
const tooFar = 10

// giveUp leaves no figure.
func (e *Estimate) giveUp(why string) {
	*e = Estimate{Figure: e.Figure, How: NotMeasured, Value: math.NaN(), Notes: []string{why}, Beyond: e.Beyond, above: e.above}
}

func unvaried(a Axis, have, want float64) string {
	switch {
	case a == Readers && have == 0:
		return fmt.Sprintf("measured without readers beside, not with %s: how much worse it gets is open", plain(want))
	case !a.load():
		return fmt.Sprintf("measured on %s cores, you have %s: the interval is widened in proportion", plain(have), plain(want))
	case want < have:
		return fmt.Sprintf("measured only at %v=%s, you have %s, which is less: taken to be hardly worse", a, plain(have), plain(want))
	}
	return fmt.Sprintf("measured only at %v=%s, not %s: how much worse it gets is open", a, plain(have), plain(want))
}

// widen moves the ends of the interval apart, by logarithms, towards better and worse values.
func (e *Estimate) widen(f Figure, better, worse float64) {
	if !e.Stated {
		return
	}
	down, up := better, worse
	if f.Better > 0 {
		down, up = worse, better
	}
	e.Interval.Lo *= math.Exp(-down) // exp of -Inf is 0
	e.Interval.Hi *= math.Exp(up)
}
