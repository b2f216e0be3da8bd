package encoded_test

import (
	"maps"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"informerbench/compact/encoded"
)

func deployment(annotations map[string]string) *appsv1.Deployment {
	o := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "app", Annotations: annotations,
		ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "kubectl"}, {Manager: "kubelet"}}}}
	// A template's own annotations are not the object's.
	o.Spec.Template.Annotations = map[string]string{corev1.LastAppliedConfigAnnotation: "{}"}
	return o
}

func TestStrip(t *testing.T) {
	d := encoded.New(encoded.Options{StripManagedFields: true, StripLastApplied: true})
	for range 3 {
		for _, own := range []map[string]string{nil, {"checksum/config": "1"}, {"checksum/config": "1", "b": "2"}} {
			all := maps.Clone(own)
			if all == nil {
				all = map[string]string{}
			}
			all[corev1.LastAppliedConfigAnnotation] = `{"kind":"Deployment"}`
			o := deployment(all)
			want := deployment(own)
			want.ManagedFields = nil
			b := encode(t, o)
			equal(t, decode(t, d, o, b), plain(t, o, encode(t, want)))
			// In an unusual message too.
			double := append(b, b...)
			got := decode(t, d, o, double)
			if len(got.GetManagedFields()) > 0 || len(got.GetAnnotations()) != len(own) {
				t.Errorf("managed fields %v and annotations %v, want none and %v", got.GetManagedFields(), got.GetAnnotations(), own)
			}
		}
	}
}

func TestNothingIsStrippedUnasked(t *testing.T) {
	o := deployment(map[string]string{corev1.LastAppliedConfigAnnotation: "{}"})
	b := encode(t, o)
	for _, options := range []encoded.Options{{}, {StripManagedFields: true}, {StripLastApplied: true}} {
		got := decode(t, encoded.New(options), o, b)
		if len(got.GetManagedFields()) == 0 != options.StripManagedFields || len(got.GetAnnotations()) == 0 != options.StripLastApplied {
			t.Errorf("%+v: managed fields %v, annotations %v", options, got.GetManagedFields(), got.GetAnnotations())
		}
	}
}
