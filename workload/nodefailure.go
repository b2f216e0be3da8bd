package workload

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// nodeFailure is the mix of that name: a random Node stops answering, and the
// node lifecycle controller marks it and then each of its Pods; then the Node
// comes back, and its Pods with it. Nothing is added or deleted.
type nodeFailure struct {
	stream *Stream
	model  *livePods
	nodes  []*corev1.Node
	pods   [][]*livePod // of each node

	node   int
	at     int // of the node's Pods; -1 is the Node itself
	failed bool
}

func newNodeFailure(s *Stream, p *Population) *nodeFailure {
	f := &nodeFailure{stream: s, model: newLivePods(s, p)}
	f.nodes = make([]*corev1.Node, 0, len(p.Objects(Nodes)))
	for _, o := range p.Objects(Nodes) {
		f.nodes = append(f.nodes, o.(*corev1.Node))
	}
	f.pods = make([][]*livePod, len(f.nodes))
	for i := range f.model.all {
		lp := &f.model.all[i]
		node := int(lp.address) / addressesPerNode
		f.pods[node] = append(f.pods[node], lp)
	}
	f.at = -1
	f.node = s.dice.below(len(f.nodes))
	return f
}

func (f *nodeFailure) next() Event {
	if f.at == len(f.pods[f.node]) {
		f.turn()
	}
	i := f.at
	f.at++
	if i < 0 {
		return f.updateNode()
	}
	reason := ""
	if !f.failed {
		reason = "NodeNotReady"
	}
	return f.model.setReady(f.pods[f.node][i], reason)
}

// turn goes from a failure to the recovery, and from there to the next Node.
func (f *nodeFailure) turn() {
	f.at = -1
	if f.failed {
		f.node = f.stream.dice.below(len(f.nodes))
	}
	f.failed = !f.failed
}

func (f *nodeFailure) updateNode() Event {
	n := freshNode(f.stream, f.nodes[f.node])
	status, reason := corev1.ConditionUnknown, "NodeStatusUnknown"
	if f.failed {
		status, reason = corev1.ConditionTrue, "KubeletReady"
	}
	setNodeReady(n, status, reason, f.stream.now())
	f.nodes[f.node] = n
	return event(Nodes, watch.Modified, n)
}

func setNodeReady(n *corev1.Node, status corev1.ConditionStatus, reason string, now int64) {
	for i := range n.Status.Conditions {
		c := &n.Status.Conditions[i]
		if c.Type == corev1.NodeReady {
			c.Status, c.Reason, c.LastTransitionTime = status, reason, metav1.Unix(now, 0)
		}
	}
}

// freshNode returns a Node that may be changed, with the stream's version.
func freshNode(s *Stream, old *corev1.Node) *corev1.Node {
	var n *corev1.Node
	if s.layout.profile == Real {
		n = asDecoded(Nodes, old).(*corev1.Node)
	} else {
		c := *old
		c.Status.Conditions = append([]corev1.NodeCondition(nil), old.Status.Conditions...)
		n = &c
	}
	n.ResourceVersion = versionString(s.version)
	return n
}
