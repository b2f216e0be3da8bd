package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
)

// Target is what a subject shall reach in a figure.
type Target struct {
	// AtMost is the highest ratio to the base that meets it, or the highest value.
	AtMost   float64
	Absolute bool
	// AtLeast, if above 0, is the lowest ratio that meets it, and AtMost does not count.
	AtLeast float64
	// OnlyIfWorse: only a significant difference to the worse misses it, if it is by more than AtMost
	// in whichever direction the unit is worse.
	OnlyIfWorse bool
}

// Targets returns the target of a subject in figure number i of a group, if it has one. The
// target of a value is in the figure's unit.
type Targets func(subject string, figure int, group string) (Target, bool)

// outcome is how a cell stands to its target.
type outcome struct {
	met  bool
	near bool // the target lies within the interval, if there is one: another run may tell otherwise
	text string
}

// judge compares a cell with its target. Without enough samples there is no outcome; of a value the
// base may have fewer.
func (t Target) judge(c *Cell, unit string) (outcome, bool) {
	if c.Verdict == NoBase {
		return outcome{}, false
	}
	// A target is set before anything is measured and stands for itself: that the samples are too few for
	// a correction over many comparisons does not matter to it.
	enough := c.samples() >= MinForVerdict || t.Absolute && len(c.Sample.Values) >= MinForVerdict
	if !enough || t.OnlyIfWorse && c.Verdict == NotEnoughSamples || !t.Absolute && c.Base.Summary.Center < 0 {
		return outcome{}, false
	}
	if t.OnlyIfWorse {
		worse := math.Max(c.Ratio(), 1/c.Ratio())
		return outcome{met: c.Verdict != Worse || worse <= t.AtMost, text: "worse by no more than " + ratioText(t.AtMost)}, true
	}
	if t.Absolute {
		s := c.Summary
		near := !math.IsInf(s.Lo, 0) && s.Lo <= t.AtMost && t.AtMost <= s.Hi
		return outcome{s.Center <= t.AtMost, near, "≤ " + valueText(t.AtMost, unit)}, true
	}
	at, met, sign := t.AtMost, c.Ratio() <= t.AtMost, "≤ "
	if t.AtLeast > 0 {
		at, met, sign = t.AtLeast, c.Ratio() >= t.AtLeast, "≥ "
	}
	low, high := c.RatioInterval()
	near := !math.IsInf(low, 0) && low <= at && at <= high
	return outcome{met, near, sign + shareText(at)}, true
}

// RatioInterval is what the ratio can be if both medians lie within their 95% intervals: a
// little wider than an interval of the ratio itself would be. It is infinite with too few samples.
func (c *Cell) RatioInterval() (low, high float64) {
	if c.Base == nil {
		return math.Inf(-1), math.Inf(1)
	}
	s, base := c.Summary, c.Base.Summary
	if math.IsInf(s.Lo, 0) || math.IsInf(base.Lo, 0) || base.Lo <= 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return s.Lo / base.Hi, s.Hi / base.Lo
}

// small is a ratio that is better read as a fraction: 1/300 rather than 0.0033×.
func small(r float64) bool { return r > 0 && r < 0.195 }

func shareText(r float64) string {
	if small(r) {
		return fraction(r)
	}
	return ratioText(r)
}

func fraction(r float64) string {
	if 1/r < 20 {
		return fmt.Sprintf("1/%.1f", 1/r)
	}
	return fmt.Sprintf("1/%.0f", 1/r)
}

// intervalText writes both ends as the ratio between them is written, if that suits them.
func intervalText(r, low, high float64) string {
	if small(r) && low > 0 {
		if high < 1 {
			return fmt.Sprintf("[%s, %s]", fraction(low), fraction(high))
		}
		return fmt.Sprintf("[%s, %.2f]", fraction(low), high)
	}
	return fmt.Sprintf("[%.2f, %.2f]", low, high)
}

// ratioCell is the text of a cell: the base's value, or the ratio to it with its interval and
// significance, and whether a target was met.
func ratioCell(c *Cell, unit string, t Target, hasTarget bool) string {
	switch {
	case c == nil:
		return "-"
	case c.Verdict == NoBase:
		text := valueText(c.Summary.Center, unit)
		if len(c.Sample.Values) >= MinForInterval {
			text += " ± " + c.Summary.PctRangeString()
		}
		return text
	}
	if c.Base.Summary.Center < 0 {
		// A difference, such as the collector's added time, that is lost in noise has no ratio.
		return valueText(c.Summary.Center, unit) + " (the base is lost in noise)"
	}
	text := shareText(c.Ratio())
	if c.Base.Summary.Center == 0 {
		text = valueText(c.Summary.Center, unit) // of nothing there are no shares
	}
	if low, high := c.RatioInterval(); !math.IsInf(low, 0) {
		text += " " + intervalText(c.Ratio(), low, high)
	}
	switch c.Verdict {
	case NotEnoughSamples:
		text += fmt.Sprintf(" (n=%d: no verdict)", min(len(c.Sample.Values), len(c.Base.Sample.Values)))
	case NoDifference:
		text += " ~"
	case WithinEffect:
		text += " ≈"
	case Better, Worse, Changed:
		// Both ways in words: of a rate more is better, of a time less, and who reads a ratio need not know.
		text += " " + string(c.Verdict)
	}
	if c.samples() >= MinForVerdict && !c.Exact {
		text += " " + pText(c.PAdjusted)
	}
	if o, ok := t.judge(c, unit); ok && hasTarget && (!t.OnlyIfWorse || !o.met) {
		if t.Absolute {
			text += ", " + valueText(c.Summary.Center, unit)
		}
		text += "; " + o.text + ": " + o.verdict()
	}
	return text
}

// pText never says that a probability is zero.
func pText(p float64) string {
	if p < 0.0005 {
		return "p<0.001"
	}
	return fmt.Sprintf("p=%.3f", p)
}

func (o outcome) verdict() string {
	switch {
	case o.met && o.near:
		return "met, but near"
	case o.met:
		return "met"
	case o.near:
		return "MISSED, but near"
	}
	return "MISSED"
}

// valueText is numberText for units such as insert-sec/object, too, and for those that benchunit leaves in nanoseconds:
// server-cpu-ns.
func valueText(v float64, unit string) string {
	if head, rest, _ := strings.Cut(unit, "/"); strings.HasSuffix(head, "-ns") {
		v, unit = v*1e-9, strings.TrimSuffix(strings.TrimSuffix(head, "ns")+"sec/"+rest, "/")
	}
	if i := strings.Index(unit, "-sec/"); i >= 0 {
		unit = unit[i+1:]
	}
	return numberText(v, unit)
}

// WriteRatios prints the summary with a line for each figure and a column for each
// subject, as aligned text or, with markdown, as Markdown tables.
func (s *Summary) WriteRatios(w io.Writer, targets Targets, width int, markdown bool) error {
	b := bufio.NewWriter(w)
	for _, g := range s.Groups {
		lines := grid{{""}}
		for _, l := range g.Lines {
			lines[0] = append(lines[0], l.Subject)
		}
		for i, f := range s.Figures {
			line := []string{f.Title}
			measured := false
			for _, l := range g.Lines {
				t, ok := targets(l.Subject, i, g.Label)
				line = append(line, ratioCell(l.Cells[i], f.Unit, t, ok))
				measured = measured || l.Cells[i] != nil
			}
			if measured {
				lines = append(lines, line)
			}
		}
		lines.writeRatios(b, g.heading(), width, markdown)
	}
	// How the base stands to itself is told once for all sections, see [Outcomes].
	for _, w := range s.Warnings {
		if markdown {
			w = escapeMarkdown(w)
		}
		fmt.Fprintf(b, "warning: %s\n\n", w)
	}
	return b.Flush()
}

func (g grid) writeRatios(w io.Writer, label string, width int, markdown bool) {
	if !markdown {
		fmt.Fprintln(w, label)
		for _, part := range g.split(width, 2) {
			writeAligned(w, part)
			fmt.Fprintln(w)
		}
		return
	}
	fmt.Fprintf(w, "**%s**\n\n", escapeMarkdown(label))
	for i, line := range g {
		writeMarkdownLine(w, line)
		if i == 0 {
			fmt.Fprintln(w, strings.Repeat("|---", len(line))+"|")
		}
	}
	fmt.Fprintln(w)
}
