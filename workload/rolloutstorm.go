package workload

// rolloutStorm is the mix of that name. Whoever holds more Pods is the more likely to be rolled out: what
// all applications share, such as a side-car's image, reaches all. The applications go on independently of
// each other, so that their events are mixed; those of each come in a rollout's order.
type rolloutStorm struct {
	stream      *Stream
	model       *livePods
	generations []int32
	active      []*rollout
}

// stormShare: a wave replaces one Pod in so many.
const stormShare = 10

func newRolloutStorm(s *Stream, p *Population) *rolloutStorm {
	return &rolloutStorm{stream: s, model: newLivePods(s, p), generations: make([]int32, len(s.layout.apps))}
}

func (r *rolloutStorm) next() Event {
	if len(r.active) == 0 {
		r.gather()
	}
	i := r.stream.dice.below(len(r.active))
	one := r.active[i]
	e := one.next()
	if one.done == len(one.replicas) && len(one.newer) == 0 {
		last := len(r.active) - 1
		r.active[i], r.active[last] = r.active[last], nil
		r.active = r.active[:last]
	}
	r.stream.ended = len(r.active) == 0
	return e
}

// gather begins a wave.
func (r *rolloutStorm) gather() {
	chosen := map[int]bool{}
	for pods, all := 0, len(r.model.all); pods < (all+stormShare-1)/stormShare; {
		a := r.stream.layout.appOfPod(r.stream.dice.below(all))
		if chosen[a] {
			continue
		}
		chosen[a] = true
		one := &rollout{stream: r.stream, model: r.model, generations: r.generations}
		one.begin(a)
		one.step = one.add
		r.active = append(r.active, one)
		pods += len(one.replicas)
	}
}
