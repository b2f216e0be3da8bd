package anonymize

import (
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// DropData takes the data out of a Secret or a ConfigMap, in place, with the annotation in which
// kubectl apply keeps a copy of it and the managedFields, which name its keys. It
// returns how many bytes went, keys included; false for every other kind of object.
func DropData(o runtime.Object) (bytes int64, dropped bool) {
	switch o := o.(type) {
	case *corev1.Secret:
		bytes = size(o.Data) + size(o.StringData)
		o.Data, o.StringData = nil, nil
		return bytes + dropTraces(o), true
	case *corev1.ConfigMap:
		bytes = size(o.Data) + size(o.BinaryData)
		o.Data, o.BinaryData = nil, nil
		return bytes + dropTraces(o), true
	case *unstructured.Unstructured:
		return dropUnstructured(o)
	}
	return 0, false
}

func size[V []byte | string](m map[string]V) int64 {
	var n int64
	for k, v := range m {
		n += int64(len(k) + len(v))
	}
	return n
}

func dropTraces(o metav1.Object) int64 {
	o.SetManagedFields(nil)
	annotations := o.GetAnnotations()
	copied, ok := annotations[corev1.LastAppliedConfigAnnotation]
	if !ok {
		return 0
	}
	delete(annotations, corev1.LastAppliedConfigAnnotation)
	if len(annotations) == 0 {
		annotations = nil
	}
	o.SetAnnotations(annotations) // an unstructured object's are a copy
	return int64(len(copied))
}

func dropUnstructured(u *unstructured.Unstructured) (int64, bool) {
	kind := u.GroupVersionKind()
	if kind.Group != "" || kind.Kind != "Secret" && kind.Kind != "ConfigMap" {
		return 0, false
	}
	var bytes int64
	for _, field := range []string{"data", "binaryData", "stringData"} {
		if v, ok := u.Object[field]; ok {
			text, _ := json.Marshal(v) // its length only
			bytes += int64(len(text))
			delete(u.Object, field)
		}
	}
	return bytes + dropTraces(u), true
}
