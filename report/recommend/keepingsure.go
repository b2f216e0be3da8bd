package recommend

import "slices"

// judge says how sure the choice is, by the rules for stores: each reason for doubt lowers the word. Without a choice it is
// about the ways that do not fit.
func (k *Keeping) judge() {
	d := &doubts{worst: High, about: map[string][]string{}}
	for _, w := range k.judged() {
		for _, e := range w.grounds(k.cluster.MemoryLimit > 0) {
			d.estimate(e)
		}
		for _, o := range w.Objectives {
			if o.Status == Unsure && o.Estimate.Stated {
				d.add(Low, o.Text, "the interval holds the limit")
			}
		}
	}
	switch {
	case len(k.judged()) == 0:
		d.add(Low, "", "nothing that was measured may be recommended")
	case k.Now == nil:
		d.add(Low, "", "client-go as it ships was not measured along: costs are unknown")
	case !k.noisy:
		d.add(Fair, "", "no A/A column was measured: the machine's noise is not known")
	}
	if w := k.Recommended; w != nil && w != k.Now && !slices.ContainsFunc(w.Costs, func(r Relation) bool { return r.Significant }) {
		why, _ := missingFor(w.Costs, k.compared)
		d.add(Fair, "", "no difference to client-go as it ships is shown: %s", why)
	}
	if !k.measured(keptPeak) {
		d.add(Fair, keptPeak, "not measured: what the first sync takes in between is open")
	}
	k.Confidence, k.Doubts = d.worst, d.lines()
}

// judged are the ways that the answer is about.
func (k *Keeping) judged() []*Way {
	if k.Recommended != nil {
		return []*Way{k.Recommended}
	}
	return k.allowed()
}

func (k *Keeping) measured(figure string) bool {
	return slices.ContainsFunc(k.shown, func(f Figure) bool { return f.Name == figure })
}

// doubtful tells that measuring would make it surer.
func (k *Keeping) doubtful() bool { return k != nil && k.Confidence != High }
