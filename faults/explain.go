package faults

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// shrinkRuns bounds how often a failing plan is run again to make it smaller.
const shrinkRuns = 400

// Explain shrinks a plan that failed and returns what people need: what was found, the
// smallest plan that still shows the first finding, and the commands that run either again.
func Explain(t *testing.T, p Plan, s Subject, r Report) string {
	if !r.Failed() {
		return "the plan passes"
	}
	small := ShrinkFailure(t, p, s, r)
	var b strings.Builder
	fmt.Fprintf(&b, "%s fails with the plan of seed %d (%d faults, %d events, %d keys):\n", s.Name, p.Seed, p.Faults(), p.Events(), p.Keys())
	for _, v := range r.Violations[:min(5, len(r.Violations))] {
		fmt.Fprintf(&b, "  %v\n", v)
	}
	fmt.Fprintf(&b, "run it again with: make soak PLANS=1 SEED=%d\n", p.Seed)
	fmt.Fprintf(&b, "the least that still fails (%d faults, %d events, %d keys):\n%s", small.Faults(), small.Events(), small.Keys(), small)
	if name, err := writePlan(small); err == nil {
		fmt.Fprintf(&b, "run that again with: make soak PLAN=%s\n", name)
	}
	return b.String()
}

// ShrinkFailure shrinks a plan that failed as long as the kind of its first finding is
// still among what is found.
func ShrinkFailure(t *testing.T, p Plan, s Subject, r Report) Plan {
	kind := r.Violations[0].Kind
	return Shrink(p, shrinkRuns, func(smaller Plan) bool {
		for _, v := range Run(t, smaller, s).Violations {
			if v.Kind == kind {
				return true
			}
		}
		return false
	})
}

func writePlan(p Plan) (string, error) {
	f, err := os.CreateTemp("", fmt.Sprintf("plan-%d-*.txt", p.Seed))
	if err != nil {
		return "", err
	}
	if _, err := f.WriteString(p.String()); err != nil {
		_ = f.Close()
		return "", err
	}
	return f.Name(), f.Close()
}
