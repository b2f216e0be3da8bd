package workload

import (
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// heartbeat is the mix of that name. Every Lease comes round in a fixed random
// order, those of leader election five times as often (2 s against the
// kubelet's 10 s), and after each 30 Leases one Node (5 minutes against 10 s).
type heartbeat struct {
	stream *Stream
	leases []*coordinationv1.Lease
	round  []int32 // indexes into leases
	nodes  []*corev1.Node
	turn   int // of round
	node   int
}

const (
	leasesPerNodeUpdate = 30
	renewalsOfLeaders   = 5
)

func newHeartbeat(s *Stream, p *Population) *heartbeat {
	h := &heartbeat{stream: s}
	for i, o := range p.Objects(Leases) {
		lease := o.(*coordinationv1.Lease)
		h.leases = append(h.leases, lease)
		h.round = append(h.round, int32(i))
		for n := 1; n < renewalsOfLeaders && lease.Namespace != corev1.NamespaceNodeLease; n++ {
			h.round = append(h.round, int32(i))
		}
	}
	for _, o := range p.Objects(Nodes) {
		h.nodes = append(h.nodes, o.(*corev1.Node))
	}
	shuffle(&s.dice, h.round)
	shuffle(&s.dice, h.nodes)
	return h
}

func (h *heartbeat) next() Event {
	if h.stream.events%(leasesPerNodeUpdate+1) == 0 {
		return h.updateNode()
	}
	i := h.round[h.turn]
	h.turn = (h.turn + 1) % len(h.round)
	h.leases[i] = h.renewed(h.leases[i])
	return event(Leases, watch.Modified, h.leases[i])
}

func (h *heartbeat) updateNode() Event {
	n := beat(h.stream, h.nodes[h.node])
	h.nodes[h.node] = n
	h.node = (h.node + 1) % len(h.nodes)
	return event(Nodes, watch.Modified, n)
}

// beat is a Node after its next heartbeat.
func beat(s *Stream, old *corev1.Node) *corev1.Node {
	n := freshNode(s, old)
	for i := range n.Status.Conditions {
		n.Status.Conditions[i].LastHeartbeatTime = metav1.Unix(s.now(), 0)
	}
	return n
}

func (h *heartbeat) renewed(old *coordinationv1.Lease) *coordinationv1.Lease {
	var l *coordinationv1.Lease
	if h.stream.layout.profile == Real {
		l = asDecoded(Leases, old).(*coordinationv1.Lease)
	} else {
		c := *old
		l = &c
	}
	l.ResourceVersion = versionString(h.stream.version)
	renewed := metav1.NewMicroTime(time.Unix(h.stream.now(), int64(h.stream.dice.below(1e6))*1000))
	l.Spec.RenewTime = &renewed
	return l
}
