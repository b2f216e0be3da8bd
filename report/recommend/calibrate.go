package recommend

import (
	"math"
	"slices"
)

// Level is the share of measured values that a stated interval holds.
const Level = 0.90

const (
	// aim is a little more than that: cells of one run share its noise, so that fewer than there are
	// tell something.
	aim = 0.93
	// minOwn errors of a figure's own cells are enough to judge it by itself; until then it is
	// judged with all figures together.
	minOwn = 20
	// floor keeps figures without noise, such as bytes for each object, from being taken as
	// exact: they are printed with four digits.
	floor = 0.01
)

// curvature is half the second derivative, on logarithmic scales, of a figure that goes from level to
// proportional within a decade. It only says how errors compare between wide gaps and narrow ones; how large they
// are is seen.
const curvature = 0.2

// scale is how large an error one must expect before any was seen: the noise of the rounds, a
// part of what the figure changes by on the way between the cells (more of it beyond them), and what a
// line leaves a curve by, which is the product of the distances to the cells times the curvature.
func (g guess) scale() float64 {
	part := g.bend / 4
	if g.outside() > 0 {
		part = g.bend / 2
	}
	return math.Hypot(math.Hypot(g.noise, part), curvature*g.curve) + floor
}

// pool is the errors that are judged together. The figure "" is all of them.
type pool struct {
	figure  string
	outside bool
}

// scores are the errors of guesses of cells that were left out, in units of scale: of nine
// in ten rounds, and of the median.
type scores struct{ rounds, typical []float64 }

// calibrate leaves out each cell in turn and guesses it from the others.
func (m *Model) calibrate() {
	m.scores = map[pool]*scores{}
	for _, key := range m.keys() {
		s := m.series[key]
		for i, c := range s.cells {
			rest := without(s.cells, i)
			if len(rest) == 0 || !sameElsewhere(rest, c.at) {
				continue
			}
			if g, ok := guessAt(rest, c.at); ok {
				m.score(key.figure, c, g)
			}
		}
	}
	for _, s := range m.scores {
		slices.Sort(s.rounds)
		slices.Sort(s.typical)
	}
}

// sameElsewhere: a cell that alone has its value on an axis cannot be guessed from the rest.
func sameElsewhere(rest []*cell, at Point) bool {
	axes := varied(rest)
	for a := range axisCount {
		if !slices.Contains(axes, Axis(a)) && rest[0].at[a] != at[a] {
			return false
		}
	}
	return true
}

func (m *Model) score(figure string, c *cell, g guess) {
	var errs []float64
	for _, v := range c.logs {
		errs = append(errs, math.Abs(v-g.value))
	}
	slices.Sort(errs)
	rounds := errs[int(math.Ceil(Level*float64(len(errs))))-1]
	typical := math.Abs(c.center - g.value)
	for _, name := range []string{figure, ""} {
		p := pool{name, g.outside() > 0}
		if m.scores[p] == nil {
			m.scores[p] = &scores{}
		}
		m.scores[p].rounds = append(m.scores[p].rounds, rounds/g.scale())
		m.scores[p].typical = append(m.scores[p].typical, typical/g.scale())
	}
}

// widths are how far around a guess the rounds and the median are expected; false where too few
// cells were left out to say.
func (m *Model) widths(figure string, g guess) (rounds, typical float64, n int, ok bool) {
	outside := g.outside() > 0
	s := m.scores[pool{figure, outside}]
	if s == nil || len(s.rounds) < minOwn {
		s = m.scores[pool{"", outside}]
	}
	if s == nil {
		return 0, 0, 0, false
	}
	r, ok := quantile(s.rounds)
	t, _ := quantile(s.typical)
	return r * g.scale(), t * g.scale(), len(s.rounds), ok
}

// quantile is the smallest of the sorted errors that one more error stays below with
// probability aim, if it is like them: number ⌈(n+1)·aim⌉. There is none below MinCalibration errors.
func quantile(sorted []float64) (float64, bool) {
	k := int(math.Ceil(float64(len(sorted)+1) * aim))
	if k > len(sorted) {
		return 0, false
	}
	return sorted[k-1], true
}

// MinCalibration is how many cells must have been left out before an interval is stated.
const MinCalibration = 14
