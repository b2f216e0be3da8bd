package recommend

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"informerbench/report"
)

// alpha is the chance of even one false difference in a family of comparisons.
const alpha = 0.05

// trial is a test of whether two estimates differ. The zero value was not made.
type trial struct {
	made   bool
	p      float64
	rounds int // of the side with fewer; known also where they are too few for a test
}

// against tests the rounds of the measured cells that both estimates rest on: of several cells the largest p counts, and
// 1 where they do not all differ in the same direction. Where the two rest on different cells, there is no test.
func (e Estimate) against(o Estimate) trial {
	if len(e.used) == 0 || len(e.used) != len(o.used) {
		return trial{}
	}
	t := trial{made: true, rounds: math.MaxInt}
	direction := 0
	for _, c := range e.used {
		i := slices.IndexFunc(o.used, func(other *cell) bool { return other.at == c.at })
		if i < 0 {
			return trial{}
		}
		other := o.used[i]
		t.rounds = min(t.rounds, len(c.logs), len(other.logs))
		t.p = max(t.p, benchmath.AssumeNothing.Compare(c.sample(), other.sample()).P)
		d := sign(c.center - other.center)
		if direction != 0 && d != direction {
			t.p = 1
		}
		direction = d
	}
	t.made = t.rounds >= report.MinForVerdict
	return t
}

func (c *cell) sample() *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(c.logs), &benchmath.DefaultThresholds)
}

// family is the comparisons whose p-values are corrected together.
type family []*Relation

// correct marks the differences that are significant after Holm's correction.
func (f family) correct() {
	tested := f.tested()
	ps := make([]float64, len(tested))
	for i, r := range tested {
		ps[i] = r.trial.p
	}
	for i, p := range report.Holm(ps) {
		r := tested[i]
		r.P = p
		r.Significant = p < alpha && (r.Verdict == Gain || r.Verdict == Cost)
	}
}

func (f family) tested() (out family) {
	for _, r := range f {
		if r.trial.made {
			out = append(out, r)
		}
	}
	return out
}

// rounds is the number of the comparison that has the most.
func (f family) rounds() (most int) {
	for _, r := range f {
		most = max(most, r.trial.rounds)
	}
	return most
}

// compared counts those of which there are rounds on both sides, tested or too few for it.
func (f family) compared() (n int) {
	for _, r := range f {
		if r.trial.rounds > 0 {
			n++
		}
	}
	return n
}

// enough is how many rounds the family needs, so that one of its comparisons can be significant.
func (f family) enough() int { return report.SamplesFor(max(1, f.compared()), alpha) }
