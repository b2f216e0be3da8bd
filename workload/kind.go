package workload

import "k8s.io/apimachinery/pkg/runtime/schema"

// Kind describes a resource: one of those that the generator makes, or any other that a
// recorded cluster has. It is a value that is handed on, from a trace's header to the
// source, its server and the pipelines; there is no list of kinds to register in.
type Kind struct {
	// Resource is the plural, lower-case name. It tells kinds apart, so two of the same
	// plural in one trace are not possible.
	Resource   Resource
	GVK        schema.GroupVersionKind
	Namespaced bool
}

// Kinds describes every resource that the generator makes, in the order of Resources.
func Kinds() []Kind {
	var kinds []Kind
	for _, r := range Resources() {
		k, _ := KindOf(r)
		kinds = append(kinds, k)
	}
	return kinds
}

// KindOf describes a resource that the generator makes, and reports false for any other.
func KindOf(r Resource) (Kind, bool) {
	info, ok := resourceInfos[r]
	return Kind{Resource: r, GVK: info.gvk, Namespaced: info.namespaced}, ok
}

// GVR returns the resource under which the API serves the objects.
func (k Kind) GVR() schema.GroupVersionResource {
	return k.GVK.GroupVersion().WithResource(string(k.Resource))
}
