package recommend

import (
	"cmp"
	"math"
	"slices"
)

// Cell is one measured configuration of one subject: the value of every round.
type Cell struct {
	At     Point
	Rounds []float64
}

// cell is the same on a logarithmic scale, on which errors are alike for small and
// large values.
type cell struct {
	at     Point
	logs   []float64 // sorted
	center float64   // median
	spread float64   // standard deviation; of the figure's other cells where rounds are few
}

// Fewer rounds than this say too little about how far rounds lie apart.
const minRounds = 4

func newCell(at Point, values []float64) *cell {
	c := &cell{at: at, spread: math.NaN()}
	for _, v := range values {
		c.logs = append(c.logs, math.Log(v))
	}
	slices.Sort(c.logs)
	c.center = median(c.logs)
	if len(c.logs) >= minRounds {
		c.spread = deviation(c.logs)
	}
	return c
}

// median of sorted values.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func deviation(values []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// series is what was measured of one subject in one figure under one context.
type series struct {
	key   seriesKey
	cells []*cell // by point
}

type seriesKey struct {
	subject         Subject
	figure, context string
}

func (s *series) sort() {
	slices.SortFunc(s.cells, func(a, b *cell) int { return slices.Compare(a.at[:], b.at[:]) })
}

// varied lists the axes on which the cells have more than one value.
func varied(cells []*cell) (axes []Axis) {
	for a := range axisCount {
		for _, c := range cells {
			if c.at[a] != cells[0].at[a] {
				axes = append(axes, Axis(a))
				break
			}
		}
	}
	return axes
}

// without returns the cells but number i.
func without(cells []*cell, i int) []*cell {
	return append(slices.Clone(cells[:i]), cells[i+1:]...)
}

// groups are the cells for each value of an axis, in ascending order.
func groups(cells []*cell, a Axis) [][]*cell {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(x, y *cell) int { return cmp.Compare(x.at[a], y.at[a]) })
	var out [][]*cell
	for i, c := range sorted {
		if i == 0 || c.at[a] != sorted[i-1].at[a] {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], c)
	}
	return out
}
