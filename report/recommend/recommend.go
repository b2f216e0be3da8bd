package recommend

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"informerbench/stores"
)

// Offer is a store that may be recommended. Those that results name and nobody offers are
// not recommended, since nobody tells what they guarantee.
type Offer struct {
	Name       string
	Guarantees []stores.Guarantee
	// Constructor is how a program names it, such as mvcc.New.
	Constructor string
}

// Options of a recommendation.
type Options struct {
	// Offers are the stores, in the order in which equals are preferred.
	Offers []Offer
	// Copying are those that return copies of what is stored. They are recommended as a way to keep objects only, and
	// only if the cluster allows it.
	Copying []Offer
}

// Recommend answers for a cluster. It never recommends a store that does not state all the
// guarantees that the cluster asks for. An error means that the description cannot be.
func (m *Model) Recommend(c Cluster, o Options) (*Advice, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	a := &Advice{Cluster: c, Machine: m.Machine, Commits: m.Commits, Warnings: slices.Clone(m.Warnings), model: m, offers: o.Offers}
	a.sources()
	q := m.question(c, a)
	for _, s := range m.subjects() {
		offer, known := find(o.Offers, s.Store)
		switch lacking := missing(c.Guarantees, offer.Guarantees); {
		case !s.adoptable():
		case !known:
			a.exclude(s, "nobody tells what it guarantees", nil)
		case len(lacking) > 0:
			a.exclude(s, "its guarantees are weaker than asked", lacking)
		default:
			a.Candidates = append(a.Candidates, q.candidate(s, offer))
		}
	}
	all := q.compare(a)
	a.rank(o.Offers)
	a.collectEvidence(q, all)
	a.Keeping = m.keep(c, o, a)
	a.explain(q)
	return a, nil
}

func find(offers []Offer, store string) (Offer, bool) {
	i := slices.IndexFunc(offers, func(o Offer) bool { return o.Name == store })
	if i < 0 {
		return Offer{}, false
	}
	return offers[i], true
}

// subjects are those that were measured.
func (m *Model) subjects() (out []Subject) {
	for _, key := range m.keys() {
		if key.figure != capacityListed && !slices.Contains(out, key.subject) {
			out = append(out, key.subject)
		}
	}
	// What was measured beside readers only comes after what was measured in all.
	for _, key := range m.keys() {
		if !slices.Contains(out, key.subject) {
			out = append(out, key.subject)
		}
	}
	return out
}

// question is what is asked of every candidate alike.
type question struct {
	model    *Model
	cluster  Cluster
	at       Point
	figures  []Figure          // that matter and were measured
	contexts map[string]string // of each figure
	limits   []Limit
}

func (m *Model) question(c Cluster, a *Advice) *question {
	q := &question{model: m, cluster: c, at: c.point(), contexts: map[string]string{}}
	for _, f := range m.figures {
		context, note := m.choose(c, f.Name)
		if context == "" {
			if !m.has(f.Name) {
				continue
			}
			note = fmt.Sprintf("%s was not measured under the workload and the profile that are asked for", f.Name)
		}
		q.contexts[f.Name] = context
		if f.matters(c) {
			q.figures = append(q.figures, f)
			a.warn(note)
		}
	}
	if q.timedAlone() {
		a.warn("reads are rare (readers=0): what one takes is that of one reader, with no other beside it")
	}
	q.limits = c.limits(slices.ContainsFunc(q.figures, func(f Figure) bool { return f.Name == capacityListed }))
	return q
}

// timedAlone tells whether some figure is of one reader though the cluster names none.
func (q *question) timedAlone() bool {
	return slices.ContainsFunc(q.figures, func(f Figure) bool {
		found := q.model.series[seriesKey{Base, f.Name, q.contexts[f.Name]}]
		return found != nil && f.timedAlone(found.cells, q.at)
	})
}

func (m *Model) has(figure string) bool {
	return slices.ContainsFunc(m.keys(), func(k seriesKey) bool { return k.figure == figure })
}

func (q *question) estimate(s Subject, figure string) Estimate {
	if figure == memory {
		object, c := q.model.Predict(s, objectBytes, q.contexts[objectBytes], q.at), q.cluster
		if hasKey(strings.Fields(q.contexts[objectBytes]), "trace") {
			c.EncodedBytes = 0 // a replay has measured the recorded objects themselves
		}
		return q.model.memoryOf(c, q.model.Predict(s, overhead, q.contexts[overhead], q.at), object)
	}
	return q.model.Predict(s, figure, q.contexts[figure], q.at)
}

// candidate judges every limit and estimates every figure that matters.
func (q *question) candidate(s Subject, offer Offer) *Candidate {
	c := &Candidate{Subject: s, Guarantees: offer.Guarantees, offer: offer}
	for _, l := range q.limits {
		e := q.estimate(s, l.Figure)
		if l.Figure == capacity {
			e = q.keptUp(s, e)
		}
		c.Objectives = append(c.Objectives, l.judge(e))
	}
	for _, f := range q.figures {
		c.Figures = append(c.Figures, q.estimate(s, f.Name))
	}
	if _, sized := q.contexts[objectBytes]; sized || q.cluster.ObjectBytes > 0 || q.cluster.EncodedBytes > 0 {
		c.Figures = append(c.Figures, q.estimate(s, memory))
	}
	return c
}

// compare relates the candidates to client-go, also where client-go itself is excluded. The best of them is
// chosen by these relations, so that all are one family.
func (q *question) compare(a *Advice) (all family) {
	for _, f := range q.figures {
		base := q.estimate(Base, f.Name)
		noise := q.model.noiseOf(Base, f.Name, q.contexts[f.Name])
		if noise > 0 {
			a.Noise = append(a.Noise, Noise{f.Name, math.Exp(noise)})
		}
		for _, c := range a.Candidates {
			if c.Subject != Base {
				c.Gains = append(c.Gains, relate(f, c.figure(f.Name), base, noise))
			}
		}
	}
	for _, c := range a.Candidates {
		all = append(all, familyOf(c.Gains)...)
	}
	all.correct()
	return all
}

// relations are those of one candidate to another.
func (q *question) relations(c, to *Candidate) (out []Relation) {
	for _, f := range q.figures {
		out = append(out, relate(f, c.figure(f.Name), to.figure(f.Name), q.model.noiseOf(Base, f.Name, q.contexts[f.Name])))
	}
	return out
}

// noiseOf is how far the base, client-go, is from itself, measured a second time in the same run: the
// largest logarithm of the ratio over all cells.
func (m *Model) noiseOf(base Subject, figure, context string) float64 {
	key := seriesKey{base, figure, context}
	first, second := m.series[key], m.again[key]
	if first == nil || second == nil {
		return 0
	}
	worst := 0.0
	for _, c := range second.cells {
		for _, b := range first.cells {
			if c.at == b.at {
				worst = math.Max(worst, math.Abs(c.center-b.center))
			}
		}
	}
	return worst
}

func (a *Advice) sources() {
	for _, other := range a.model.Others {
		a.warn(fmt.Sprintf("results of another machine are set aside: %v", other))
	}
	if len(a.Commits) > 1 {
		a.warn(fmt.Sprintf("results of %d commits are used together: %v", len(a.Commits), a.Commits))
	}
}

func (a *Advice) warn(text string) {
	if text != "" {
		a.Warnings = append(a.Warnings, text)
	}
}
