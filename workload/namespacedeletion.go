package workload

// namespaceDeletion is the mix of that name. The namespace controller asks the Pods to end one after the other; each is
// gone some time later, when its node has stopped it. The next wave adds and starts as many anew, as whoever deleted the
// namespace by mistake would.
type namespaceDeletion struct {
	stream *Stream
	model  *livePods
	pods   []*livePod // of the namespace, in random order
	asked  int        // how many of them were asked to end, or added
	done   int        // how many are gone, or started
	anew   bool       // this wave makes them
}

// graceEvents is how many others are asked before a Pod that was asked is gone.
const graceEvents = 200

func newNamespaceDeletion(s *Stream, p *Population) *namespaceDeletion {
	d := &namespaceDeletion{stream: s, model: newLivePods(s, p)}
	largest := largestNamespace(s.layout.apps)
	for i := range d.model.all {
		if lp := &d.model.all[i]; s.layout.apps[lp.set.app].namespace == largest {
			d.pods = append(d.pods, lp)
		}
	}
	shuffle(&s.dice, d.pods)
	return d
}

// largestNamespace is the one with most Pods.
func largestNamespace(apps []app) (largest int32) {
	pods := map[int32]int32{}
	for _, a := range apps {
		pods[a.namespace] += a.size
	}
	for namespace, n := range pods {
		if most := pods[largest]; n > most || n == most && namespace < largest {
			largest = namespace
		}
	}
	return largest
}

func (d *namespaceDeletion) next() Event {
	n := len(d.pods)
	var e Event
	if d.asked < n && d.asked-d.done < min(graceEvents, n) {
		e = d.ask(d.pods[d.asked])
		d.asked++
		return e
	}
	e = d.finish(d.pods[d.done])
	d.done++
	if d.done == n {
		d.asked, d.done, d.anew = 0, 0, !d.anew
		d.stream.ended = true
	}
	return e
}

func (d *namespaceDeletion) ask(lp *livePod) (e Event) {
	if !d.anew {
		return d.model.terminate(lp)
	}
	*lp, e = d.model.add(lp.set)
	return e
}

func (d *namespaceDeletion) finish(lp *livePod) Event {
	if d.anew {
		return d.model.start(lp)
	}
	return d.model.delete(lp)
}
