package recommend

import (
	"cmp"
	"slices"

	"informerbench/stores"
)

// Candidate is a subject that states all guarantees that are asked for.
type Candidate struct {
	Subject    Subject
	Guarantees []stores.Guarantee
	Objectives []Objective
	Figures    []Estimate
	Gains      []Relation
	// Score is the mean logarithm of the gains over client-go.
	Score float64

	offer Offer
}

func (c *Candidate) figure(name string) Estimate { return estimateOf(c.Figures, name) }

func estimateOf(figures []Estimate, name string) Estimate {
	for _, e := range figures {
		if e.Figure == name {
			return e
		}
	}
	return Estimate{Figure: name, How: NotMeasured}
}

func (c *Candidate) count(s Status) int { return countStatus(c.Objectives, s) }

func countStatus(objectives []Objective, s Status) (n int) {
	for _, o := range objectives {
		if o.Status == s {
			n++
		}
	}
	return n
}

// rank sorts the candidates: those that miss the fewest objectives first, then those with
// the fewest that are unsure, then by their gains over client-go; of equals the one that changes less, and
// then the one that is offered first. The first is recommended, if there is one.
func (a *Advice) rank(offers []Offer) {
	for _, c := range a.Candidates {
		for _, g := range c.Gains {
			c.Score += g.worth() / float64(len(c.Gains))
		}
	}
	order := func(c *Candidate) int {
		return slices.IndexFunc(offers, func(o Offer) bool { return o.Name == c.Subject.Store })
	}
	slices.SortStableFunc(a.Candidates, func(x, y *Candidate) int {
		return cmp.Or(
			cmp.Compare(x.count(NotMet), y.count(NotMet)),
			cmp.Compare(x.count(Unsure), y.count(Unsure)),
			cmp.Compare(y.Score, x.Score),
			cmp.Compare(x.changes(), y.changes()),
			cmp.Compare(order(x), order(y)),
		)
	})
	if len(a.Candidates) > 0 {
		a.Recommended = a.Candidates[0]
	}
	if len(a.Candidates) > 1 {
		a.RunnerUp = a.Candidates[1]
	}
}

// changes is how much of client-go a program would exchange.
func (c *Candidate) changes() int {
	switch {
	case c.Subject == Base:
		return 0
	case c.Subject.Queue == "inorder" || c.Subject.Informer == Base.Informer:
		return 1
	}
	return 2
}
