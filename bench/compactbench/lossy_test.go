package compactbench_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"informerbench/bench/compactbench"
)

// changing is a transform that does something to every pod.
func changing(change func(*corev1.Pod)) func(any) (any, error) {
	return func(obj any) (any, error) {
		if pod, ok := obj.(*corev1.Pod); ok {
			change(pod)
		}
		return obj, nil
	}
}

// A form that loses or changes anything is caught, be it in one object, and before and after a churn.
func TestLossyFormsAreCaught(t *testing.T) {
	url := served(t, compactbench.Corpus{Pods: 60, Events: 100})
	seen := 0
	for name, c := range map[string]struct {
		kept   compactbench.Kept
		change func(*corev1.Pod)
		want   string
	}{
		"a label":       {compactbench.Share, func(p *corev1.Pod) { delete(p.Labels, "team") }, "they differ in metadata"},
		"an annotation": {compactbench.Strip, func(p *corev1.Pod) { p.ManagedFields, p.Annotations = nil, nil }, "they differ in metadata"},
		"managedFields without saying so": {
			compactbench.Encoded, func(p *corev1.Pod) { p.ManagedFields = nil }, "they differ in metadata"},
		"more volumes than those with tokens": {compactbench.StripTokensShare, func(p *corev1.Pod) {
			p.ManagedFields = nil
			delete(p.Annotations, corev1.LastAppliedConfigAnnotation)
			p.Spec.Volumes = nil
		}, "they differ in spec"},
		"nothing, saying so": {compactbench.Strip, func(*corev1.Pod) {}, "they differ in metadata"},
		"a sibling's tolerations": {
			compactbench.Share, func(p *corev1.Pod) { p.Spec.Tolerations = p.Spec.Tolerations[:0] }, "they differ in spec"},
		"in one object": {
			compactbench.Share, func(p *corev1.Pod) {
				if seen++; seen == 7 {
					p.Spec.NodeName += "x"
				}
			}, "they differ in spec"},
		"a condition's time": {
			compactbench.Intern, func(p *corev1.Pod) {
				for i := range p.Status.Conditions {
					p.Status.Conditions[i].LastTransitionTime = p.CreationTimestamp
				}
			}, "they differ in status"},
		"versions": {compactbench.Plain, func(p *corev1.Pod) { p.ResourceVersion = "1" }, "they differ in metadata"},
	} {
		t.Run(name, func(t *testing.T) {
			seen = 0
			p := process(url, "", compactbench.Memory)
			err := p.RunTransformed(t.Context(), c.kept, changing(c.change), &strings.Builder{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// What is lost while events come shows at the end.
func TestLossInTheChurnIsCaught(t *testing.T) {
	url := served(t, compactbench.Corpus{Pods: 60, Events: 100})
	seen := 0
	change := changing(func(p *corev1.Pod) {
		if seen++; seen > 60 { // all of the first state have come
			p.Status.PodIP = ""
		}
	})
	err := process(url, "", compactbench.Time).RunTransformed(t.Context(), compactbench.Share, change, &strings.Builder{})
	if err == nil || !strings.Contains(err.Error(), "they differ in status") {
		t.Errorf("error %v", err)
	}
}

// Pods are equal if they mean the same, and only then.
func TestDifferenceIsOfMeaning(t *testing.T) {
	pod := func(cpu, value string) *corev1.Pod {
		p := &corev1.Pod{}
		p.Spec.Containers = []corev1.Container{{
			Env:       []corev1.EnvVar{{Name: "A", Value: value}},
			Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu)}},
		}}
		return p
	}
	empty := pod("1", "x")
	empty.Labels, empty.Spec.Volumes = map[string]string{}, []corev1.Volume{}
	for _, c := range []struct {
		name       string
		have, want *corev1.Pod
		different  string
	}{
		{"the same", pod("1", "x"), pod("1", "x"), ""},
		{"a quantity in another notation", pod("1", "x"), pod("1000m", "x"), ""},
		{"empty instead of nil", empty, pod("1", "x"), ""},
		{"another quantity", pod("1", "x"), pod("2", "x"), "spec"},
		{"another string", pod("1", "x"), pod("1", "y"), "spec"},
	} {
		for _, whole := range []bool{false, true} {
			if got, err := compactbench.Difference(c.have, c.want, whole); err != nil || got != c.different {
				t.Errorf("%s: %q (%v), want %q", c.name, got, err, c.different)
			}
		}
	}
}
