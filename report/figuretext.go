package report

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/perf/benchunit"
)

// figureText is a number and how it compares: "152k, 1.10× better".
func figureText(c *Cell, unit string) string {
	if c == nil {
		return "-"
	}
	text := numberText(c.Summary.Center, unit)
	switch c.Verdict {
	case NoBase:
		return text
	case NotEnoughSamples:
		return fmt.Sprintf("%s, %s (n=%d: no verdict)", text, ratioText(c.Ratio()), c.samples())
	case NoDifference:
		return fmt.Sprintf("%s, ~", text)
	case WithinEffect:
		return fmt.Sprintf("%s, ≈", text)
	}
	if c.Base.Summary.Center == 0 {
		return fmt.Sprintf("%s, %s than none", text, c.Verdict)
	}
	return fmt.Sprintf("%s, %s %s", text, ratioText(c.Ratio()), c.Verdict)
}

// numberText shows shares as percent, everything else scaled.
func numberText(v float64, unit string) string {
	if strings.HasSuffix(unit, "-fraction") {
		return fmt.Sprintf("%.1f%%", 100*v)
	}
	return benchunit.Scale(v, benchunit.ClassOf(unit)) + unitSuffix(unit)
}

func unitSuffix(unit string) string {
	switch {
	case strings.HasSuffix(unit, "sec") || strings.HasPrefix(unit, "sec/"):
		return "s"
	case benchunit.ClassOf(unit) == benchunit.Binary:
		return "B"
	}
	return ""
}

func ratioText(r float64) string {
	switch {
	case math.IsNaN(r):
		return "?×"
	case r == 0:
		return "0×"
	case r >= 100:
		return fmt.Sprintf("%.0f×", r)
	case r >= 0.095:
		return fmt.Sprintf("%.2f×", r)
	}
	return fmt.Sprintf("%.2g×", r)
}
