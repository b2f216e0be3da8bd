package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"
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
	// Holm and MinEffect are those of [Options]. The family is a figure's table: all subjects in one group.
	Holm      bool
	MinEffect float64
}

// Summary is a small table for each group: subjects down, figures across.
type Summary struct {
	Figures []Figure
	Base    string
	Groups  []SummaryGroup
	// AA tells how often the base differs from itself, over all figures.
	AA []AA
	// Notes and Warnings are those of the comparisons, each once.
	Notes, Warnings []string
}

// SummaryGroup is the table of one group.
type SummaryGroup struct {
	Label string
	// Machine is, where results come from several machines, what tells this group's from the others.
	Machine string
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
		s.remark(cmp)
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
	return Options{Filter: filter, Table: o.Group, Row: ".fullname", Col: o.Subject, Ignore: ignore, Base: o.Base, Holm: o.Holm, MinEffect: o.MinEffect}
}

// remark keeps what a figure's comparison has to say beside its tables.
func (s *Summary) remark(c *Comparison) {
	for _, a := range c.AA() {
		i := slices.IndexFunc(s.AA, func(have AA) bool { return have.Column == a.Column })
		if i < 0 {
			s.AA = append(s.AA, a)
			continue
		}
		s.AA[i].Compared += a.Compared
		s.AA[i].Differ += a.Differ
	}
	s.Notes = appendNew(s.Notes, c.Notes)
	s.Warnings = appendNew(s.Warnings, c.Warnings)
	for _, t := range c.Tables {
		for _, line := range t.Cells {
			for col, cell := range line {
				if cell != nil && len(cell.Warnings) > 0 {
					s.Warnings = appendNew(s.Warnings, []string{t.Cols[col] + ", " + t.Unit + ": " + strings.Join(cell.Warnings, "; ")})
				}
			}
		}
	}
}

func appendNew(have, more []string) []string {
	for _, text := range more {
		if !slices.Contains(have, text) {
			have = append(have, text)
		}
	}
	return have
}

// remarks are the lines below the tables.
func (s *Summary) remarks() []string {
	c := Comparison{Notes: s.Notes, Warnings: s.Warnings}
	var lines []string
	for _, a := range s.AA {
		lines = append(lines, a.String())
	}
	return append(lines, c.Remarks()...)
}

func (s *Summary) add(figure int, t *Table) {
	g := s.group(groupLabel(t.Config), t.Machine)
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

func (s *Summary) group(label, machine string) *SummaryGroup {
	for i := range s.Groups {
		if s.Groups[i].Label == label && s.Groups[i].Machine == machine {
			return &s.Groups[i]
		}
	}
	s.Groups = append(s.Groups, SummaryGroup{Label: label, Machine: machine})
	return &s.Groups[len(s.Groups)-1]
}

// heading is the label, with the machine where there are several.
func (g *SummaryGroup) heading() string {
	if g.Machine == "" {
		return g.Label
	}
	return g.Label + " (" + g.Machine + ")"
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

func titles(figures []Figure) string {
	var out []string
	for _, f := range figures {
		out = append(out, f.Title)
	}
	return strings.Join(out, ", ")
}
