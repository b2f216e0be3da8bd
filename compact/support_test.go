package compact_test

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/compact"
	"informerbench/workload"
)

// cluster generates some real-size objects of every kind.
func cluster(t testing.TB, pods int) map[workload.Resource][]runtime.Object {
	t.Helper()
	p, err := workload.Generate(context.Background(), workload.Config{
		Seed: 7, Objects: pods, Profile: workload.Real, Resources: workload.Resources(),
	})
	if err != nil {
		t.Fatal(err)
	}
	all := map[workload.Resource][]runtime.Object{}
	for _, r := range workload.Resources() {
		all[r] = p.Objects(r)
	}
	return all
}

// decoded returns an object as a decoder gives it: it shares no memory with o.
func decoded[T runtime.Object](t testing.TB, o T) T {
	t.Helper()
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := any(o).(*unstructured.Unstructured); ok {
		u := &unstructured.Unstructured{}
		if err := u.UnmarshalJSON(data); err != nil {
			t.Fatal(err)
		}
		return any(u).(T)
	}
	fresh := reflect.New(reflect.TypeOf(o).Elem()).Interface().(T)
	if err := json.Unmarshal(data, fresh); err != nil {
		t.Fatal(err)
	}
	return fresh
}

// asUnstructured returns a typed object in the form that dynamic clients give.
func asUnstructured(t testing.TB, o runtime.Object) *unstructured.Unstructured {
	t.Helper()
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(o)
	if err != nil {
		t.Fatal(err)
	}
	return &unstructured.Unstructured{Object: content}
}

// transform applies a transform that may not fail and has to return its argument.
func transform(t testing.TB, by compact.Transformer, o runtime.Object) {
	t.Helper()
	after, err := by.Transform(o)
	if err != nil || after != any(o) {
		t.Fatalf("Transform returned another object or failed: %v", err)
	}
}

// eachString calls visit with the path and the text of every string of a value, those of maps' keys
// included, but not of times and the like.
func eachString(v reflect.Value, path string, visit func(path, text string)) {
	switch v.Kind() {
	case reflect.String:
		visit(path, v.String())
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			eachString(v.Elem(), path, visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				eachString(v.Field(i), path+"."+f.Name, visit)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			eachString(v.Index(i), path+"[]", visit)
		}
	case reflect.Map:
		for each := v.MapRange(); each.Next(); {
			eachString(each.Key(), path+"{}", visit)
			eachString(each.Value(), path+"."+each.Key().String(), visit)
		}
	}
}
