package anonymize_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"

	"informerbench/workload/anonymize"
)

// filler puts a marker of its own into every text of a value.
type filler struct {
	marker func(n int) string
	paths  []string // of marker n
	leaf   func(path string, t reflect.Type)
	within []reflect.Type // structs that are being filled: one that holds itself is filled once
}

func (f *filler) next(path string) string {
	f.paths = append(f.paths, path)
	return f.marker(len(f.paths) - 1)
}

func (f *filler) fill(v reflect.Value, path string) {
	switch v.Interface().(type) {
	case resource.Quantity, metav1.Time, metav1.MicroTime:
		return
	case metav1.FieldsV1:
		v.Addr().Interface().(*metav1.FieldsV1).SetRawString(`{"f:` + f.next(path) + `":{}}`)
		return
	case runtime.RawExtension:
		v.Addr().Interface().(*runtime.RawExtension).Raw = []byte(`{"a":"` + f.next(path) + `"}`)
		return
	}
	switch v.Kind() {
	case reflect.String:
		if f.leaf != nil {
			f.leaf(path, v.Type())
		}
		v.SetString(f.next(path))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), path)
	case reflect.Struct:
		if slices.Contains(f.within, v.Type()) {
			return
		}
		f.within = append(f.within, v.Type())
		defer func() { f.within = f.within[:len(f.within)-1] }()
		for i := range v.NumField() {
			if t := v.Type().Field(i); t.IsExported() {
				f.fill(v.Field(i), strings.TrimPrefix(path+"."+t.Name, "."))
			}
		}
	case reflect.Slice:
		f.fillSlice(v, path)
	case reflect.Map:
		m := reflect.MakeMap(v.Type())
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, path+"{key}")
		f.fill(value, path+"{}")
		m.SetMapIndex(key, value)
		v.Set(m)
	}
}

func (f *filler) fillSlice(v reflect.Value, path string) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		v.SetBytes([]byte(f.next(path)))
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	f.fill(v.Index(0), path+"[]")
}

func camel(n int) string  { return fmt.Sprintf("Marker%05dX", n) }
func dashed(n int) string { return fmt.Sprintf("marker-%05d-x", n) }

// survivors fills an object and returns the paths whose markers are in its encoding afterwards.
func survivors(t *testing.T, o runtime.Object, marker func(int) string) []string {
	t.Helper()
	f := filler{marker: marker}
	f.fill(reflect.ValueOf(o).Elem(), "")
	if err := anonymize.New(testKey).Object(o); err != nil {
		t.Fatal(err)
	}
	encoded, err := o.(interface{ Marshal() ([]byte, error) }).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for n, path := range f.paths {
		if bytes.Contains(encoded, []byte(marker(n))) {
			left = append(left, path)
		}
	}
	return left
}

// The files list what stays, field by field; read them before changing them. Two kinds of
// markers: one that looks like a constant of the API, one that looks like a name.
func TestFieldsOfAPodThatStay(t *testing.T) {
	golden(t, "pod-constants.txt", survivors(t, &corev1.Pod{}, camel))
	golden(t, "pod-names.txt", survivors(t, &corev1.Pod{}, dashed))
}

// In all kinds that client-go knows, a text that looks like a name stays only in fields that
// say how to read an object.
func TestNamesStayInNoKind(t *testing.T) {
	for gvk, kind := range scheme.Scheme.AllKnownTypes() {
		o := reflect.New(kind).Interface()
		if _, ok := o.(metav1.Object); !ok {
			continue // a list, options, a status
		}
		for _, path := range survivors(t, o.(runtime.Object), dashed) {
			switch path[strings.LastIndex(path, ".")+1:] {
			case "Kind", "APIVersion", "APIGroup", "ResourceVersion", "FieldsType", "Subresource":
			default:
				t.Errorf("%s: %s stays", gvk.Kind, path)
			}
		}
	}
}

// The types whose texts stay if they look like constants: each should be a set of constants
// that the API server knows, not something that users make up.
func TestTypesThatStay(t *testing.T) {
	stay := map[string]bool{}
	for _, kind := range scheme.Scheme.AllKnownTypes() {
		o, ok := reflect.New(kind).Interface().(runtime.Object)
		if _, meta := o.(metav1.Object); !ok || !meta {
			continue
		}
		types := map[string]string{}
		f := filler{marker: camel, leaf: func(path string, t reflect.Type) { types[path] = t.PkgPath() + "." + t.Name() }}
		f.fill(reflect.ValueOf(o).Elem(), "")
		for _, path := range survivors(t, o, camel) {
			if name := types[path]; name != ".string" {
				stay[name] = true
			}
		}
	}
	var names []string
	for name := range stay {
		names = append(names, name)
	}
	slices.Sort(names)
	golden(t, "constant-types.txt", names)
}

func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	got := strings.Join(lines, "\n") + "\n"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed:\n%s", path, got)
	}
}
