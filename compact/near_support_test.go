package compact_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"informerbench/compact/internal/leaf"
)

// A family are objects of which each is a copy of an earlier one, of its own or as its next version, in which one
// thing is different.
const (
	families = 4
	members  = 6
)

// nearKinds are all kinds, and unstructured objects.
func nearKinds() []runtime.Object {
	return append(append([]runtime.Object(nil), kinds...), &unstructured.Unstructured{})
}

func (d drawer) family(kind runtime.Object, name string) []runtime.Object {
	all := []runtime.Object{d.first(kind, name)}
	for len(all) < members {
		next := all[d.IntN(len(all))].DeepCopyObject()
		if m := next.(metav1.Object); d.IntN(2) == 0 {
			m.SetUID(types.UID(fmt.Sprint("uid of ", name, len(all))))
		}
		leaf.Change(d.Rand, next)
		all = append(all, next)
	}
	return all
}

// first is an object from which a Stripper takes something.
func (d drawer) first(kind runtime.Object, name string) runtime.Object {
	var o runtime.Object
	if _, ok := kind.(*unstructured.Unstructured); ok {
		o = d.loose(name)
	} else {
		o = d.object(kind, name)
	}
	m := o.(metav1.Object)
	annotations := m.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	annotations[corev1.LastAppliedConfigAnnotation] = texts[d.IntN(len(texts))]
	m.SetAnnotations(annotations)
	return o
}

// loose returns an unstructured object.
func (d drawer) loose(name string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "spec": d.content(0), "status": d.content(0)}}
	u.SetName(name)
	u.SetNamespace("ns")
	u.SetUID(types.UID("uid of " + name))
	u.SetManagedFields([]metav1.ManagedFieldsEntry{{Manager: texts[d.IntN(len(texts))]}})
	return u
}

// content is anything that a decoder makes of JSON.
func (d drawer) content(depth int) any {
	kinds := 9
	if depth == 5 {
		kinds = 6
	}
	switch d.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return d.IntN(2) == 0
	case 2:
		return d.Int64N(3)
	case 3:
		return float64(d.IntN(3)) / 2
	case 4, 5:
		return strings.Clone(texts[d.IntN(len(texts))])
	case 6:
		s := []any{}
		for range d.IntN(4) {
			s = append(s, d.content(depth+1))
		}
		return s
	}
	m := map[string]any{}
	for range d.IntN(5) {
		m[strings.Clone(texts[d.IntN(len(texts))])] = d.content(depth + 1)
	}
	return m
}

// copies returns deep copies of objects.
func copies(objects []runtime.Object) (all []runtime.Object) {
	for _, o := range objects {
		all = append(all, o.DeepCopyObject())
	}
	return all
}

// alike compares objects with what they are to be, the earlier ones too.
func alike(t *testing.T, got, want []runtime.Object) {
	t.Helper()
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("object %d of %d is\n%+v\nwant\n%+v", i, len(want), got[i], want[i])
		}
	}
}

// bare is a copy of an object without what a Stripper takes from it.
func bare(o runtime.Object) runtime.Object {
	o = o.DeepCopyObject()
	if u, ok := o.(*unstructured.Unstructured); ok {
		bareContent(u.Object["metadata"].(map[string]any))
		return o
	}
	m := o.(metav1.Object)
	m.SetManagedFields(nil)
	a := m.GetAnnotations()
	if _, ok := a[corev1.LastAppliedConfigAnnotation]; ok {
		if delete(a, corev1.LastAppliedConfigAnnotation); len(a) == 0 {
			m.SetAnnotations(nil)
		}
	}
	return o
}

// bareContent does it where it lies: the methods of unstructured objects see no annotations if one is not a text.
func bareContent(meta map[string]any) {
	delete(meta, "managedFields")
	a, _ := meta["annotations"].(map[string]any)
	if _, ok := a[corev1.LastAppliedConfigAnnotation]; ok {
		if delete(a, corev1.LastAppliedConfigAnnotation); len(a) == 0 {
			delete(meta, "annotations")
		}
	}
}
