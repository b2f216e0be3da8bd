package workload

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
)

// endpointSliceMaker makes the EndpointSlices of each application's Service, as
// many as its Pods need.
func (l *layout) endpointSliceMaker() func(i int, version uint64) runtime.Object {
	var t *podTemplate
	return func(i int, version uint64) runtime.Object {
		if t == nil || i >= int(t.app.slices)+l.slicesOf(t.app) {
			t = l.podTemplate(l.appOfSlice(i), 0)
		}
		d := newDice(l.seed, domainEndpointSlices, uint64(i))
		s := t.endpointSlice(i-int(t.app.slices), &d)
		s.ResourceVersion = versionString(version)
		return s
	}
}

// endpointSlice makes the nth slice of the application.
func (t *podTemplate) endpointSlice(n int, d *dice) *discoveryv1.EndpointSlice {
	s := &discoveryv1.EndpointSlice{AddressType: discoveryv1.AddressTypeIPv4}
	s.UID = uid(string(appendUID(nil, d)))
	s.Namespace = t.namespace
	s.Name = string(appendSafe([]byte(t.name+"-"), (t.suffix+uint64(n)*podSuffixStride)%podSuffixes, 5))
	s.CreationTimestamp = metav1.Unix(t.created, 0)
	s.Labels = map[string]string{discoveryv1.LabelServiceName: t.name}
	service := newDice(t.layout.seed, domainApps, 1<<62|uint64(t.index))
	s.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", Name: t.name,
		UID: uid(string(appendUID(nil, &service))), Controller: &yes, BlockOwnerDeletion: &yes}}
	s.Ports = []discoveryv1.EndpointPort{{Name: ptr.To("http"), Port: ptr.To[int32](8080), Protocol: ptr.To(corev1.ProtocolTCP)}}
	per := t.layout.endpointsPerSlice()
	first := int(t.app.first) + n*per
	for i := first; i < min(first+per, int(t.app.first+t.app.size)); i++ {
		s.Endpoints = append(s.Endpoints, t.endpoint(i))
	}
	if t.layout.profile == Real {
		s.GenerateName = t.name + "-"
		s.Labels[discoveryv1.LabelManagedBy] = "endpointslice-controller.k8s.io"
		s.ManagedFields = []metav1.ManagedFieldsEntry{managedFields("kube-controller-manager", "discovery.k8s.io/v1", "", t.created, endpointSliceFields)}
		s.Annotations = map[string]string{corev1.EndpointsLastChangeTriggerTime: metav1.Unix(t.created+60, 0).UTC().Format("2006-01-02T15:04:05Z")}
	}
	return s
}

const endpointSliceFields = `{"f:addressType":{},"f:endpoints":{},"f:metadata":{"f:annotations":{".":{},"f:endpoints.kubernetes.io/last-change-trigger-time":{}},"f:generateName":{},"f:labels":{".":{},"f:endpointslice.kubernetes.io/managed-by":{},"f:kubernetes.io/service-name":{}},"f:ownerReferences":{".":{}}},"f:ports":{}}`

// endpoint is the endpoint of Pod i of the population. A Small one lacks what
// nothing is looked up by, so that two fit into 1 KB.
func (t *podTemplate) endpoint(i int) discoveryv1.Endpoint {
	l := t.layout
	node, address := l.place(i)
	e := discoveryv1.Endpoint{
		Addresses:  []string{podIP(address)},
		Conditions: discoveryv1.EndpointConditions{Ready: &yes},
		NodeName:   ptr.To(l.nodeNames[node]),
		TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: t.namespace,
			Name: string(t.appendPodName(nil, i-int(t.app.first)))},
	}
	if l.profile == Real {
		e.Conditions.Serving, e.Conditions.Terminating = &yes, &no
		e.Zone = ptr.To(zoneOf(node))
		e.TargetRef.UID = uid(l.uidOf(domainPods, i))
	}
	return e
}
