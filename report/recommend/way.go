package recommend

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Way is one way to keep objects in memory that was measured, under one informer.
type Way struct {
	Subject Subject
	// Needs are the words of [Allowances] that the cluster must allow for it.
	Needs []string
	// Barred says why it is not recommended, whatever it saves; empty if it may be.
	Barred string
	// Objectives are those of the cluster that depend on it: memory, peak of the first sync, sync.
	Objectives []Objective
	// Figures are the memory, what it is made of, and what it costs.
	Figures []Estimate
	// Costs relate them to [Keeping].Now.
	Costs []Relation
	// Score is the mean logarithm of the gains in what counts, negative for costs.
	Score float64

	refused []string // what must be allowed, if nothing else bars it
}

// keptQuestion is what is asked of every way alike.
type keptQuestion struct {
	*question
	base    Subject
	shown   []Figure
	limits  []Limit
	options Options
}

func (m *Model) keptQuestion(c Cluster, o Options, a *Advice) *keptQuestion {
	q := &keptQuestion{question: m.question(c, a), base: m.keptBase(), options: o}
	q.shown = append([]Figure{memoryFigure}, q.figures...)
	q.limits = q.keptLimits()
	return q
}

// keptLimits are the objectives that depend on how objects are kept.
func (q *keptQuestion) keptLimits() (out []Limit) {
	c := q.cluster
	if c.MemoryLimit > 0 {
		for _, figure := range []string{memory, keptPeak} {
			if q.shows(figure) {
				out = append(out, Limit{Figure: figure, Text: figure + " ≤ " + valueText(float64(c.MemoryLimit), "B"), AtMost: float64(c.MemoryLimit)})
			}
		}
	}
	if c.SyncWithin > 0 && q.shows(syncTime) {
		within := time.Duration(c.SyncWithin)
		out = append(out, Limit{Figure: syncTime, Text: syncTime + " ≤ " + within.String(), AtMost: within.Seconds()})
	}
	return out
}

func (q *keptQuestion) shows(figure string) bool {
	return slices.ContainsFunc(q.shown, func(f Figure) bool { return f.Name == figure })
}

// way estimates every figure and judges every limit.
func (q *keptQuestion) way(s Subject) *Way {
	w := &Way{Subject: s, Needs: s.needs()}
	for _, f := range q.shown {
		w.Figures = append(w.Figures, q.value(s, f.Name))
	}
	for _, l := range q.limits {
		w.Objectives = append(w.Objectives, l.judge(w.figure(l.Figure)))
	}
	q.bar(w)
	return w
}

// bar finds out whether the way may be recommended.
func (q *keptQuestion) bar(w *Way) {
	offers := append(slices.Clone(q.options.Offers), q.options.Copying...)
	store := w.Subject.keptStore(offers)
	offer, known := find(offers, store)
	if _, copies := find(q.options.Copying, store); copies && !slices.Contains(w.Needs, AllowCopies) {
		w.Needs = append(w.Needs, AllowCopies)
	}
	lacking := missing(q.cluster.Guarantees, offer.Guarantees)
	switch unknown := w.Subject.unknownPart(); {
	case unknown != "":
		w.Barred = fmt.Sprintf("nobody tells what %q loses", unknown)
	case !known:
		w.Barred = fmt.Sprintf("nobody tells what the store %q guarantees", store)
	case len(lacking) > 0:
		w.Barred = "its guarantees are weaker than asked: not " + strings.Join(Guarantees(lacking).words(), ", not ")
	case w.figure(memory).How == NotMeasured:
		w.Barred = "what it takes is not known: " + strings.Join(w.figure(memory).Notes, "; ")
	default:
		w.Barred = q.tooSlow(w)
	}
	if w.Barred != "" {
		return
	}
	for _, word := range w.Needs {
		if !slices.Contains(q.cluster.Allow, word) {
			w.refused = append(w.refused, word)
		}
	}
	if w.refused != nil {
		w.Barred = "needs --allow=" + strings.Join(w.refused, ",")
	}
}

// tooSlow: a cold Get that takes longer than p99 may is no rare one where reads go to all objects. One that does not
// says nothing of p99.
func (q *keptQuestion) tooSlow(w *Way) string {
	limit := time.Duration(q.cluster.GetP99)
	if e := w.figure(getCold); limit > 0 && e.Stated && e.Interval.Lo > limit.Seconds() {
		return fmt.Sprintf("a cold Get takes %s, and get-p99 is to be %v", valueText(e.Value, "sec"), limit)
	}
	return ""
}

func (w *Way) figure(name string) Estimate { return estimateOf(w.Figures, name) }

// fits is how the way stands to the limit of memory: in its steady state, and while it syncs first.
func (w *Way) fits() Status {
	switch w.misfit() {
	case 0:
		return Met
	case missed:
		return NotMet
	}
	return Unsure
}

// How ways that do not surely fit stand to each other: of the unsure ones, what is expected counts.
const (
	likely = 1 + iota
	unlikely
	missed
)

// misfit is 0 if both limits of memory are met, else the worst of the above.
func (w *Way) misfit() int {
	worst := 0
	for _, o := range w.Objectives {
		switch {
		case o.Figure == syncTime || o.Status == Met:
		case o.Status == NotMet:
			worst = missed
		case o.Estimate.Value <= o.AtMost:
			worst = max(worst, likely)
		default: // also what is not known
			worst = max(worst, unlikely)
		}
	}
	return worst
}
