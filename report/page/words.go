package page

import (
	"fmt"
	"math"

	"informerbench/report"
)

// hasInterval tells whether a 95% interval can be shown.
func hasInterval(c *report.Cell) bool {
	return len(c.Sample.Values) >= report.MinForInterval && !math.IsInf(c.Summary.Lo, 0) && !math.IsInf(c.Summary.Hi, 0)
}

// outcome is how a cell stands to the base, in few words: "2.15× worse".
func outcome(c *report.Cell) string {
	if c.Base == nil {
		return ""
	}
	ratio := ratioText(c.Ratio())
	switch c.Verdict {
	case report.NoBase:
		return ""
	case report.Better, report.Worse, report.Changed:
		if c.Base.Summary.Center == 0 {
			return string(c.Verdict) + " than none" // which has no ratio
		}
	}
	if c.Base.Summary.Center <= 0 {
		ratio = "no ratio"
	}
	switch c.Verdict {
	case report.NotEnoughSamples:
		return ratio + ", too few samples"
	case report.NoDifference:
		return ratio + " ~"
	case report.WithinEffect:
		return ratio + " ≈"
	}
	return ratio + " " + string(c.Verdict)
}

// withOutcome is a value and how it stands to the base.
func withOutcome(c *report.Cell, q quantity) string {
	text := q.text(c.Summary.Center)
	if o := outcome(c); o != "" {
		text += ", " + o
	}
	return text
}

func intervalText(c *report.Cell, q quantity) string {
	if !hasInterval(c) {
		return "–"
	}
	return q.text(c.Summary.Lo) + " to " + q.text(c.Summary.Hi)
}

func ratioInterval(c *report.Cell) string {
	low, high := c.RatioInterval()
	if c.Base == nil || math.IsInf(low, 0) || math.IsInf(high, 0) {
		return "–"
	}
	// Both ends in one form: fractions only where both are small.
	if low < 0.195 && high >= 0.195 {
		return number(low, 2) + "× to " + ratioText(high)
	}
	return ratioText(low) + " to " + ratioText(high)
}

func pText(c *report.Cell) string {
	switch {
	case c.Base == nil || c.Verdict == report.NoBase || c.Verdict == report.NotEnoughSamples:
		return "–"
	case c.Exact:
		return "exact"
	case c.PAdjusted < 0.001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", c.PAdjusted)
}

// verdictWords are for tables, where nothing else says it.
func verdictWords(c *report.Cell) string {
	if c.Base == nil {
		return "–"
	}
	switch c.Verdict {
	case report.NoDifference:
		return "~ not significant"
	case report.WithinEffect:
		return "≈ too small to matter"
	case report.NotEnoughSamples:
		return "too few samples"
	}
	return string(c.Verdict)
}

// verdictClass is for the colour of an outcome, which its words repeat.
func verdictClass(c *report.Cell) string {
	switch c.Verdict {
	case report.Better:
		return "better"
	case report.Worse:
		return "worse"
	}
	return "same"
}
