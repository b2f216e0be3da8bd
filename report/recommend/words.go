package recommend

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/perf/benchunit"
)

// valueText scales a value and adds its unit.
func valueText(v float64, unit string) string {
	switch {
	case math.IsNaN(v):
		return "?"
	case math.IsInf(v, 1):
		return "∞"
	}
	text := benchunit.Scale(v, benchunit.ClassOf(unit))
	switch {
	case strings.HasSuffix(unit, "sec") || strings.Contains(unit, "sec/"):
		return text + "s"
	case benchunit.ClassOf(unit) == benchunit.Binary:
		return text + "B"
	}
	return text
}

// estimateText is "2.1ms [1.2ms, 5.0ms] interpolated".
func estimateText(e Estimate, unit string) string {
	if e.How == NotMeasured {
		return string(NotMeasured)
	}
	return fmt.Sprintf("%s %s %s", valueText(e.Value, unit), e.intervalText(unit), e.How)
}

func (e Estimate) intervalText(unit string) string {
	if !e.Stated {
		return "[no interval]"
	}
	return fmt.Sprintf("[%s, %s]", valueText(e.Interval.Lo, unit), valueText(e.Interval.Hi, unit))
}

// timesText is a factor from its logarithm.
func timesText(log float64) string { return ratioText(math.Exp(log)) }

// counted is "1 round" or "5 rounds".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func ratioText(r float64) string {
	switch {
	case math.IsNaN(r):
		return "?×"
	case r >= 100:
		return fmt.Sprintf("%.0f×", r)
	case r >= 0.095:
		return fmt.Sprintf("%.2f×", r)
	}
	return fmt.Sprintf("%.2g×", r)
}

// verdict is the verdict, and what it lacks.
func (r Relation) verdict() string {
	switch {
	case math.IsNaN(r.Ratio):
		return "-" // of what was not measured there is none
	case r.Verdict == Unknown:
		return "no interval, so no verdict"
	case r.Significant || r.Verdict != Gain && r.Verdict != Cost:
		return string(r.Verdict)
	case !r.trial.made:
		return string(r.Verdict) + ", not tested"
	}
	return fmt.Sprintf("%s, not significantly (p=%.2g)", r.Verdict, r.P)
}

// text is "0.52× (0.40 to 0.68)".
func (r Relation) text() string {
	if math.IsNaN(r.Ratio) {
		return string(NotMeasured)
	}
	if !r.Stated {
		return ratioText(r.Ratio)
	}
	return fmt.Sprintf("%s (%s to %s)", ratioText(r.Ratio), ratioText(r.Interval.Lo), ratioText(r.Interval.Hi))
}
