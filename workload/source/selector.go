package source

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
)

// selection is what a list or a watch is restricted to.
type selection struct {
	kind      workload.Kind
	namespace string // empty: all
	labels    labels.Selector
	fields    fields.Selector
}

func newSelection(k workload.Kind, namespace string, o metav1.ListOptions) (selection, error) {
	s := selection{kind: k, namespace: namespace}
	if o.LabelSelector != "" {
		selector, err := labels.Parse(o.LabelSelector)
		if err != nil {
			return s, apierrors.NewBadRequest(fmt.Sprintf("unable to parse label selector %q: %v", o.LabelSelector, err))
		}
		s.labels = selector
	}
	if o.FieldSelector != "" {
		selector, err := fields.ParseSelector(o.FieldSelector)
		if err != nil {
			return s, apierrors.NewBadRequest(fmt.Sprintf("unable to parse field selector %q: %v", o.FieldSelector, err))
		}
		s.fields = selector
	}
	return s, s.checkFields()
}

func (s selection) checkFields() error {
	if s.fields == nil {
		return nil
	}
	for _, requirement := range s.fields.Requirements() {
		switch field := requirement.Field; {
		case field == "metadata.name":
		case field == "metadata.namespace" && s.kind.Namespaced:
		case s.kind.Resource == workload.Pods && (field == "spec.nodeName" || field == "status.phase"):
		default:
			return apierrors.NewBadRequest(fmt.Sprintf("field label not supported: %s", field))
		}
	}
	return nil
}

// byContent tells whether an object can come into the selection or leave it by being modified.
func (s selection) byContent() bool { return s.labels != nil || s.fields != nil }

func (s selection) matches(object runtime.Object) bool {
	meta := object.(metav1.Object)
	if s.namespace != "" && meta.GetNamespace() != s.namespace {
		return false
	}
	if s.labels != nil && !s.labels.Matches(labels.Set(meta.GetLabels())) {
		return false
	}
	return s.fields == nil || s.fields.Matches(fieldsOf(object))
}

func fieldsOf(object runtime.Object) fields.Set {
	meta := object.(metav1.Object)
	set := fields.Set{"metadata.name": meta.GetName(), "metadata.namespace": meta.GetNamespace()}
	if pod, ok := object.(*corev1.Pod); ok {
		set["spec.nodeName"] = pod.Spec.NodeName
		set["status.phase"] = string(pod.Status.Phase)
	}
	return set
}

// bounds returns the keys between which everything selected lies; an empty end means
// no bound.
func (s selection) bounds() (start, end string) {
	if s.namespace == "" {
		return "", ""
	}
	return s.namespace + "/", s.namespace + string(rune('/'+1))
}
