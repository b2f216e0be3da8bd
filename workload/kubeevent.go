package workload

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// eventAge is how long an API server keeps Events by default (--event-ttl).
const eventAge = 3600

// happening is a kind of Event about a Pod. Several of it are one Event with a count.
type happening struct {
	reason, message, level, component string
	repeats                           bool
}

var happenings = []happening{
	{"Scheduled", "Successfully assigned the Pod to its node", corev1.EventTypeNormal, "default-scheduler", false},
	{"Pulled", "Container image is already present on the machine", corev1.EventTypeNormal, "kubelet", false},
	{"Created", "Created container: app", corev1.EventTypeNormal, "kubelet", false},
	{"Started", "Started container app", corev1.EventTypeNormal, "kubelet", false},
	{"Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503", corev1.EventTypeWarning, "kubelet", true},
	{"BackOff", "Back-off restarting failed container app", corev1.EventTypeWarning, "kubelet", true},
}

// kubeEventMaker makes an Event about each Pod, younger than an hour. It keeps one
// application's template, as Pods of one follow each other.
func (l *layout) kubeEventMaker() func(i int, version uint64) runtime.Object {
	var t *podTemplate
	return func(i int, version uint64) runtime.Object {
		if t == nil || i >= int(t.app.first+t.app.size) {
			t = l.podTemplate(l.appOfPod(i), 0)
		}
		d := newDice(l.seed, domainEvents, uint64(i))
		e := &corev1.Event{}
		e.UID = uid(string(appendUID(nil, &d)))
		e.ResourceVersion = versionString(version)
		pod := string(t.appendPodName(nil, i-int(t.app.first)))
		e.Namespace, e.Name = t.namespace, pod+"."+string(appendHex(nil, d.pcg.Uint64(), 16))
		e.InvolvedObject = corev1.ObjectReference{
			APIVersion: "v1", Kind: "Pod", Namespace: t.namespace, Name: pod, UID: uid(l.uidOf(domainPods, i)),
		}
		node, _ := l.place(i)
		happen(e, pick(&d, happenings), l.nodeNames[node], &d)
		if l.profile == Real {
			e.ManagedFields = []metav1.ManagedFieldsEntry{managedFields(e.Source.Component, "v1", "", e.LastTimestamp.Unix(), kubeEventFields)}
		}
		return e
	}
}

const kubeEventFields = `{"f:count":{},"f:firstTimestamp":{},"f:involvedObject":{},"f:lastTimestamp":{},"f:message":{},"f:reason":{},"f:reportingComponent":{},"f:reportingInstance":{},"f:source":{"f:component":{},"f:host":{}},"f:type":{}}`

func happen(e *corev1.Event, h happening, node string, d *dice) {
	first := Epoch - int64(d.between(60, eventAge))
	last := first
	e.Count = 1
	if h.repeats {
		e.Count = int32(d.between(2, 60))
		last = first + int64(d.below(60))
	}
	e.CreationTimestamp = metav1.Unix(first, 0)
	e.FirstTimestamp, e.LastTimestamp = metav1.Unix(first, 0), metav1.Unix(last, 0)
	e.Reason, e.Message, e.Type = h.reason, h.message, h.level
	e.Source.Component, e.ReportingController = h.component, h.component
	if h.component == "kubelet" {
		e.Source.Host, e.ReportingInstance = node, node
	}
}
