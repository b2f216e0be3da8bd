package source

import (
	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
)

func newList(r workload.Resource) runtime.Object {
	switch r {
	case workload.Pods:
		return &corev1.PodList{}
	case workload.Nodes:
		return &corev1.NodeList{}
	case workload.EndpointSlices:
		return &discoveryv1.EndpointSliceList{}
	case workload.Leases:
		return &coordinationv1.LeaseList{}
	case workload.ConfigMaps:
		return &corev1.ConfigMapList{}
	case workload.Deployments:
		return &appsv1.DeploymentList{}
	case workload.Events:
		return &corev1.EventList{}
	}
	list := &unstructured.UnstructuredList{}
	kind := r.GroupVersionKind()
	kind.Kind += "List"
	list.SetGroupVersionKind(kind)
	return list
}
