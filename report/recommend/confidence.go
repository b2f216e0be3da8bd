package recommend

import (
	"fmt"
	"slices"
	"strings"
)

// Confidence is a word for how sure an advice is.
type Confidence string

// The words; what they mean is in the package documentation.
const (
	High Confidence = "high"
	Fair Confidence = "fair"
	Low  Confidence = "low"
)

// manyRounds is from where on rounds are no reason for doubt.
const manyRounds = 10

// doubts are collected with the figures that they are about.
type doubts struct {
	worst Confidence
	texts []string
	about map[string][]string
}

// add notes a reason, about a figure or, if that is empty, about all.
func (d *doubts) add(c Confidence, figure, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if _, known := d.about[text]; !known {
		d.texts = append(d.texts, text)
		d.about[text] = nil
	}
	if figure != "" && !slices.Contains(d.about[text], figure) {
		d.about[text] = append(d.about[text], figure)
	}
	if c == Low || d.worst == High {
		d.worst = c
	}
}

func (d *doubts) lines() (out []string) {
	for _, text := range d.texts {
		if about := d.about[text]; len(about) > 0 {
			text = strings.Join(about, ", ") + ": " + text
		}
		out = append(out, text)
	}
	return out
}

// judgeConfidence looks at what the choice rests on: the objectives of the recommended
// candidate, and with none its figures. Each reason for doubt lowers the word.
func (a *Advice) judgeConfidence() {
	d := &doubts{worst: High, about: map[string][]string{}}
	for _, e := range a.Recommended.grounds() {
		d.estimate(e)
	}
	for _, o := range a.Recommended.Objectives {
		if o.Status == Unsure && o.Estimate.Stated {
			d.add(Low, o.Text, "the interval holds the limit")
		}
	}
	if a.model.series[seriesKey{Base, stalenessP99, a.context(stalenessP99)}] == nil && a.model.has(stalenessP99) {
		d.add(Low, "", "client-go as it ships was not measured along: gains are unknown")
	}
	if len(a.Noise) == 0 {
		d.add(Fair, "", "no A/A column was measured: the machine's noise is not known")
	}
	for _, e := range a.Evidence {
		switch {
		case e.Gain:
		case e.Against == Base && !e.fewRounds: // more rounds would not help, so why change anything?
			d.add(Low, "", "no %s %s is shown", e.missing(), e.name)
		default:
			d.add(Fair, "", "no %s %s is shown", e.missing(), e.name)
		}
	}
	a.Confidence, a.Doubts = d.worst, d.lines()
}

func (a *Advice) context(figure string) string {
	context, _ := a.model.choose(a.Cluster, figure)
	return context
}

// grounds are the estimates that the choice rests on.
func (c *Candidate) grounds() (out []Estimate) {
	for _, o := range c.Objectives {
		out = append(out, o.Estimate)
	}
	if len(out) == 0 {
		out = c.Figures
	}
	return out
}

func (d *doubts) estimate(e Estimate) {
	switch {
	case e.How == NotMeasured:
		d.add(Low, e.Figure, "%s", strings.Join(e.Notes, "; "))
		return
	case e.How == Extrapolated:
		d.add(Low, e.Figure, "extrapolated")
	case !e.Stated:
		d.add(Low, e.Figure, "no interval can be stated")
	case e.How == Interpolated:
		d.add(Fair, e.Figure, "interpolated between measured cells")
	}
	for _, note := range e.Notes {
		d.add(Fair, e.Figure, "%s", note)
	}
	if e.Stated && e.Rounds < manyRounds {
		d.add(Fair, e.Figure, "rests on %s, %d would be enough", counted(e.Rounds, "round"), manyRounds)
	}
}
