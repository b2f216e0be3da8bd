package recommend

import (
	"fmt"
	"strings"
)

// Section is a part of an advice as it is shown: sentences, then a table whose first line
// is its head.
type Section struct {
	Title string
	Lines []string
	Table [][]string
}

// Headline is the answer in a line, with what the evidence does not show of it, and how to keep objects, if that was measured.
func (a *Advice) Headline() string {
	switch {
	case a.Keeping == nil:
		return a.storeHeadline()
	case a.storeless():
		return a.Keeping.Headline()
	}
	return a.storeHeadline() + ". " + a.Keeping.Headline()
}

func (a *Advice) storeHeadline() string {
	if a.Recommended == nil {
		return "No recommendation: " + a.Doubts[0]
	}
	sure := string(a.Confidence)
	if clause := a.notShown(); clause != "" {
		sure += "; " + clause
	}
	return fmt.Sprintf("Recommended: %s (confidence: %s)", a.Recommended.Subject, sure)
}

// Sections are the parts below the headline, in the order in which they matter; empty ones
// are left out.
func (a *Advice) Sections() []Section {
	all := []Section{
		{Title: "Objectives that no candidate is shown to meet", Lines: a.Unmet},
		{Title: "Asked for", Lines: []string{strings.Join(a.Cluster.args(), " ")}},
		{Title: "Why", Lines: a.Why},
		a.runnerUpSection(),
		a.objectiveSection(),
		a.figureSection(),
		a.Keeping.memorySection(),
		a.Keeping.costSection(),
		a.excludedSection(),
		a.sureSection(),
		a.Keeping.sureSection(),
		{Title: "To use it", Lines: a.Adopt},
		a.Keeping.adoptSection(),
		{Title: "To measure what is missing", Lines: a.Measure},
		{Title: "Measured on", Lines: a.evidence()},
		{Title: "Warnings", Lines: a.Warnings},
	}
	var out []Section
	for _, s := range all {
		if len(s.Lines) > 0 || len(s.Table) > 1 {
			out = append(out, s)
		}
	}
	return out
}

func (a *Advice) runnerUpSection() Section {
	if a.RunnerUp == nil {
		return Section{}
	}
	return Section{
		Title: "Runner-up: " + a.RunnerUp.Subject.String(),
		Lines: []string{"why not: " + a.WhyNot},
	}
}

// objectiveSection has a line for each candidate and a column for each objective.
func (a *Advice) objectiveSection() Section {
	s := Section{Title: "Objectives"}
	if len(a.Candidates) == 0 || len(a.Candidates[0].Objectives) == 0 {
		return s
	}
	head := []string{"candidate"}
	for _, o := range a.Candidates[0].Objectives {
		head = append(head, o.Text)
	}
	s.Table = [][]string{head}
	for _, c := range a.Candidates {
		line := []string{c.Subject.String()}
		for _, o := range c.Objectives {
			line = append(line, fmt.Sprintf("%s: %s", o.Status, estimateText(o.Estimate, a.model.figure(o.Figure).Unit)))
		}
		s.Table = append(s.Table, line)
	}
	return s
}

// figureSection has every figure of the recommended candidate and how it stands to client-go.
func (a *Advice) figureSection() Section {
	r := a.Recommended
	if r == nil {
		return Section{}
	}
	s := Section{Title: "What " + r.Subject.String() + " costs and gains", Table: [][]string{
		{"figure", "value", fmt.Sprintf("%.0f%% interval", 100*Level), "how", "over client-go", "", "client-go over itself"},
	}}
	for _, e := range r.Figures {
		f := a.model.figure(e.Figure)
		line := []string{f.Title, "-", "-", string(e.How), "-", "", "-"}
		if e.How != NotMeasured {
			line[1], line[2] = valueText(e.Value, f.Unit), e.intervalText(f.Unit)
		}
		for _, g := range r.Gains {
			if g.Figure == e.Figure {
				line[4], line[5] = g.text(), g.verdict()
			}
		}
		for _, n := range a.Noise {
			if n.Figure == e.Figure {
				line[6] = ratioText(n.Ratio)
			}
		}
		s.Table = append(s.Table, line)
	}
	return s
}

func (a *Advice) sureSection() Section {
	if a.storeless() {
		return Section{Title: "Which store", Lines: a.Doubts}
	}
	return Section{Title: fmt.Sprintf("How sure: %s", a.Confidence), Lines: a.Doubts}
}

func (a *Advice) excludedSection() Section {
	s := Section{Title: "Excluded"}
	for _, e := range a.Excluded {
		s.Lines = append(s.Lines, e.Text())
	}
	return s
}

func (a *Advice) evidence() []string {
	lines := []string{a.Machine.String()}
	if len(a.Commits) > 0 {
		lines = append(lines, "commit "+strings.Join(a.Commits, ", "))
	}
	return lines
}
