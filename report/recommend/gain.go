package recommend

import "math"

// Verdict is how a candidate stands to client-go in a figure.
type Verdict string

// NoDifference is also what the noise of the A/A column could make.
const (
	Gain         Verdict = "better"
	Cost         Verdict = "worse"
	NoDifference Verdict = "no difference shown"
	Unknown      Verdict = "unknown"
)

// Relation is a figure of a candidate over client-go's.
type Relation struct {
	Figure   string
	Verdict  Verdict
	Ratio    float64  // NaN if one was not measured
	Interval Interval // both medians anywhere in their intervals; only if Stated
	Stated   bool
	// P is that of Mann and Whitney's test on the rounds after Holm's correction, over all candidates' figures against
	// client-go; NaN without a test. Significant is a verdict better or worse that it confirms.
	P           float64
	Significant bool

	trial trial
}

// relate compares typical values. A difference counts if the interval of the ratio does not
// hold 1 and the ratio is further from 1 than client-go was from itself.
func relate(f Figure, e, base Estimate, noise float64) Relation {
	r := Relation{Figure: f.Name, Verdict: Unknown, Ratio: e.Value / base.Value, P: math.NaN(), trial: e.against(base)}
	if !e.TypicalStated || !base.TypicalStated {
		return r
	}
	r.Stated = true
	r.Interval = e.Typical.over(base.Typical)
	if at, ok := e.ratioTo(base); ok {
		r.Interval = at
	}
	switch better := f.Better * sign(math.Log(r.Ratio)); {
	case r.Interval.Holds(1) || math.Abs(math.Log(r.Ratio)) <= noise:
		r.Verdict = NoDifference
	case better > 0:
		r.Verdict = Gain
	default:
		r.Verdict = Cost
	}
	return r
}

func sign(x float64) int {
	if x > 0 {
		return 1
	}
	return -1
}

// maxGain keeps one enormous ratio from outweighing all other figures.
const maxGain = 100

// worth is the logarithm of the gain, negative for a cost; 0 where no difference is shown.
func (r Relation) worth() float64 {
	size := math.Min(math.Abs(math.Log(r.Ratio)), math.Log(maxGain))
	switch r.Verdict {
	case Gain:
		return size
	case Cost:
		return -size
	}
	return 0
}
