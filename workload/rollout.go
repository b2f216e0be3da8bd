package workload

// rollout is the mix of that name: applications in random order, each replaced
// by a new ReplicaSet a quarter at a time (the Deployment's default maxSurge).
// The new Pods of a batch are added, then started, and then as many old ones are
// deleted: a third of the events each.
type rollout struct {
	stream      *Stream
	model       *livePods
	generations []int32

	replicas []livePod // of the application being rolled out
	newer    []livePod // of the batch
	done     int       // replicas replaced
	step     func() Event
}

func newRollout(s *Stream, p *Population) *rollout {
	r := &rollout{stream: s, model: newLivePods(s, p), generations: make([]int32, len(s.layout.apps))}
	r.step = r.add
	return r
}

func (r *rollout) next() Event { return r.step() }

// surge is the size of the batch.
func (r *rollout) surge() int {
	return min((len(r.replicas)+3)/4, len(r.replicas)-r.done)
}

func (r *rollout) choose() { r.begin(r.stream.dice.below(len(r.generations))) }

// begin gives an application its next generation.
func (r *rollout) begin(a int) {
	app := r.stream.layout.apps[a]
	r.generations[a]++
	r.replicas = r.model.all[app.first : app.first+app.size]
	r.done = 0
}

func (r *rollout) add() Event {
	if r.done == len(r.replicas) {
		r.choose()
	}
	app := r.replicas[r.done].set.app
	lp, e := r.model.add(replicaSet{app: app, generation: r.generations[app]})
	r.newer = append(r.newer, lp)
	if len(r.newer) == r.surge() {
		r.step = r.start
	}
	return e
}

// start runs the first Pod of the batch that is still pending.
func (r *rollout) start() Event {
	for i := range r.newer {
		if lp := &r.newer[i]; lp.pending {
			if i == len(r.newer)-1 {
				r.step = r.delete
			}
			return r.model.start(lp)
		}
	}
	panic("workload: a batch of a rollout without a pending Pod")
}

// delete ends the next old Pod and puts the next new one in its place.
func (r *rollout) delete() Event {
	old := &r.replicas[r.done]
	e := r.model.delete(old)
	*old = r.newer[0]
	r.newer = r.newer[1:]
	r.done++
	if len(r.newer) == 0 {
		r.step = r.add
	}
	return e
}
