package recommend

import (
	"fmt"
	"slices"
	"strings"
)

// Headline is the answer in a line.
func (k *Keeping) Headline() string {
	limit := ""
	if k.cluster.MemoryLimit > 0 {
		limit = valueText(float64(k.cluster.MemoryLimit), memoryFigure.Unit)
	}
	w := k.Recommended
	switch {
	case w == nil && len(k.allowed()) > 0:
		return fmt.Sprintf("Memory: no way to keep objects that may be recommended is likely to fit %s (confidence: %s)%s", limit, k.Confidence, k.wouldFit())
	case w == nil:
		return "Memory: no recommendation of how to keep objects: " + k.Ways[0].Subject.String() + " " + k.Ways[0].Barred
	}
	text := fmt.Sprintf("Memory: keep objects as %s, which takes %s", w.Subject, valueText(w.figure(memory).Value, memoryFigure.Unit))
	switch r, ok := w.cost(memory); {
	case limit != "" && w.fits() == Met:
		text += " and fits " + limit
	case limit != "":
		text += " and may not fit " + limit
	case ok:
		text += ", " + ratioText(r.Ratio) + " of client-go's as it ships"
	}
	return fmt.Sprintf("%s (confidence: %s)", text, k.Confidence)
}

// wouldFit names the allowances of which one is enough for a way that fits.
func (k *Keeping) wouldFit() string {
	var words []string
	for _, w := range k.Ways {
		if len(w.refused) == 1 && w.fits() == Met && !slices.Contains(words, w.refused[0]) {
			words = append(words, w.refused[0])
		}
	}
	if words == nil {
		return ""
	}
	return "; one does with --allow=" + strings.Join(words, " or --allow=")
}

// memorySection has a line for each way: what it takes, and whether it may be recommended.
func (k *Keeping) memorySection() Section {
	if k == nil {
		return Section{}
	}
	head := []string{"kept by", memoryFigure.Title, "over as it is"}
	var parts []Figure
	for _, f := range k.shown {
		if f.Name != memory && !slices.Contains(keptTimes, f.Name) {
			parts, head = append(parts, f), append(head, f.Title)
		}
	}
	for _, l := range k.limits {
		head = append(head, l.Text)
	}
	s := Section{Title: "How objects are kept in memory", Lines: k.Why, Table: [][]string{append(head, "may be recommended")}}
	for _, w := range k.Ways {
		line := []string{w.Subject.String(), estimateText(w.figure(memory), memoryFigure.Unit), "-"}
		if r, ok := w.cost(memory); ok {
			line[2] = r.text()
		}
		for _, f := range parts {
			line = append(line, w.cell(f))
		}
		for _, o := range w.Objectives {
			line = append(line, string(o.Status))
		}
		if w.Barred != "" {
			line = append(line, "no: "+w.Barred)
		} else {
			line = append(line, "yes")
		}
		s.Table = append(s.Table, line)
	}
	return s
}

// costSection has what each way costs, beside what client-go as it ships does.
func (k *Keeping) costSection() Section {
	if k == nil {
		return Section{}
	}
	head := []string{"kept by"}
	var times []Figure
	for _, f := range k.shown {
		if slices.Contains(keptTimes, f.Name) {
			times, head = append(times, f), append(head, f.Title)
		}
	}
	if times == nil {
		return Section{}
	}
	s := Section{
		Title: "What keeping them so costs",
		Lines: []string{fmt.Sprintf("with %.0f%% intervals, and the ratio to client-go as it ships: ~ where no difference is shown, else p after Holm's correction", 100*Level)},
		Table: [][]string{head},
	}
	for _, w := range k.Ways {
		line := []string{w.Subject.String()}
		for _, f := range times {
			line = append(line, w.cell(f))
		}
		s.Table = append(s.Table, line)
	}
	return s
}

// cell is a figure and its relation.
func (w *Way) cell(f Figure) string {
	e := w.figure(f.Name)
	if e.How == NotMeasured {
		return "-"
	}
	text := valueText(e.Value, f.Unit) + " " + e.intervalText(f.Unit)
	if e.How != Measured {
		text += " " + string(e.How)
	}
	if r, ok := w.cost(f.Name); ok {
		text += "; " + ratioText(r.Ratio) + " " + r.mark()
	}
	return text
}

// mark is the verdict for a table of many.
func (r Relation) mark() string {
	switch {
	case r.Verdict == NoDifference:
		return "~"
	case r.Verdict == Unknown:
		return "?"
	case !r.trial.made:
		return string(r.Verdict) + ", not tested"
	}
	return fmt.Sprintf("%s p=%.2g", r.Verdict, r.P)
}

func (k *Keeping) sureSection() Section {
	if k == nil {
		return Section{}
	}
	return Section{Title: fmt.Sprintf("How sure of how objects are kept: %s", k.Confidence), Lines: k.Doubts}
}

func (k *Keeping) adoptSection() Section {
	if k == nil {
		return Section{}
	}
	return Section{Title: "To keep objects so", Lines: k.Adopt}
}
