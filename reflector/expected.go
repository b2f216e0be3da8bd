package reflector

import (
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// expectation is what the source should deliver: a Go type, and for
// unstructured objects a kind. Its zero value expects anything.
type expectation struct {
	goType reflect.Type
	kind   schema.GroupVersionKind
}

func expect(example runtime.Object) expectation {
	e := expectation{goType: reflect.TypeOf(example)}
	if u, ok := example.(*unstructured.Unstructured); ok {
		e.kind = u.GroupVersionKind()
	}
	return e
}

// check returns what is wrong with obj, nil if nothing. It does not allocate
// when all is well.
func (e *expectation) check(obj runtime.Object) error {
	if e.goType != nil && reflect.TypeOf(obj) != e.goType {
		return fmt.Errorf("expected type %v, got %T", e.goType, obj)
	}
	u, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return nil
	}
	kind := u.GroupVersionKind()
	if !e.kind.Empty() && kind != e.kind {
		return fmt.Errorf("expected kind %v, got %v", e.kind, kind)
	}
	return checkTable(kind)
}

// checkItem is check for an item of a list, which may leave its kind to the
// list.
func (e *expectation) checkItem(obj runtime.Object) error {
	if u, ok := obj.(*unstructured.Unstructured); ok && u.GroupVersionKind().Empty() {
		return (&expectation{goType: e.goType}).check(obj)
	}
	return e.check(obj)
}

// checkTable refuses a kubectl table: its rows are not the objects.
func checkTable(kind schema.GroupVersionKind) error {
	if kind.Kind != "Table" || kind.Group != "meta.k8s.io" {
		return nil
	}
	if kind.Version == "v1" || kind.Version == "v1beta1" {
		return fmt.Errorf("unsupported kind %v", kind)
	}
	return nil
}

// describeType names a type for people to read.
func describeType(example runtime.Object) string {
	if example == nil {
		return "<unspecified>"
	}
	if u, ok := example.(*unstructured.Unstructured); ok && !u.GroupVersionKind().Empty() {
		return u.GroupVersionKind().String()
	}
	return reflect.TypeOf(example).String()
}
