package workload

import (
	"fmt"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Resource is the plural, lower-case name of an API kind that the generator makes.
type Resource string

// The kinds that a population can hold.
const (
	Pods           Resource = "pods"
	Nodes          Resource = "nodes"
	EndpointSlices Resource = "endpointslices"
	Leases         Resource = "leases"
	ConfigMaps     Resource = "configmaps"
	// Widgets is the custom resource; its objects are unstructured.
	Widgets     Resource = "widgets"
	Deployments Resource = "deployments"
	// Events are those of the core API group, as kubelet and scheduler write them: the
	// kind that clusters have most of and that lives an hour.
	Events Resource = "events"
)

var widgetKind = schema.GroupVersionKind{Group: "bench.example.com", Version: "v1", Kind: "Widget"}

type resourceInfo struct {
	gvk        schema.GroupVersionKind
	namespaced bool
	newObject  func() runtime.Object
}

var resourceInfos = map[Resource]resourceInfo{
	Pods:           {corev1.SchemeGroupVersion.WithKind("Pod"), true, func() runtime.Object { return &corev1.Pod{} }},
	Nodes:          {corev1.SchemeGroupVersion.WithKind("Node"), false, func() runtime.Object { return &corev1.Node{} }},
	EndpointSlices: {discoveryv1.SchemeGroupVersion.WithKind("EndpointSlice"), true, func() runtime.Object { return &discoveryv1.EndpointSlice{} }},
	Leases:         {coordinationv1.SchemeGroupVersion.WithKind("Lease"), true, func() runtime.Object { return &coordinationv1.Lease{} }},
	ConfigMaps:     {corev1.SchemeGroupVersion.WithKind("ConfigMap"), true, func() runtime.Object { return &corev1.ConfigMap{} }},
	Widgets:        {widgetKind, true, newWidget},
	Deployments:    {appsv1.SchemeGroupVersion.WithKind("Deployment"), true, func() runtime.Object { return &appsv1.Deployment{} }},
	Events:         {corev1.SchemeGroupVersion.WithKind("Event"), true, func() runtime.Object { return &corev1.Event{} }},
}

func newWidget() runtime.Object {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(widgetKind)
	return u
}

// Resources lists every resource in a fixed order; new ones come last, because the
// versions of a population rise in this order.
func Resources() []Resource {
	return []Resource{Pods, Nodes, EndpointSlices, Leases, ConfigMaps, Widgets, Deployments, Events}
}

// ParseResource returns the resource of that name, or an error that lists the allowed ones.
func ParseResource(name string) (Resource, error) {
	if _, ok := resourceInfos[Resource(name)]; ok {
		return Resource(name), nil
	}
	var names []string
	for _, r := range Resources() {
		names = append(names, string(r))
	}
	return "", fmt.Errorf("unknown resource %q: allowed are %s", name, strings.Join(names, ", "))
}

// GroupVersionKind returns the kind of the resource's objects.
func (r Resource) GroupVersionKind() schema.GroupVersionKind { return resourceInfos[r].gvk }

// GroupVersionResource returns the resource under which the API serves the objects.
func (r Resource) GroupVersionResource() schema.GroupVersionResource {
	return r.GroupVersionKind().GroupVersion().WithResource(string(r))
}

// Namespaced tells whether the resource's objects live in namespaces.
func (r Resource) Namespaced() bool { return resourceInfos[r].namespaced }

// New returns an empty object of the resource: the example object that an
// informer takes. The custom resource's carries its apiVersion and kind.
func (r Resource) New() runtime.Object { return resourceInfos[r].newObject() }
