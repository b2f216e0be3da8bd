package syncbench

import (
	"fmt"
	"hash/fnv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// sampledContents is about how many objects are compared as a whole, byte by byte.
const sampledContents = 2000

// sampled tells whether the object is one of those, of n.
func sampled(o metav1.Object, n int) bool {
	every := uint64(max(n/sampledContents, 1))
	h := fnv.New64a()
	h.Write([]byte(o.GetNamespace() + "/" + o.GetName()))
	return h.Sum64()%every == 0
}

// contents is a digest of the whole object, as it arrives in that form. Managed fields
// of unstructured objects are left out: their bytes are not kept as they came.
func contents(o metav1.Object, f Form) (uint64, error) {
	pod := &corev1.Pod{}
	switch o := o.(type) {
	case *corev1.Pod:
		pod = o.DeepCopy()
	case *metav1.PartialObjectMetadata:
		pod.ObjectMeta = *o.ObjectMeta.DeepCopy()
	case *unstructured.Unstructured:
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(o.Object, pod); err != nil {
			return 0, err
		}
	default:
		return 0, fmt.Errorf("%T is not an object of any form", o)
	}
	pod.TypeMeta = metav1.TypeMeta{}
	if f == Unstructured {
		pod.ManagedFields = nil
	}
	if f == Metadata {
		pod = &corev1.Pod{ObjectMeta: pod.ObjectMeta}
	}
	bytes, err := pod.Marshal()
	h := fnv.New64a()
	h.Write(bytes)
	return h.Sum64(), err
}
