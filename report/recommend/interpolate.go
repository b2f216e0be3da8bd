package recommend

import (
	"math"
	"slices"
)

// guess is what measured cells say about a point, on the logarithmic scale.
type guess struct {
	value float64
	bend  float64 // how much the figure changes between the cells that were used, at most where the point lies
	curve float64 // product of the distances to the cells on both sides: what a curve can leave a line by
	noise float64 // the largest spread of their rounds
	gap   float64 // how far they lie apart
	// beyond is how far the point lies outside the cells, on each axis.
	beyond [axisCount]float64
	used   []*cell
}

func (g guess) outside() float64 {
	sum := 0.0
	for _, d := range g.beyond {
		sum += d
	}
	return sum
}

// guessAt interpolates along the axes on which the cells differ. Which axis comes first
// matters where cells are missing, so each has its turn; a guess that need not go beyond the cells
// is better than one that must, and then the one from the nearest cells.
func guessAt(cells []*cell, x Point) (best guess, ok bool) {
	axes := varied(cells)
	if len(axes) == 0 {
		return along(cells, x, nil)
	}
	for range axes {
		g, found := along(cells, x, axes)
		if found && (!ok || nearer(g, best)) {
			best, ok = g, true
		}
		axes = append(slices.Clone(axes[1:]), axes[0])
	}
	return best, ok
}

func nearer(a, b guess) bool {
	if a.outside() != b.outside() {
		return a.outside() < b.outside()
	}
	return a.gap < b.gap
}

// along interpolates on the first axis between guesses on the remaining ones.
func along(cells []*cell, x Point, axes []Axis) (guess, bool) {
	if len(axes) == 0 {
		if len(cells) != 1 {
			return guess{}, false // two cells at one point: cannot be, a point is a cell
		}
		c := cells[0]
		return guess{value: c.center, noise: c.spread, used: []*cell{c}}, true
	}
	a, rest := axes[0], axes[1:]
	var below, above []near // nearest last, nearest first
	for _, group := range groups(cells, a) {
		g, ok := along(group, x, rest)
		if !ok {
			continue
		}
		at := near{guess: g, at: a.coordinate(group[0].at[a])}
		switch at.distance = at.at - a.coordinate(x[a]); {
		case at.distance == 0 && g.outside() == 0:
			return g, true
		case at.distance <= 0:
			below = append(below, at)
		default:
			above = append(above, at)
		}
	}
	slices.Reverse(below)
	if lower, ok := firstInside(below); ok {
		if upper, ok := firstInside(above); ok {
			return between(lower, upper), true
		}
	}
	return a.further(below, above)
}

// near is a guess on one side of the point on an axis.
type near struct {
	guess
	at, distance float64 // distance is signed
}

func firstInside(side []near) (near, bool) {
	i := slices.IndexFunc(side, func(n near) bool { return n.outside() == 0 })
	if i < 0 {
		return near{}, false
	}
	return side[i], true
}

func between(lower, upper near) guess {
	width := upper.at - lower.at
	t := -lower.distance / width
	g := join(lower.guess, upper.guess)
	g.value = (1-t)*lower.value + t*upper.value
	g.bend = math.Max(4*t*(1-t)*math.Abs(lower.value-upper.value), math.Max(lower.bend, upper.bend))
	g.curve += t * (1 - t) * width * width
	g.gap += width
	return g
}

// join is what two guesses have in common; the value is the caller's.
func join(a, b guess) guess {
	g := guess{
		bend:  math.Max(math.Abs(a.value-b.value), math.Max(a.bend, b.bend)),
		noise: math.Max(a.noise, b.noise), curve: math.Max(a.curve, b.curve), gap: math.Max(a.gap, b.gap),
		used: append(slices.Clone(a.used), b.used...),
	}
	for i := range g.beyond {
		g.beyond[i] = math.Max(a.beyond[i], b.beyond[i])
	}
	return g
}

// further goes beyond the cells: from the nearest guess on, with the slope between it and the
// next one on its side; level, where there is no next one.
func (a Axis) further(below, above []near) (guess, bool) {
	side := nearerSide(below, above)
	if len(side) == 0 {
		return guess{}, false
	}
	first := side[0]
	distance := math.Abs(first.distance)
	if len(side) == 1 || distance == 0 {
		g := first.guess
		g.beyond[a] += distance
		g.curve += distance * distance
		return g, true
	}
	second := side[1]
	g := join(first.guess, second.guess)
	slope := (first.value - second.value) / (first.at - second.at)
	g.value = first.value - slope*first.distance
	g.bend = math.Max(g.bend, math.Abs(slope)*distance)
	width := math.Abs(first.at - second.at)
	g.curve += distance * (distance + width)
	g.gap += width
	g.beyond = first.beyond
	g.beyond[a] += distance
	return g, true
}

func nearerSide(below, above []near) []near {
	if len(below) == 0 || len(above) > 0 && above[0].distance < -below[0].distance {
		return above
	}
	return below
}
