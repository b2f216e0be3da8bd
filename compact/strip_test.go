package compact_test

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
)

const lastApplied = corev1.LastAppliedConfigAnnotation

func testPod() *corev1.Pod {
	env := func(names ...string) (vars []corev1.EnvVar) {
		for _, n := range names {
			vars = append(vars, corev1.EnvVar{Name: n, Value: "value of " + n})
		}
		return vars
	}
	return &corev1.Pod{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{
			Name: "web", Namespace: "shop", UID: "u-1", ResourceVersion: "17",
			Labels:      map[string]string{"app": "web", "tier": "front"},
			Annotations: map[string]string{lastApplied: `{"kind":"Pod"}`, "example.com/a.b": "c"},
			ManagedFields: []metav1.ManagedFieldsEntry{
				{Manager: "kubelet", Operation: "Update", FieldsV1: metav1.NewFieldsV1(`{"f:status":{}}`)},
				{Manager: "helm", Operation: "Apply", FieldsV1: metav1.NewFieldsV1(`{"f:spec":{}}`)},
			},
		},
		Spec: corev1.PodSpec{
			NodeName: "node-1",
			Containers: []corev1.Container{
				{Name: "app", Image: "app:1", Args: []string{"--a"}, Env: env("REGION", "SECRET")},
				{Name: "proxy", Image: "proxy:1", Args: []string{"--b"}, Env: env("SECRET")},
			},
			Volumes: []corev1.Volume{{Name: "tmp", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{Medium: "Memory"}}}},
		},
		Status: corev1.PodStatus{Phase: "Running", Conditions: []corev1.PodCondition{{Type: "Ready", Status: "True", Message: "fine"}}},
	}
}

func mustEqual(t testing.TB, got, want runtime.Object) {
	t.Helper()
	if !equality.Semantic.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func newStripper(t testing.TB, o compact.StripOptions) *compact.Stripper {
	t.Helper()
	s, err := compact.NewStripper(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// only strips nothing but the paths.
func only(paths ...string) compact.StripOptions {
	return compact.StripOptions{KeepManagedFields: true, KeepLastApplied: true, Paths: paths}
}

// stripCases says what options remove from testPod.
var stripCases = []struct {
	name    string
	options compact.StripOptions
	remove  func(*corev1.Pod)
}{
	{"the usual", compact.StripOptions{}, func(p *corev1.Pod) { p.ManagedFields = nil; delete(p.Annotations, lastApplied) }},
	{"keep last applied", compact.StripOptions{KeepLastApplied: true}, func(p *corev1.Pod) { p.ManagedFields = nil }},
	{"keep managed fields", compact.StripOptions{KeepManagedFields: true}, func(p *corev1.Pod) { delete(p.Annotations, lastApplied) }},
	{"nothing", only(), func(p *corev1.Pod) {}},
	{"keep one manager", compact.StripOptions{KeepLastApplied: true, Keep: []string{"metadata.managedFields[manager=kubelet]"}},
		func(p *corev1.Pod) { p.ManagedFields = p.ManagedFields[:1] }},
	{"keep a manager that is not there", compact.StripOptions{KeepLastApplied: true, Keep: []string{"metadata.managedFields[manager=none]"}},
		func(p *corev1.Pod) { p.ManagedFields = nil }},
	{"keep an annotation", compact.StripOptions{Paths: []string{"metadata.annotations"}, Keep: []string{`metadata.annotations["example.com/a.b"]`, "metadata.managedFields"}},
		func(p *corev1.Pod) { delete(p.Annotations, lastApplied) }},
	{"a field", only("spec.nodeName"), func(p *corev1.Pod) { p.Spec.NodeName = "" }},
	{"a struct", only("status"), func(p *corev1.Pod) { p.Status = corev1.PodStatus{} }},
	{"a field of all", only("spec.containers[*].env"), func(p *corev1.Pod) { p.Spec.Containers[0].Env, p.Spec.Containers[1].Env = nil, nil }},
	{"a field of one", only("spec.containers[name=proxy].args"), func(p *corev1.Pod) { p.Spec.Containers[1].Args = nil }},
	{"elements", only(`spec.containers[*].env[name="SECRET"]`), func(p *corev1.Pod) {
		p.Spec.Containers[0].Env = p.Spec.Containers[0].Env[:1]
		p.Spec.Containers[1].Env = nil
	}},
	{"all but one element", compact.StripOptions{KeepManagedFields: true, KeepLastApplied: true, Paths: []string{"spec.containers[*].env"}, Keep: []string{"spec.containers[*].env[name=REGION]"}},
		func(p *corev1.Pod) {
			p.Spec.Containers[0].Env = p.Spec.Containers[0].Env[:1]
			p.Spec.Containers[1].Env = nil
		}},
	{"an element that two conditions meet", compact.StripOptions{KeepManagedFields: true, KeepLastApplied: true,
		Paths: []string{"spec.containers[*].env[name=SECRET]"}, Keep: []string{`spec.containers[*].env[value="value of SECRET"]`}}, func(p *corev1.Pod) {}},
	{"elements that begin so", only("spec.containers[*].env[name=SEC*]"), func(p *corev1.Pod) {
		p.Spec.Containers[0].Env = p.Spec.Containers[0].Env[:1]
		p.Spec.Containers[1].Env = nil
	}},
	{"a beginning in quotes", only(`spec.containers[*].env[value="value of R"*]`), func(p *corev1.Pod) {
		p.Spec.Containers[0].Env = p.Spec.Containers[0].Env[1:]
	}},
	{"a star in quotes", only(`spec.containers[*].env[name="SEC*"]`), func(p *corev1.Pod) {}},
	{"all but what begins so", compact.StripOptions{KeepManagedFields: true, KeepLastApplied: true, Paths: []string{"spec.containers[*].env"}, Keep: []string{"spec.containers[*].env[name=R*]"}},
		func(p *corev1.Pod) {
			p.Spec.Containers[0].Env = p.Spec.Containers[0].Env[:1]
			p.Spec.Containers[1].Env = nil
		}},
	{"a value and a beginning that both meet it", only("spec.containers[name=app].args", "spec.containers[name=a*].env"),
		func(p *corev1.Pod) { p.Spec.Containers[0].Args, p.Spec.Containers[0].Env = nil, nil }},
	{"general and special together", only("spec.containers[*].env", "spec.containers[name=app].args"), func(p *corev1.Pod) {
		p.Spec.Containers[0].Env, p.Spec.Containers[1].Env, p.Spec.Containers[0].Args = nil, nil, nil
	}},
	{"an entry", only(`metadata.labels.tier`), func(p *corev1.Pod) { delete(p.Labels, "tier") }},
	{"an entry in single quotes", only(`metadata.annotations['example.com/a.b']`), func(p *corev1.Pod) { delete(p.Annotations, "example.com/a.b") }},
	{"all entries", only("metadata.labels[*]"), func(p *corev1.Pod) { p.Labels = nil }},
	{"behind a pointer", only("spec.volumes[*].emptyDir.medium"), func(p *corev1.Pod) { p.Spec.Volumes[0].EmptyDir.Medium = "" }},
	{"what is there and what is not", only("status.conditions[*].message", "spec.hostname", "spec.affinity.podAffinity"), func(p *corev1.Pod) { p.Status.Conditions[0].Message = "" }},
	{"a path below one that goes", only("status", "status.phase"), func(p *corev1.Pod) { p.Status = corev1.PodStatus{} }},
}

func TestStrip(t *testing.T) {
	for _, c := range stripCases {
		t.Run(c.name, func(t *testing.T) {
			s := newStripper(t, c.options)
			want := testPod()
			c.remove(want)
			pod := testPod()
			for range 2 { // again: it is idempotent
				transform(t, s, pod)
				mustEqual(t, pod, want)
			}
			u := asUnstructured(t, testPod())
			for range 2 {
				transform(t, s, u)
				back := &corev1.Pod{}
				if err := runtime.DefaultUnstructuredConverter.FromUnstructured(u.Object, back); err != nil {
					t.Fatal(err)
				}
				mustEqual(t, back, want)
			}
		})
	}
}

func TestStripMetadataOnly(t *testing.T) {
	pod := testPod()
	partial := &metav1.PartialObjectMetadata{TypeMeta: pod.TypeMeta, ObjectMeta: pod.ObjectMeta}
	s := newStripper(t, compact.StripOptions{Paths: []string{"metadata.labels.tier", "spec.nodeName"}})
	transform(t, s, partial)
	want := testPod().ObjectMeta
	want.ManagedFields, want.Labels, want.Annotations = nil, map[string]string{"app": "web"}, map[string]string{"example.com/a.b": "c"}
	mustEqual(t, partial, &metav1.PartialObjectMetadata{TypeMeta: pod.TypeMeta, ObjectMeta: want})
}

// What an object refers to may be shared with others, and is not written to.
func TestStripLeavesSharedPartsAlone(t *testing.T) {
	for _, c := range stripCases {
		s := newStripper(t, c.options)
		whole := testPod()
		shell := *whole // shares all that whole refers to
		transform(t, s, &shell)
		mustEqual(t, whole, testPod())

		u := asUnstructured(t, testPod())
		outer := *u
		outer.Object = map[string]any{}
		for k, v := range u.Object {
			outer.Object[k] = v
		}
		transform(t, s, &outer)
		mustEqual(t, u, asUnstructured(t, testPod()))
	}
}

func TestMapsThatBecomeEmptyGo(t *testing.T) {
	s := newStripper(t, compact.StripOptions{})
	pod := testPod()
	delete(pod.Annotations, "example.com/a.b")
	u := asUnstructured(t, pod)
	transform(t, s, pod)
	transform(t, s, u)
	if pod.Annotations != nil {
		t.Errorf("the annotations are %v", pod.Annotations)
	}
	if have := u.Object["metadata"].(map[string]any); have["annotations"] != nil || have["managedFields"] != nil {
		t.Errorf("the metadata are %v", have)
	}
}

func TestWrongPathsAreRefused(t *testing.T) {
	for path, hint := range map[string]string{
		"":                                   "it is empty",
		"spec..env":                          "a name is missing",
		".spec":                              "a name is missing",
		"spec.":                              "a name is missing",
		"spec.containers[0].env":             "no fixed place",
		"spec.containers[":                   "a name is missing",
		"spec.containers[*":                  "closing bracket",
		"spec.containers[*]env":              "a dot or an opening bracket",
		"spec.containers[name]":              "field=value",
		"spec.containers[name=":              "value",
		"spec.containers[name=a":             "value",
		"spec.containers[name=]":             "value",
		"spec.containers[name=a*":            "closing bracket",
		"spec.containers[name=a*b]":          "last character",
		"spec.containers[name=a**]":          "last character",
		`spec.containers[name="a"*b]`:        "last character",
		"spec.containers[name=*]":            "write [*]",
		`spec.containers[name=""*]`:          "write [*]",
		`metadata.annotations["a`:            "closing quote",
		"metadata.annotations['a":            "closing quote",
		"metadata.annotations.example.com/a": "brackets and quotes",
		"spec]":                              "a dot or an opening bracket",
		"[*]":                                "begin with the name",
		"metadata":                           "name the parts",
		"metadata[*]":                        "name the parts",
		"metadata.name":                      "a store needs",
		`metadata["resourceVersion"]`:        "a reflector needs",
		"metadata.uid":                       "an informer needs",
		"kind":                               "what the object is",
		"apiVersion":                         "what the object is",
	} {
		_, err := compact.NewStripper(compact.StripOptions{Paths: []string{path}})
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("path %q: the error is %v, without %q", path, err, hint)
		}
	}
	_, err := compact.NewStripper(compact.StripOptions{Paths: []string{"a..b", "spec.x"}, Keep: []string{"c..d", "status.phase"}})
	for _, hint := range []string{`"a..b"`, `"c..d"`, `"status.phase"`, "nothing there is removed"} {
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("the error does not name %s: %v", hint, err)
		}
	}
}

func TestTooManyConditionsAreRefused(t *testing.T) {
	var paths []string
	for i := range 65 {
		paths = append(paths, "spec.containers[name=c"+strings.Repeat("x", i)+"].env")
	}
	if _, err := compact.NewStripper(compact.StripOptions{Paths: paths}); err == nil || !strings.Contains(err.Error(), "more than 64 conditions") {
		t.Errorf("the error is %v", err)
	}
	if _, err := compact.NewStripper(compact.StripOptions{Paths: slices.Clone(paths[:64])}); err != nil {
		t.Error(err)
	}
}
