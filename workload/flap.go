package workload

// flap is the mix of that name: one random Pod is updated for ever.
type flap struct {
	model *livePods
	pod   *livePod
}

func newFlap(s *Stream, p *Population) *flap {
	m := newLivePods(s, p)
	return &flap{model: m, pod: &m.all[s.dice.below(len(m.all))]}
}

func (f *flap) next() Event { return f.model.update(f.pod) }
