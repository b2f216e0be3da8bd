package report

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchunit"
)

// Figure is one number that a summary shows for each column: the unit of the
// results that the filter selects.
type Figure struct {
	Title  string
	Filter string // benchfilter syntax
	Unit   string // tidied, as benchstat shows it
}

// SummaryOptions says which figures are shown, for what, against what.
type SummaryOptions struct {
	Figures []Figure
	// Group splits the summary into tables, such as "/objects@num".
	Group string
	// Subject is what is compared, one line each, such as "/informer,/queue,/store".
	Subject string
	// Base is the label of the subject to compare with.
	Base string
	// Filter narrows the input for all figures.
	Filter string
	// Ignore names keys in which the results of one figure may differ, such as "/reads".
	Ignore string
}

// Summary is a small table for each group: subjects down, figures across.
type Summary struct {
	Figures []Figure
	Base    string
	Groups  []SummaryGroup
}

// SummaryGroup is the table of one group.
type SummaryGroup struct {
	Label string
	// Note names what all shown results of the group share.
	Note  []string
	Lines []SummaryLine
}

// SummaryLine is one subject's figures; a cell that was not measured is nil.
type SummaryLine struct {
	Subject string
	Cells   []*Cell
}

// Summarize compares each figure by itself and joins the outcomes.
func Summarize(in *Input, o SummaryOptions) (*Summary, error) {
	s := &Summary{Figures: o.Figures, Base: o.Base}
	for i, f := range o.Figures {
		filter := fmt.Sprintf("(%s) AND .unit:%q", f.Filter, f.Unit)
		if o.Filter != "" {
			filter = fmt.Sprintf("(%s) AND (%s)", o.Filter, filter)
		}
		cmp, err := Compare(in, o.comparison(filter))
		if err != nil {
			// A figure that nobody measured leaves its column empty.
			if errors.Is(err, errNoResults) {
				continue
			}
			return nil, fmt.Errorf("figure %q: %w", f.Title, err)
		}
		for _, t := range cmp.Tables {
			s.add(i, t)
		}
	}
	if len(s.Groups) == 0 {
		return nil, fmt.Errorf("figures %s: %w", titles(o.Figures), ErrNotMeasured)
	}
	slices.SortStableFunc(s.Groups, func(a, b SummaryGroup) int { return naturalCompare(a.Label, b.Label) })
	return s, nil
}

// comparison is that of one figure.
func (o SummaryOptions) comparison(filter string) Options {
	ignore := ".config"
	if o.Ignore != "" {
		ignore += "," + o.Ignore
	}
	return Options{Filter: filter, Table: o.Group, Row: ".fullname", Col: o.Subject, Ignore: ignore, Base: o.Base}
}

func (s *Summary) add(figure int, t *Table) {
	g := s.group(groupLabel(t.Config))
	for col, subject := range t.Cols {
		line := g.line(subject, len(s.Figures))
		// A figure whose filter selects several rows has no single number; the
		// first stands for it and the note says which.
		for row := range t.Rows {
			if c := t.Cells[row][col]; c != nil {
				line.Cells[figure] = c
				break
			}
		}
	}
	if len(t.Rows) > 1 {
		g.Note = append(g.Note, fmt.Sprintf("%s: of %d rows, %s", s.Figures[figure].Title, len(t.Rows), t.Rows[0]))
	}
}

// groupLabel is "mix=churn objects=10000" of the keys that split the summary.
func groupLabel(config []string) string {
	var parts []string
	for _, c := range config {
		key, value, _ := strings.Cut(c, ": ")
		parts = append(parts, strings.TrimPrefix(key, "/")+"="+value)
	}
	return strings.Join(parts, " ")
}

func (s *Summary) group(label string) *SummaryGroup {
	for i := range s.Groups {
		if s.Groups[i].Label == label {
			return &s.Groups[i]
		}
	}
	s.Groups = append(s.Groups, SummaryGroup{Label: label})
	return &s.Groups[len(s.Groups)-1]
}

func (g *SummaryGroup) line(subject string, figures int) *SummaryLine {
	for i := range g.Lines {
		if g.Lines[i].Subject == subject {
			return &g.Lines[i]
		}
	}
	g.Lines = append(g.Lines, SummaryLine{subject, make([]*Cell, figures)})
	return &g.Lines[len(g.Lines)-1]
}

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
		return fmt.Sprintf("%s, %s (n=%d: no verdict)", text, ratioText(c.Ratio()), len(c.Sample.Values))
	case NoDifference:
		return fmt.Sprintf("%s, ~", text)
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

func titles(figures []Figure) string {
	var out []string
	for _, f := range figures {
		out = append(out, f.Title)
	}
	return strings.Join(out, ", ")
}
