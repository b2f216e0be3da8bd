package workload

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

func uid(s string) types.UID { return types.UID(s) }

// podMaker makes Pods of a population. It keeps one application's template, as
// Pods of one follow each other.
func (l *layout) podMaker() func(i int, version uint64) runtime.Object {
	var t *podTemplate
	var d dice
	return func(i int, version uint64) runtime.Object {
		if t == nil || i >= int(t.app.first+t.app.size) {
			t = l.podTemplate(l.appOfPod(i), 0)
		}
		d.reseed(l.seed, domainPods, uint64(i))
		return t.pod(t.initialBirth(i, version), &d)
	}
}

// smallPod is a Pod and its one address in a single allocation: the two fill the
// size class of 1280 bytes that the Pod alone would take.
type smallPod struct {
	pod corev1.Pod
	ips [1]corev1.PodIP
}

func (t *podTemplate) smallPod(b birth, d *dice) *corev1.Pod {
	// The Pod's own strings are cut from one: an allocation each would be most
	// of the time it takes to make a million.
	buf := t.appendPodName(make([]byte, 0, 128), b.ordinal)
	name := len(buf)
	buf = appendUID(buf, d)
	id := len(buf)
	buf = strconv.AppendUint(buf, b.version, 10)
	version := len(buf)
	if !b.pending {
		buf = appendIPv4(buf, podNetwork+uint32(b.address))
	}
	s := string(buf)

	p := &smallPod{}
	p.pod.Name, p.pod.UID, p.pod.ResourceVersion = s[:name], types.UID(s[name:id]), s[id:version]
	p.pod.Namespace = t.namespace
	p.pod.CreationTimestamp = metav1.Unix(b.created, 0)
	p.pod.Labels, p.pod.OwnerReferences = t.labels, t.owners
	p.pod.Spec.Containers = t.small
	if b.pending {
		p.pod.Status.Phase = corev1.PodPending
		return &p.pod
	}
	runSmall(&p.pod, p.ips[:], t.layout.nodeNames[b.node], s[version:])
	return &p.pod
}

// runSmall schedules and starts a Pod; ips is the place for its one address.
func runSmall(p *corev1.Pod, ips []corev1.PodIP, node, ip string) {
	p.Spec.NodeName = node
	p.Status.Phase = corev1.PodRunning
	p.Status.PodIP = ip
	ips[0].IP = ip
	p.Status.PodIPs = ips
}
