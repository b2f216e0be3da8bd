package workload

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
)

// Typed tells whether objects of the kind are structs with a protobuf form: so are all
// kinds of client-go's scheme. All others are unstructured and travel as JSON.
func (k Kind) Typed() bool { return scheme.Scheme.Recognizes(k.GVK) }

// New returns an empty object of the kind: the example object that an informer takes. An
// unstructured one carries its apiVersion and kind.
func (k Kind) New() runtime.Object {
	if o, err := scheme.Scheme.New(k.GVK); err == nil {
		return o
	}
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(k.GVK)
	return u
}

// NewList returns an empty list of the kind.
func (k Kind) NewList() runtime.Object {
	list := k.GVK
	list.Kind += "List"
	if o, err := scheme.Scheme.New(list); err == nil && k.Typed() {
		return o
	}
	u := &unstructured.UnstructuredList{}
	u.SetGroupVersionKind(list)
	return u
}
