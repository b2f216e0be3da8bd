package e2e_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// difference is the path of the first difference between two objects, and what is there, or nothing if apimachinery's
// semantic equality finds them equal. If strict, what is empty is not nil.
func difference(got, want any, strict bool) string {
	equal := equality.Semantic.DeepEqual
	if strict {
		equal = equality.Semantic.DeepEqualWithNilDifferentFromEmpty
	}
	if equal(got, want) {
		return ""
	}
	d := differ{equal, strict}
	if how := d.at("", reflect.ValueOf(got), reflect.ValueOf(want)); how != "" {
		return strings.TrimPrefix(how, ".")
	}
	return fmt.Sprintf("a place that is not found, of\n%+v\nand\n%+v", got, want)
}

type differ struct {
	equal  func(a, b any) bool
	strict bool
}

func (d differ) at(path string, a, b reflect.Value) string {
	switch {
	case !a.IsValid() || !b.IsValid():
		return unlike(path, a.IsValid() == b.IsValid(), a, b)
	case a.Type() != b.Type():
		return fmt.Sprintf("%s: got a %v, want a %v", path, a.Type(), b.Type())
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return unlike(path, a.IsNil() == b.IsNil(), a, b)
		}
		return d.at(path, a.Elem(), b.Elem())
	case reflect.Struct:
		if !single(a.Type()) {
			return d.fields(path, a, b)
		}
	case reflect.Slice:
		return d.elements(path, a, b)
	case reflect.Map:
		return d.entries(path, a, b)
	}
	return unlike(path, d.equal(a.Interface(), b.Interface()), a, b)
}

// single are structs that are one value.
func single(t reflect.Type) bool {
	return t == reflect.TypeFor[metav1.Time]() || t == reflect.TypeFor[metav1.MicroTime]() || t == reflect.TypeFor[resource.Quantity]()
}

func (d differ) fields(path string, a, b reflect.Value) string {
	for i := range a.NumField() {
		f := a.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			name = f.Name
		}
		if how := d.at(path+"."+name, a.Field(i), b.Field(i)); how != "" {
			return how
		}
	}
	return ""
}

func (d differ) elements(path string, a, b reflect.Value) string {
	if a.Len() != b.Len() || d.strict && a.IsNil() != b.IsNil() {
		return unlike(path, false, a, b)
	}
	for i := range a.Len() {
		if how := d.at(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i)); how != "" {
			return how
		}
	}
	return ""
}

func (d differ) entries(path string, a, b reflect.Value) string {
	if d.strict && a.IsNil() != b.IsNil() {
		return unlike(path, false, a, b)
	}
	keys := map[string]reflect.Value{}
	for _, key := range append(a.MapKeys(), b.MapKeys()...) {
		keys[key.String()] = key
	}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		key := keys[name]
		if how := d.at(fmt.Sprintf("%s[%q]", path, name), a.MapIndex(key), b.MapIndex(key)); how != "" {
			return how
		}
	}
	return ""
}

func unlike(path string, same bool, a, b reflect.Value) string {
	if same {
		return ""
	}
	return path + ": got " + sprint(a) + ", want " + sprint(b)
}

// sprint is the beginning of what fmt makes of a value, on one line.
func sprint(v any) string {
	if r, ok := v.(reflect.Value); ok && !r.IsValid() {
		return "nothing"
	}
	return fmt.Sprintf("%.200q", fmt.Sprintf("%+v", v))
}

func TestDifferenceTellsThePath(t *testing.T) {
	pod := func(change func(*corev1.Pod)) *corev1.Pod {
		p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"a": "b"}}, Spec: corev1.PodSpec{
			Containers: []corev1.Container{{Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"cpu": resource.MustParse("1")}}}},
		}}
		change(p)
		return p
	}
	for path, change := range map[string]func(*corev1.Pod){
		"":                           func(p *corev1.Pod) { p.Spec.Containers[0].Resources.Limits["cpu"] = resource.MustParse("1000m") },
		`metadata.labels["a"]`:       func(p *corev1.Pod) { p.Labels["a"] = "c" },
		`metadata.labels["z"]`:       func(p *corev1.Pod) { p.Labels["z"] = "" },
		"spec.containers":            func(p *corev1.Pod) { p.Spec.Containers = nil },
		"spec.containers[0].name":    func(p *corev1.Pod) { p.Spec.Containers[0].Name = "x" },
		"metadata.creationTimestamp": func(p *corev1.Pod) { p.CreationTimestamp = metav1.NewTime(time.Unix(1, 0)) },
		"spec.hostUsers":             func(p *corev1.Pod) { p.Spec.HostUsers = new(bool) },
	} {
		how := difference(pod(change), pod(func(*corev1.Pod) {}), false)
		if got, _, _ := strings.Cut(how, ":"); got != path {
			t.Errorf("%q, want the path %q", how, path)
		}
	}
	empty := pod(func(p *corev1.Pod) { p.Spec.Volumes = []corev1.Volume{} })
	if lax, strict := difference(empty, pod(func(*corev1.Pod) {}), false), difference(empty, pod(func(*corev1.Pod) {}), true); lax != "" || !strings.HasPrefix(strict, "spec.volumes: ") {
		t.Errorf("an empty list: %q, and strictly %q", lax, strict)
	}
}
