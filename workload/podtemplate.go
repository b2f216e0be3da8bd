package workload

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// podTemplate is what all Pods of one ReplicaSet have in common. A new
// generation of the application is a new ReplicaSet.
type podTemplate struct {
	layout    *layout
	index     int // of the application
	app       app
	name      string // of the application, its Deployment, Service and ConfigMap
	namespace string

	replicaSet    string
	replicaSetUID string
	hash          string // pod-template-hash
	created       int64  // of the ReplicaSet
	suffix        uint64 // where the Pods' generated names begin

	labels map[string]string
	owners []metav1.OwnerReference

	small []corev1.Container // shared by the Pods of a Small population
	real  *realTemplate      // nil in a Small population
}

func (l *layout) podTemplate(index, generation int) *podTemplate {
	a := l.apps[index]
	d := newDice(l.seed, domainApps, uint64(generation)<<32|uint64(index))
	t := &podTemplate{layout: l, index: index, app: a, name: l.appName(a), namespace: namespaceName(int(a.namespace))}
	t.replicaSetUID = string(appendUID(make([]byte, 0, 36), &d))
	t.hash = string(appendSafe(make([]byte, 0, 10), d.pcg.Uint64(), 10))
	t.replicaSet = t.name + "-" + t.hash
	t.suffix = d.pcg.Uint64() % podSuffixes
	t.created = Epoch - int64(d.between(3600, maxAge))
	t.owners = []metav1.OwnerReference{{
		APIVersion: "apps/v1", Kind: "ReplicaSet", Name: t.replicaSet, UID: uid(t.replicaSetUID),
		Controller: &yes, BlockOwnerDeletion: &yes,
	}}
	if l.profile == Small {
		t.labels = map[string]string{"app": t.name, "pod-template-hash": t.hash}
		t.small = []corev1.Container{{Name: "app", Image: "cr.example.com/" + t.name + ":v1"}}
		return t
	}
	t.real = newRealTemplate(t, &d)
	return t
}

// podName is the name of the ReplicaSet's Pod with that ordinal.
func (t *podTemplate) appendPodName(b []byte, ordinal int) []byte {
	b = append(b, t.replicaSet...)
	b = append(b, '-')
	return appendSafe(b, (t.suffix+uint64(ordinal)*podSuffixStride)%podSuffixes, 5)
}

// birth is one Pod's share of itself: what it does not have from its template.
type birth struct {
	ordinal   int // within its ReplicaSet
	node      int
	address   int
	created   int64
	restarted bool // its application's container was restarted at least once
	pending   bool // neither scheduled nor started yet: no node, no address
	version   uint64
}

// pod makes a Pod of the profile. The dice are the Pod's own; the first draw is
// its UID (see uidOf).
func (t *podTemplate) pod(b birth, d *dice) *corev1.Pod {
	if t.layout.profile == Small {
		return t.smallPod(b, d)
	}
	return t.realPod(b, d)
}

// restartedPods: one Pod in five has restarted since it was created.
const restartedPods = 5

// initialBirth is the birth of Pod i of the population. One Pod in four was
// replaced since its ReplicaSet was rolled out.
func (t *podTemplate) initialBirth(i int, version uint64) birth {
	b := birth{ordinal: i - int(t.app.first), version: version}
	b.node, b.address = t.layout.place(i)
	r := newDice(t.layout.seed, domainApps, 1<<63|uint64(i))
	b.created = t.created + int64(r.below(300))
	if r.oneIn(4) {
		b.created = t.created + int64(r.below(int(Epoch-t.created-600)))
	}
	b.restarted = r.oneIn(restartedPods)
	return b
}

// yes and no are pointed to by objects that share; asDecoded gives every Real
// object its own.
var yes, no = true, false
