package compact_test

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"informerbench/compact"
)

func TestStripCounts(t *testing.T) {
	s := newStripper(t, compact.StripOptions{Paths: []string{"spec.containers[*].env[name=SECRET]", "status.images"}})
	for range 2 {
		pod := testPod()
		transform(t, s, pod)
		transform(t, s, pod) // nothing is left to count
		transform(t, s, asUnstructured(t, testPod()))
	}
	stats := s.Stats()
	if stats.Objects != 6 || stats.Changed != 4 {
		t.Errorf("%d objects, %d changed", stats.Objects, stats.Changed)
	}
	var values []uint64
	sum := uint64(0)
	for _, p := range stats.Removed {
		values = append(values, p.Values)
		sum += p.Bytes
		if p.Values > 0 && p.Bytes < 10*p.Values {
			t.Errorf("%s: %d values had %d bytes", p.Path, p.Values, p.Bytes)
		}
	}
	if got := fmt.Sprint(values); got != "[4 4 8 0]" {
		t.Errorf("removed %s", got)
	}
	if sum != stats.Bytes {
		t.Errorf("%d bytes in all, %d by path", stats.Bytes, sum)
	}
}

// A path that no object of a kind has is told: at once by Check, and later with the kind.
func TestPathsThatMatchNothingAreTold(t *testing.T) {
	s := newStripper(t, compact.StripOptions{Paths: []string{"spec.container[*].env", "status.phase", "spec.hostname"}})
	transform(t, s, testPod())
	transform(t, s, &corev1.ConfigMap{})
	transform(t, s, asUnstructured(t, testPod()))
	var told []string
	for _, u := range s.Stats().Unmatched {
		told = append(told, fmt.Sprintf("%s: %s (%d) %s", u.Kind, u.Path, u.Objects, u.Reason))
	}
	want := []string{
		"v1 Pod: spec.container[*].env (1) ",
		"v1 Pod: spec.hostname (1) ",
		"v1.ConfigMap: spec.container[*].env (1) the object has no field spec",
		"v1.ConfigMap: spec.hostname (1) the object has no field spec",
		"v1.ConfigMap: status.phase (1) the object has no field status",
		"v1.Pod: spec.container[*].env (1) spec has no field container (is it containers?)",
		"v1.Pod: spec.hostname (1) ",
	}
	if strings.Join(told, "\n") != strings.Join(want, "\n") {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	for path, hint := range map[string]string{
		"spec.containers.env":                    "write spec.containers[*]",
		"spec.Containers[*].env":                 "is it containers?",
		"spec.nodeSelector[a=b]":                 "not a list",
		"spec.nodeName.x":                        "single value",
		"spec.containers[*].env[key=x]":          "no field key",
		"spec.volumes[nam=kube-api-access-*]":    "no field nam",
		"spec.volumes[name=kube-api-access-*]":   "",
		"spec.containers[*].args[name=x]":        "single values",
		"metadata.creationTimestamp.x":           "single value",
		"spec.containers[*].resources.limits[x]": "",
	} {
		if strings.HasSuffix(path, "[x]") {
			path = strings.Replace(path, "[x]", `["cpu"]`, 1)
		}
		err := newStripper(t, only(path)).Check(&corev1.Pod{})
		if hint == "" && err != nil || hint != "" && (err == nil || !strings.Contains(err.Error(), hint)) {
			t.Errorf("path %q: the error is %v, without %q", path, err, hint)
		}
	}
	s := newStripper(t, only("spec.anything", "status[*].message"))
	if err := s.Check(&unstructured.Unstructured{}); err != nil {
		t.Error(err)
	}
	if err := s.Check(nil); err != nil {
		t.Error(err)
	}
	if err := s.Check(&metav1.PartialObjectMetadata{}); err == nil || !strings.Contains(err.Error(), "no field spec") {
		t.Errorf("metadata-only objects: %v", err)
	}
}

// Kinds are names from a server: one that makes them up does not fill the memory.
func TestKindsAreBounded(t *testing.T) {
	s := newStripper(t, only("spec"))
	for i := range 3000 {
		transform(t, s, &unstructured.Unstructured{Object: map[string]any{"kind": fmt.Sprintf("Kind%d", i)}})
	}
	stats := s.Stats()
	if stats.Objects != 3000 || len(stats.Unmatched) > 1001 {
		t.Errorf("%d objects, %d kinds", stats.Objects, len(stats.Unmatched))
	}
}
