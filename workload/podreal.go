package workload

import (
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// realTemplate is the part of a podTemplate that only Real Pods have.
type realTemplate struct {
	annotations map[string]string
	spec        corev1.PodSpec // without node and token volume
	images      [realContainers + 1]string
	digests     [realContainers + 1]string
	fields      [3]string // managedFields of the controller, the network plugin and the kubelet
}

// realContainers is the number of a Real Pod's containers, beside one init
// container: the application, a mesh proxy and a log shipper, as in a cluster
// with a service mesh.
const realContainers = 3

var containerNames = [realContainers + 1]string{"app", "mesh-proxy", "log-shipper", "mesh-init"}

func newRealTemplate(t *podTemplate, d *dice) *realTemplate {
	tag := "v" + strconv.Itoa(d.between(1, 9)) + "." + strconv.Itoa(d.below(40)) + "." + strconv.Itoa(d.below(20))
	// Side-cars are the same in the whole cluster; the application has its own image.
	cluster := newDice(t.layout.seed, domainLayout, 1)
	r := &realTemplate{
		images: [...]string{
			"cr.example.com/" + team(t.namespace) + "/" + t.name + ":" + tag,
			"cr.example.com/mesh/proxy:1.27.3",
			"cr.example.com/logging/shipper:4.0.11",
			"cr.example.com/mesh/init:1.27.3",
		},
		digests: [...]string{hexID(d), hexID(&cluster), hexID(&cluster), hexID(&cluster)},
	}
	t.labels = realPodLabels(t, tag)
	r.annotations = realPodAnnotations(d)
	r.spec = realPodSpec(t, r, d)
	r.fields = realPodFields(t, r)
	return r
}

// realPod makes a Pod of 7 to 9 KB. It may share slices and maps with the
// template: nobody sees it before asDecoded gave it its own.
func (t *podTemplate) realPod(b birth, d *dice) *corev1.Pod {
	p := &corev1.Pod{Spec: t.real.spec}
	p.UID = uid(string(appendUID(nil, d)))
	p.Name = string(t.appendPodName(nil, b.ordinal))
	p.GenerateName = t.replicaSet + "-"
	p.Namespace = t.namespace
	p.ResourceVersion = strconv.FormatUint(b.version, 10)
	p.Generation = 1
	p.CreationTimestamp = metav1.Unix(b.created, 0)
	p.Labels, p.Annotations, p.OwnerReferences = t.labels, t.real.annotations, t.owners
	p.ManagedFields = []metav1.ManagedFieldsEntry{
		managedFields("kube-controller-manager", "v1", "", b.created, t.real.fields[0]),
	}
	addTokenVolume(&p.Spec, "kube-api-access-"+string(appendSafe(nil, d.pcg.Uint64(), 5)))
	p.Status = corev1.PodStatus{Phase: corev1.PodPending, QOSClass: corev1.PodQOSBurstable}
	if !b.pending {
		t.startReal(p, b, d)
	}
	return p
}

func realPodLabels(t *podTemplate, tag string) map[string]string {
	return map[string]string{
		"app.kubernetes.io/name":       t.name,
		"app.kubernetes.io/version":    tag,
		"app.kubernetes.io/managed-by": "Helm",
		"pod-template-hash":            t.hash,
		"team":                         team(t.namespace),
	}
}

func realPodAnnotations(d *dice) map[string]string {
	return map[string]string{
		"checksum/config": hexID(d),
	}
}

// team is the first part of a namespace's name: who owns it.
func team(namespace string) string {
	name, _, _ := strings.Cut(namespace, "-")
	return name
}
