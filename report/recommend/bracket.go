package recommend

import (
	"fmt"
	"math"
)

// further is what nine in ten further rounds of a log-normal sample lie in, and no less than what was seen.
func (c *cell) further() Interval {
	n := len(c.logs)
	half := student90(n-1) * c.spread * math.Sqrt(1+1/float64(n))
	return Interval{math.Exp(math.Min(c.center-half, c.logs[0])), math.Exp(math.Max(c.center+half, c.logs[n-1]))}
}

// typical is the same for the median, nineteen times in twenty; its error is about 1.25 times that of the mean.
func (c *cell) typical() Interval {
	n := len(c.logs)
	half := medianError * student95(n-1) * c.spread / math.Sqrt(float64(n))
	return Interval{math.Exp(c.center - half), math.Exp(c.center + half)}
}

// medianError is √(π/2).
const medianError = 1.2533

// hull is the smallest interval that holds both.
func (i Interval) hull(o Interval) Interval {
	return Interval{math.Min(i.Lo, o.Lo), math.Max(i.Hi, o.Hi)}
}

// bracket states an interval where too few cells (n) were left out to know how far guesses err: the hull of what
// the cells around the point measured. That is right if the figure only rises or only falls between them.
func (e *Estimate) bracket(g guess, n int) bool {
	if g.outside() > 0 {
		return false
	}
	for i, c := range g.used {
		if len(c.logs) < minRounds {
			return false
		}
		if i == 0 {
			e.Interval, e.Typical = c.further(), c.typical()
			continue
		}
		e.Interval, e.Typical = e.Interval.hull(c.further()), e.Typical.hull(c.typical())
	}
	e.Stated, e.TypicalStated, e.corners = true, true, g.used
	e.Notes = append(e.Notes, fmt.Sprintf("taken to lie between the measured cells around it: only %d cells could be checked against the others, %d would tell how far it errs", n, MinCalibration))
	return true
}

// ratioTo is the hull of the ratios at the cells around the point, if both were measured at all of them: two
// figures that change alike are told apart by what they are at the same cells.
func (e Estimate) ratioTo(base Estimate) (Interval, bool) {
	if len(e.corners) == 0 || len(e.corners) != len(base.corners) {
		return Interval{}, false
	}
	var all Interval
	for i, c := range e.corners {
		b := base.corners[i]
		if b.at != c.at {
			return Interval{}, false
		}
		ratio := c.typical().over(b.typical())
		if i == 0 {
			all = ratio
		}
		all = all.hull(ratio)
	}
	return all, true
}

// over is what a ratio can be while both sides lie in their intervals.
func (i Interval) over(base Interval) Interval { return Interval{i.Lo / base.Hi, i.Hi / base.Lo} }
