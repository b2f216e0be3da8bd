package page

import (
	"math"
	"unicode/utf8"
)

// Parts of the width, in percent: marks keep off the edges, and zero, which a
// logarithm does not have, gets a place of its own at the left.
const (
	axisLeft  = 2.5
	axisRight = 97.5
	zeroAt    = 2.5
	afterZero = 11
)

// axis maps values to a logarithmic scale.
type axis struct {
	low, high float64 // of the scale, both above 0
	zero      bool    // some value is not above 0
	nought    float64 // where zero stands
	start     float64 // where low stands
	end       float64 // where high stands
}

// tick is a labelled place on an axis.
type tick struct {
	At     float64
	Label  string
	Anchor string // the class that keeps the label inside
}

// newAxis covers the values and ends at round numbers on both sides.
func newAxis(values []float64) axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1), nought: zeroAt, start: axisLeft, end: axisRight}
	for _, v := range values {
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
		case v <= 0:
			a.zero = true
		default:
			a.low, a.high = min(a.low, v), max(a.high, v)
		}
	}
	if a.low > a.high {
		a.low, a.high = 1, 10
	}
	a.low, a.high = roundDown(a.low*0.98), roundUp(a.high*1.02)
	if a.zero {
		a.start = afterZero
	}
	return a
}

// at is the place of a value in percent of the width.
func (a axis) at(v float64) float64 {
	if v <= 0 || math.IsNaN(v) {
		return a.nought
	}
	f := (math.Log(v) - math.Log(a.low)) / (math.Log(a.high) - math.Log(a.low))
	return round2(a.start + (a.end-a.start)*min(max(f, 0), 1))
}

// ticks are round numbers (1, 2, 5), or powers of ten where those would be too many.
func (a axis) ticks(most int, label func(float64) string) []tick {
	var values []float64
	for _, mantissas := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		values = a.round(mantissas)
		if len(values) <= most {
			break
		}
	}
	step := (len(values) + most - 1) / most
	var out []tick
	if a.zero {
		out = append(out, tick{a.nought, "0", "mid"})
	}
	for i := 0; i < len(values); i += max(step, 1) {
		at := a.at(values[i])
		t := tick{at, label(values[i]), anchor(at)}
		if len(out) == 0 || t.left() > out[len(out)-1].left()+out[len(out)-1].width() {
			out = append(out, t)
		}
	}
	return out
}

// width of a label in percent, on the narrowest page, with a gap.
func (t tick) width() float64 { return 2.2*float64(utf8.RuneCountInString(t.Label)) + 1 }

// left is where a label begins.
func (t tick) left() float64 {
	switch t.Anchor {
	case "first":
		return t.At
	case "last":
		return t.At - t.width()
	}
	return t.At - t.width()/2
}

// round lists the products of mantissas and powers of ten within the scale.
func (a axis) round(mantissas []float64) (out []float64) {
	for e := math.Floor(math.Log10(a.low)); e <= math.Ceil(math.Log10(a.high)); e++ {
		for _, m := range mantissas {
			if v := m * math.Pow(10, e); v >= a.low*0.999 && v <= a.high*1.001 {
				out = append(out, v)
			}
		}
	}
	return out
}

func anchor(at float64) string {
	switch {
	case at < 8:
		return "first"
	case at > 92:
		return "last"
	}
	return "mid"
}

// roundDown is the largest of 1, 2 and 5 times a power of ten that is at most v.
func roundDown(v float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{5, 2} {
		if m*p <= v {
			return m * p
		}
	}
	return p
}

func roundUp(v float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*p >= v {
			return m * p
		}
	}
	return 10 * p
}

func round2(v float64) float64 { return math.Round(v*100) / 100 }
