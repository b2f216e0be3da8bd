package workload

import "k8s.io/apimachinery/pkg/watch"

// nodeLoss is the mix of that name. Each lost Node is marked first, and then its Pods; after that
// the eviction takes them one by one and their ReplicaSets make new ones, which are started on other Nodes.
// The lost Nodes are dealt with at the same time, so that their events are mixed.
type nodeLoss struct {
	nodeFailure
	lost   []*lostNode
	gone   map[int]bool
	beaten int // Node of the last heartbeat
	// came holds where the wave's new Pods have come to.
	came []*livePod
}

// lostNode is one Node's part of a wave: its steps, of which each gives one event.
type lostNode struct {
	node  int
	pods  []*livePod // that it had
	step  int
	newer livePod // was added and is not started
}

const (
	// lossShare: a wave loses one Node in so many.
	lossShare = 20
	// heartbeatShare: one event in so many is a Node's heartbeat.
	heartbeatShare = 20
	// stepsPerPod after all are unready: deleted, added anew, started.
	stepsPerPod = 3
)

func newNodeLoss(s *Stream, p *Population) *nodeLoss {
	l := &nodeLoss{nodeFailure: *newNodeFailure(s, p), gone: map[int]bool{}}
	l.model.avoid = func(node int) bool { return l.gone[node] }
	return l
}

func (l *nodeLoss) next() Event {
	if len(l.lost) == 0 {
		l.gather()
	}
	if l.stream.dice.oneIn(heartbeatShare) {
		return l.heartbeat()
	}
	i := l.stream.dice.below(len(l.lost))
	one := l.lost[i]
	e, done := l.advance(one)
	if done {
		last := len(l.lost) - 1
		l.lost[i], l.lost[last] = l.lost[last], nil
		l.lost = l.lost[:last]
	}
	if l.stream.ended = len(l.lost) == 0; l.stream.ended {
		l.settle()
	}
	return e
}

// gather begins a wave. At least one Node stays, if there are two.
func (l *nodeLoss) gather() {
	n := max(len(l.nodes)/lossShare, 1)
	for len(l.gone) < n {
		node := l.stream.dice.below(len(l.nodes))
		if l.gone[node] {
			continue
		}
		l.gone[node] = true
		l.lost = append(l.lost, &lostNode{node: node, pods: l.pods[node]})
		l.pods[node] = nil
	}
}

// advance gives the next event of a lost Node and tells whether that was its last.
func (l *nodeLoss) advance(one *lostNode) (e Event, done bool) {
	step, n := one.step, len(one.pods)
	one.step++
	switch {
	case step == 0:
		return l.mark(one.node, true), false
	case step <= n:
		return l.model.setReady(one.pods[step-1], "NodeNotReady"), false
	case step <= n+n*stepsPerPod:
		return l.replace(one, step-n-1), false
	}
	return l.mark(one.node, false), true
}

// replace ends one of the Pods and runs another for it.
func (l *nodeLoss) replace(one *lostNode, step int) Event {
	old := one.pods[step/stepsPerPod]
	switch step % stepsPerPod {
	case 0:
		return l.model.delete(old)
	case 1:
		lp, e := l.model.add(old.set)
		one.newer = lp
		return e
	}
	*old = one.newer
	l.came = append(l.came, old)
	return l.model.start(old)
}

// settle notes where the wave's Pods are, for the next one.
func (l *nodeLoss) settle() {
	for _, lp := range l.came {
		node := int(lp.address) / addressesPerNode
		l.pods[node] = append(l.pods[node], lp)
	}
	l.came = nil
	clear(l.gone)
}

// mark makes a Node unready, or ready again.
func (l *nodeLoss) mark(node int, failed bool) Event {
	l.node, l.failed = node, !failed
	return l.updateNode()
}

// heartbeat is that of the next Node that answers, or of any if none does.
func (l *nodeLoss) heartbeat() Event {
	for range l.nodes {
		l.beaten = (l.beaten + 1) % len(l.nodes)
		if !l.gone[l.beaten] {
			break
		}
	}
	n := beat(l.stream, l.nodes[l.beaten])
	l.nodes[l.beaten] = n
	return event(Nodes, watch.Modified, n)
}
