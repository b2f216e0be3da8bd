package recommend

import (
	"fmt"
	"slices"
	"strings"
)

// explain fills in the sentences.
func (k *Keeping) explain() {
	k.explainNow()
	if w := k.Recommended; w != nil {
		if w != k.Now {
			k.say("%s takes %s%s", w.Subject, k.taken(w), w.objectivesText())
		}
		k.explainCosts(w)
		k.explainDangers(w)
		k.Adopt = w.adopt()
	} else if w := smallest(k.allowed()); w != nil {
		k.say("nothing that may be recommended is likely to fit; the smallest is %s with %s%s", w.Subject, k.taken(w), w.objectivesText())
	}
	k.explainRefused()
	k.say("measured with %s; memory is what is live after the first sync, grown as GOGC=%s lets it", k.workload, known(k.model.Machine.GOGC))
	k.judge()
}

func (k *Keeping) say(format string, args ...any) {
	k.Why = append(k.Why, fmt.Sprintf(format, args...))
}

func (k *Keeping) explainNow() {
	if k.Now == nil {
		k.say("client-go as it ships, with objects as they are, was not measured along")
		return
	}
	k.say("as it is, %s takes %s%s", k.Now.Subject, k.taken(k.Now), k.Now.objectivesText())
}

// taken is the memory, and its ratio to what is taken now.
func (k *Keeping) taken(w *Way) string {
	text := estimateText(w.figure(memory), memoryFigure.Unit)
	if r, ok := w.cost(memory); ok {
		text += ", " + r.text() + " of that"
	}
	return text
}

func (w *Way) cost(figure string) (Relation, bool) {
	for _, r := range w.Costs {
		if r.Figure == figure {
			return r, true
		}
	}
	return Relation{}, false
}

// objectivesText is "; memory ≤ 2GiB: met, peak ≤ 2GiB: unsure"; empty without objectives.
func (w *Way) objectivesText() string {
	var parts []string
	for _, o := range w.Objectives {
		parts = append(parts, fmt.Sprintf("%s: %s", o.Text, o.Status))
	}
	if parts == nil {
		return ""
	}
	return "; " + strings.Join(parts, ", ")
}

func (k *Keeping) explainCosts(w *Way) {
	if w == k.Now {
		k.say("no other way is shown to fit at less cost: leave objects as they are")
		return
	}
	for _, significant := range []bool{true, false} {
		for _, v := range []Verdict{Gain, Cost} {
			text, format := relationsText(k.model, w.Costs, v, significant), "%s than as it is: %s"
			if !significant {
				format = "looks %s than as it is, but not significantly: %s"
			}
			if text != "" {
				k.say(format, v, text)
			}
		}
	}
}

// explainDangers tells what was allowed, and what a careless handler does now.
func (k *Keeping) explainDangers(w *Way) {
	for _, word := range w.Needs {
		k.say("you allow %s: %s", word, w.Subject.loses(word))
	}
	if w.Subject.has(keptShare) || w.Subject.has(keptEncoded) {
		k.say("take care: %s", sharing)
	}
}

func (k *Keeping) allowed() (out []*Way) {
	for _, w := range k.Ways {
		if w.Barred == "" {
			out = append(out, w)
		}
	}
	return out
}

// explainRefused tells what each allowance that the cluster does not give would add at best, if it would take less.
func (k *Keeping) explainRefused() {
	for _, word := range Allowances() {
		var ways []*Way
		for _, w := range k.Ways {
			if slices.Equal(w.refused, []string{word}) {
				ways = append(ways, w)
			}
		}
		best := smallest(ways)
		if best == nil || k.Recommended != nil && best.figure(memory).Value >= k.Recommended.figure(memory).Value {
			continue
		}
		k.say("with --allow=%s, %s would take %s%s; but %s", word, best.Subject, k.taken(best), best.objectivesText(), best.Subject.loses(word))
	}
}

// keepingMeets says that an objective of memory which the stores miss is met by how objects are kept; empty if it is not.
func (a *Advice) keepingMeets(l Limit) string {
	k := a.Keeping
	if k == nil || l.Figure != memory || k.Recommended == nil || k.Recommended == k.Now || k.Recommended.fits() != Met {
		return ""
	}
	return fmt.Sprintf("; met with objects kept as %s", k.Recommended.Subject)
}
