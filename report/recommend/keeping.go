package recommend

import (
	"cmp"
	"slices"
)

// Keeping is the answer to how objects are kept in memory.
type Keeping struct {
	// Now is client-go's informer with objects as they are; nil if it was not measured along.
	Now *Way
	// Ways are all that were measured, the best first; those that may not be recommended come last.
	Ways []*Way
	// Recommended is nil if nothing that may be recommended fits the limit of memory, or is likely to.
	Recommended *Way
	// Why says what was found, Confidence how sure the choice is, as [Advice].Confidence.
	Why        []string
	Confidence Confidence
	Doubts     []string
	Adopt      []string // how to use it

	cluster  Cluster
	model    *Model
	shown    []Figure
	limits   []Limit
	workload string // that the heap was measured with
	noisy    bool   // the noise is known
	compared family // of all ways
}

// keep weighs the ways to keep objects that were measured; nil if none was.
func (m *Model) keep(c Cluster, o Options, a *Advice) *Keeping {
	if m.kept == nil {
		return nil
	}
	q := m.kept.keptQuestion(c, o, a)
	k := &Keeping{cluster: c, model: m.kept, shown: q.shown, limits: q.limits, workload: shown(q.contexts[keptHeap])}
	for _, s := range m.kept.subjects() {
		w := q.way(s)
		if k.Ways = append(k.Ways, w); s == q.base {
			k.Now = w
		}
	}
	q.compareWays(k)
	k.rank()
	k.explain()
	return k
}

// compareWays relates what the ways take and cost to objects as they are. The choice is among them, so that all
// are one family.
func (q *keptQuestion) compareWays(k *Keeping) {
	if k.Now == nil {
		return
	}
	for _, f := range q.shown {
		if !slices.Contains(keptCompared, f.Name) {
			continue
		}
		noise := q.noise(f.Name)
		k.noisy = k.noisy || noise > 0
		for _, w := range k.Ways {
			if w != k.Now {
				w.Costs = append(w.Costs, relate(f, w.figure(f.Name), k.Now.figure(f.Name), noise))
			}
		}
	}
	for _, w := range k.Ways {
		k.compared = append(k.compared, familyOf(w.Costs)...)
	}
	k.compared.correct()
}

func (q *keptQuestion) noise(figure string) float64 {
	if figure == memory {
		figure = keptHeap
	}
	return q.model.noiseOf(q.base, figure, q.contexts[figure])
}

// rank sorts the ways: those that may be recommended first; of these those that fit the limit of memory, then
// those that are likely to; then as candidates are ranked, by gains that are the costs saved, among which memory counts where
// nothing limits it. The first is recommended, unless it is unlikely to fit.
func (k *Keeping) rank() {
	for _, w := range k.Ways {
		w.Score = k.score(w)
	}
	slices.SortStableFunc(k.Ways, func(x, y *Way) int {
		return cmp.Or(
			cmp.Compare(x.barred(), y.barred()),
			cmp.Compare(x.misfit(), y.misfit()),
			cmp.Compare(x.count(NotMet), y.count(NotMet)),
			cmp.Compare(x.count(Unsure), y.count(Unsure)),
			cmp.Compare(y.Score, x.Score),
			cmp.Compare(x.Subject.keptChanges(), y.Subject.keptChanges()),
			cmp.Compare(x.figure(memory).Value, y.figure(memory).Value),
		)
	})
	if first := k.Ways[0]; first.Barred == "" && first.misfit() <= likely {
		k.Recommended = first
	}
}

func (k *Keeping) score(w *Way) float64 {
	sum, n := 0.0, 0
	for _, r := range w.Costs {
		if slices.Contains(keptCosts, r.Figure) || r.Figure == memory && k.cluster.MemoryLimit == 0 {
			sum, n = sum+r.worth(), n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

func (w *Way) barred() int {
	if w.Barred != "" {
		return 1
	}
	return 0
}

func (w *Way) count(s Status) int { return countStatus(w.Objectives, s) }

// grounds are the estimates that the choice rests on.
func (w *Way) grounds(limited bool) (out []Estimate) {
	for _, o := range w.Objectives {
		out = append(out, o.Estimate)
	}
	for _, e := range w.Figures {
		if slices.Contains(keptCosts, e.Figure) || e.Figure == memory && !limited {
			out = append(out, e)
		}
	}
	return out
}

// smallest is the one of the ways that takes the least memory, of those for which that is known; nil if it is
// for none.
func smallest(ways []*Way) (best *Way) {
	for _, w := range ways {
		if e := w.figure(memory); e.How != NotMeasured && (best == nil || e.Value < best.figure(memory).Value) {
			best = w
		}
	}
	return best
}
