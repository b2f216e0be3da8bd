package workload

// churn is the mix of that name.
type churn struct {
	stream *Stream
	model  *livePods
	// live is in order of heat: the Pod at rank i is updated with a probability
	// that falls as 1/(i+1). The order is random in the beginning; when a Pod
	// goes, the coldest takes its place.
	live     []*livePod
	pending  []*livePod // to be started, the oldest first
	min, max int        // bounds of the number of live Pods

	weights EventWeights
	heat    *ranks // nil: zipfRank
}

// churnWeights: 1 add, 1 delete and 8 updates in 10 events.
var churnWeights = EventWeights{Added: 1, Modified: 8, Deleted: 1}

func newChurn(s *Stream, p *Population) *churn {
	c := &churn{stream: s, model: newLivePods(s, p)}
	n := len(c.model.all)
	c.live = make([]*livePod, n, n+n/8+8)
	for i := range c.live {
		c.live[i] = &c.model.all[i]
	}
	shuffle(&s.dice, c.live)
	// An endless stream would wander to an empty or a full cluster in the end.
	slack := max(4, n/8)
	c.min, c.max = max(1, n-slack), n+slack
	c.weights = churnWeights
	if settings := s.layout.settings; settings != nil {
		if settings.Weights.sum() > 0 {
			c.weights = settings.Weights
		}
		if settings.UpdateSkew != nil {
			c.heat = newRanks(c.max, *settings.UpdateSkew)
		}
	}
	return c
}

func (c *churn) next() Event {
	w := c.weights
	roll := c.stream.dice.below(w.sum())
	adding, deleting := roll < w.Added, roll >= w.Added && roll < w.Added+w.Deleted
	switch {
	case adding && len(c.live) < c.max, deleting && len(c.live) <= c.min:
		return c.add()
	case adding, deleting:
		return c.delete()
	default:
		return c.update()
	}
}

// add creates a Pod in an application chosen by its size.
func (c *churn) add() Event {
	set := pick(&c.stream.dice, c.live).set
	lp, e := c.model.add(set)
	c.live = append(c.live, &lp)
	c.pending = append(c.pending, &lp)
	return e
}

func (c *churn) delete() Event {
	i := c.stream.dice.below(len(c.live))
	lp := c.live[i]
	last := len(c.live) - 1
	c.live[i], c.live[last] = c.live[last], nil
	c.live = c.live[:last]
	return c.model.delete(lp)
}

// update starts a pending Pod if there is one, so that one update in eight
// changes a Pod's place in the indexes; the others go where the heat is.
func (c *churn) update() Event {
	for len(c.pending) > 0 {
		lp := c.pending[0]
		c.pending[0] = nil
		c.pending = c.pending[1:]
		if !lp.dead {
			return c.model.start(lp)
		}
	}
	return c.model.update(c.live[c.rank()])
}

// rank is that of the Pod to update.
func (c *churn) rank() int {
	if c.heat == nil {
		return zipfRank(&c.stream.dice, len(c.live))
	}
	return c.heat.below(&c.stream.dice, len(c.live))
}
