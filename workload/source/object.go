package source

import (
	"fmt"
	"maps"
	"reflect"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// keyOf returns the key under which an object is kept. Its order is the order of
// lists and of initial events, as in an API server.
func keyOf(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}

// accessor checks that an object can live in the table and returns its metadata.
func (t *table) accessor(object runtime.Object) (metav1.Object, error) {
	if reflect.TypeOf(object) != t.goType {
		return nil, fmt.Errorf("source: an object of %s is a %v, not a %T", t.resource, t.goType, object)
	}
	meta, ok := object.(metav1.Object)
	if !ok {
		return nil, fmt.Errorf("source: %T has no object metadata", object)
	}
	if meta.GetName() == "" {
		return nil, fmt.Errorf("source: an object of %s has no name", t.resource)
	}
	return meta, nil
}

// stamped returns a shallow copy of an object with another resource version. The
// given object may be shared already and is not touched.
func stamped(object runtime.Object, version uint64) runtime.Object {
	c := shallowCopy(object)
	c.(metav1.Object).SetResourceVersion(formatVersion(version))
	return c
}

func shallowCopy(object runtime.Object) runtime.Object {
	if u, ok := object.(*unstructured.Unstructured); ok {
		return shallowUnstructured(u)
	}
	c := reflect.New(reflect.TypeOf(object).Elem())
	c.Elem().Set(reflect.ValueOf(object).Elem())
	return c.Interface().(runtime.Object)
}

// shallowUnstructured also copies the metadata map, in which the version is written.
func shallowUnstructured(u *unstructured.Unstructured) *unstructured.Unstructured {
	content := maps.Clone(u.Object)
	if content == nil {
		content = map[string]any{}
	}
	if metadata, ok := content["metadata"].(map[string]any); ok {
		content["metadata"] = maps.Clone(metadata)
	}
	return &unstructured.Unstructured{Object: content}
}

func formatVersion(version uint64) string { return strconv.FormatUint(version, 10) }
