package workload

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"
)

// livePods is a stream's model of the Pods: which are alive, in which state, and
// which addresses are free.
type livePods struct {
	stream    *Stream
	all       []livePod // of the population, in its order
	templates map[replicaSet]*podTemplate
	ordinals  map[replicaSet]int // of the next Pod of each ReplicaSet
	free      []int              // addresses of deleted Pods, the oldest first
	spares    int                // how many addresses were taken that no Pod had before
	// avoid, if set, tells which Nodes get no new Pods.
	avoid func(node int) bool
}

// livePod is one Pod and what the model knows of it.
type livePod struct {
	pod     *corev1.Pod
	set     replicaSet
	address int32 // reserved for it while it is pending
	pending bool
	dead    bool
}

// replicaSet names a generation of an application.
type replicaSet struct{ app, generation int32 }

func newLivePods(s *Stream, p *Population) *livePods {
	m := &livePods{stream: s, templates: make(map[replicaSet]*podTemplate), ordinals: make(map[replicaSet]int)}
	pods := p.Objects(Pods)
	m.all = make([]livePod, len(pods))
	for a, app := range s.layout.apps {
		for i := int(app.first); i < min(int(app.first+app.size), len(pods)); i++ {
			_, address := s.layout.place(i)
			m.all[i] = livePod{pod: pods[i].(*corev1.Pod), set: replicaSet{app: int32(a)}, address: int32(address)}
		}
	}
	return m
}

func (m *livePods) template(set replicaSet) *podTemplate {
	t, ok := m.templates[set]
	if !ok {
		t = m.stream.layout.podTemplate(int(set.app), int(set.generation))
		m.templates[set] = t
		if set.generation == 0 {
			m.ordinals[set] = int(t.app.size)
		}
	}
	return t
}

// takeAddress returns a free address: one that no Pod had yet while there are
// any, since a network plugin goes round a node's block before it gives an
// address again, and then the one that has been free for longest.
func (m *livePods) takeAddress() int {
	address := m.nextAddress()
	// Bounded, since all Nodes that have a free address may be ones to avoid.
	for tries := 0; m.avoid != nil && m.avoid(address/addressesPerNode) && tries < maxTries; tries++ {
		m.free = append(m.free, address)
		address = m.nextAddress()
	}
	return address
}

const maxTries = 10_000

func (m *livePods) nextAddress() int {
	nodes := m.stream.layout.nodes
	if extra := m.spares / nodes; spareAddress+extra < addressesPerNode-1 {
		node := m.spares % nodes
		m.spares++
		return node*addressesPerNode + spareAddress + extra
	}
	address := m.free[0]
	m.free = m.free[1:]
	return address
}

// add creates a Pod of a ReplicaSet: pending, without a node and an address, as
// a Pod's first event shows it.
func (m *livePods) add(set replicaSet) (livePod, Event) {
	t := m.template(set)
	b := birth{ordinal: m.ordinals[set], created: m.stream.now(), pending: true, version: m.stream.version}
	m.ordinals[set]++
	lp := livePod{pod: t.pod(b, &m.stream.dice), set: set, address: int32(m.takeAddress()), pending: true}
	if m.real() {
		lp.pod = asDecoded(Pods, lp.pod).(*corev1.Pod)
	}
	return lp, event(Pods, watch.Added, lp.pod)
}

// start schedules and runs a pending Pod: its node and its address appear, and
// with them its places in the indexes of both.
func (m *livePods) start(lp *livePod) Event {
	lp.pending = false
	b := birth{node: int(lp.address) / addressesPerNode, address: int(lp.address), created: m.stream.now()}
	pod := m.fresh(lp.pod)
	if m.real() {
		m.template(lp.set).startReal(pod, b, &m.stream.dice)
		m.pad(pod)
		pod = asDecoded(Pods, pod).(*corev1.Pod) // it pointed into the template
	} else {
		runSmall(pod, make([]corev1.PodIP, 1), m.stream.layout.nodeNames[b.node], podIP(b.address))
		m.pad(pod)
	}
	return m.modified(lp, pod)
}

// pad makes a Pod that has just started as large as those of the population.
func (m *livePods) pad(pod *corev1.Pod) {
	if size := m.stream.layout.settings.bytesOf(Pods); size > 0 {
		padTo(pod, size, newDice(m.stream.layout.seed, domainPadding, ^m.stream.version))
	}
}

// update changes the status of a running Pod: three times in four a probe's
// verdict changes, otherwise the application's container restarts.
func (m *livePods) update(lp *livePod) Event {
	pod := m.fresh(lp.pod)
	switch now := m.stream.now(); {
	case m.stream.dice.oneIn(4) && m.real():
		restart(pod, now, &m.stream.dice)
	case isReady(pod):
		setReady(pod, reasonNotReady, now)
	default:
		setReady(pod, "", now)
	}
	return m.modified(lp, pod)
}

// setReady makes a Pod ready, or not for the given reason.
func (m *livePods) setReady(lp *livePod, reason string) Event {
	pod := m.fresh(lp.pod)
	setReady(pod, reason, m.stream.now())
	return m.modified(lp, pod)
}

func (m *livePods) modified(lp *livePod, pod *corev1.Pod) Event {
	pod.ResourceVersion = versionString(m.stream.version)
	lp.pod = pod
	return event(Pods, watch.Modified, pod)
}

// terminate asks a Pod to end, as a deletion with a grace period does; delete is then its end.
func (m *livePods) terminate(lp *livePod) Event {
	pod := m.fresh(lp.pod)
	pod.DeletionTimestamp = timeAt(m.stream.now())
	return m.modified(lp, pod)
}

// delete ends a Pod. The event carries a copy with the version of the deletion.
func (m *livePods) delete(lp *livePod) Event {
	pod := m.fresh(lp.pod)
	pod.ResourceVersion = versionString(m.stream.version)
	pod.DeletionTimestamp = timeAt(m.stream.now())
	m.free = append(m.free, int(lp.address))
	lp.dead, lp.pod = true, nil
	return event(Pods, watch.Deleted, pod)
}

func (m *livePods) real() bool { return m.stream.layout.profile == Real }

// fresh returns a Pod that may be changed: see Stream for how much it shares.
func (m *livePods) fresh(old *corev1.Pod) *corev1.Pod {
	if m.real() {
		return asDecoded(Pods, old).(*corev1.Pod)
	}
	p := &smallPod{pod: *old}
	if copy(p.ips[:], old.Status.PodIPs) > 0 {
		p.pod.Status.PodIPs = p.ips[:]
	}
	return &p.pod
}
