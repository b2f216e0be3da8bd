package encoded

import (
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// lastApplied is the annotation in which kubectl apply keeps what it was given.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// managedFields and annotations are field numbers of ObjectMeta
// (k8s.io/apimachinery/pkg/apis/meta/v1/generated.proto).
const (
	annotationsField   = 12
	managedFieldsField = 17
)

// stripped returns a plan like m but for what is left out of the object's own metadata. Metadata
// within it, as of a Pod's template, is not concerned.
func (p *planner) stripped(m *message) *message {
	own := *m
	own.fields = append([]field(nil), m.fields...)
	for i := range own.fields {
		if f := &own.fields[i]; f.action == embedded && f.typ == reflect.TypeFor[metav1.ObjectMeta]() {
			f.elem = p.strippedMeta(f.elem)
		}
	}
	return &own
}

func (p *planner) strippedMeta(m *message) *message {
	own := *m
	own.fields = append([]field(nil), m.fields...)
	if p.strip.managedFields {
		own.fields[managedFieldsField].action = dropped
	}
	if p.strip.lastApplied {
		f := &own.fields[annotationsField]
		// Another kind of part: equal bytes are decoded to something else than a template's annotations.
		f.drop, f.kind = lastApplied, strippedKind
	}
	return &own
}

// strippedKind is no number that a planner gives.
const strippedKind = 1<<32 - 1

// stripDecoded does the same to an object that the generated code decoded.
func (d *Decoder) stripDecoded(object runtime.Object) {
	o, ok := object.(metav1.Object)
	if !ok {
		return
	}
	if d.planner.strip.managedFields {
		o.SetManagedFields(nil)
	}
	if a := o.GetAnnotations(); d.planner.strip.lastApplied && a != nil {
		delete(a, lastApplied)
		if len(a) == 0 {
			a = nil
		}
		o.SetAnnotations(a)
	}
}
