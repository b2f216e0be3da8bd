package workload

import (
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func managedFields(manager, apiVersion, subresource string, at int64, fields string) metav1.ManagedFieldsEntry {
	t := metav1.Unix(at, 0)
	return metav1.ManagedFieldsEntry{
		Manager: manager, Operation: metav1.ManagedFieldsOperationUpdate, APIVersion: apiVersion,
		Time: &t, FieldsType: "FieldsV1", FieldsV1: metav1.NewFieldsV1(fields), Subresource: subresource,
	}
}

// realPodFields says who owns which of a Pod's fields: the controller that
// created it, the network plugin, the kubelet.
func realPodFields(t *podTemplate, r *realTemplate) [3]string {
	return [3]string{
		`{"f:metadata":{"f:annotations":{".":{},` + ownedKeys(r.annotations) + `},"f:generateName":{},` +
			`"f:labels":{".":{},` + ownedKeys(t.labels) + `},` +
			`"f:ownerReferences":{".":{},"k:{\"uid\":\"` + t.replicaSetUID + `\"}":{}}},` +
			`"f:spec":{"f:containers":{` + ownedContainers() + `},"f:dnsPolicy":{},"f:restartPolicy":{},` +
			`"f:serviceAccountName":{},"f:terminationGracePeriodSeconds":{}}}`,
		`{"f:metadata":{"f:annotations":{"f:cni.projectcalico.org/containerID":{},"f:cni.projectcalico.org/podIP":{},"f:cni.projectcalico.org/podIPs":{}}}}`,
		`{"f:status":{"f:conditions":{"k:{\"type\":\"Ready\"}":{".":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}}},` +
			`"f:containerStatuses":{},"f:hostIP":{},"f:phase":{},"f:podIP":{},"f:podIPs":{".":{}},"f:startTime":{}}}`,
	}
}

func ownedContainers() string {
	var parts []string
	for _, name := range containerNames[:realContainers] {
		parts = append(parts, `"k:{\"name\":\"`+name+`\"}":{".":{},"f:image":{},"f:name":{}}`)
	}
	return strings.Join(parts, ",")
}

// ownedKeys lists a map's keys in order, so that the same seed gives the same bytes.
func ownedKeys(m map[string]string) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, `"f:`+k+`":{}`)
	}
	return strings.Join(parts, ",")
}
