package stores_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

func in(namespace string) any {
	return &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace}}
}

// namespaceByHand does what client-go's function does, and is another function.
func namespaceByHand(obj any) ([]string, error) {
	return []string{obj.(metav1.Object).GetNamespace()}, nil
}

func constant(value string) stores.ValueFunc {
	return func(any) (string, bool, error) { return value, true, nil }
}

// byGenerics and byMethod make closures of Single where the compiler has other reasons
// to copy code.
func byGenerics[T any](value string) cache.IndexFunc {
	return stores.Single(func(obj any) (string, bool, error) {
		_, ok := obj.(T)
		return value, ok, nil
	})
}

type maker string

func (m maker) byMethod() cache.IndexFunc { return stores.Single(constant(string(m))) }

// valueOf is what the single-valued form of f says of obj.
func valueOf(t *testing.T, f cache.IndexFunc, obj any) (string, bool, error) {
	t.Helper()
	single, ok := stores.ValueFuncOf(f)
	if !ok || single == nil {
		t.Fatal("the function was not recognised as single-valued")
	}
	return single(obj)
}

// All callers' closures are recognised, and each gives its own function back.
func TestSingleIsRecognisedWhoeverMadeIt(t *testing.T) {
	kept := stores.Single // not a call that the compiler sees through
	made := map[string]cache.IndexFunc{
		"here":                stores.Single(constant("here")),
		"through a variable":  kept(constant("through a variable")),
		"in a generic, int":   byGenerics[int]("in a generic, int"),
		"in a generic, error": byGenerics[error]("in a generic, error"),
		"in a method":         maker("in a method").byMethod(),
	}
	done := make(chan struct{})
	go func() { defer close(done); made["in a goroutine"] = stores.Single(constant("in a goroutine")) }()
	<-done
	objects := map[string]any{"in a generic, int": 7, "in a generic, error": errors.New("an object")}
	for want, f := range made {
		if got, ok, err := valueOf(t, f, objects[want]); got != want || !ok || err != nil {
			t.Errorf("%s: %q, %v, %v", want, got, ok, err)
		}
	}
}

func TestNamespaceFunctionIsRecognised(t *testing.T) {
	indexers := cache.Indexers{"whatever its name": cache.MetaNamespaceIndexFunc}
	if got, ok, err := valueOf(t, indexers["whatever its name"], in("team")); got != "team" || !ok || err != nil {
		t.Errorf("%q, %v, %v", got, ok, err)
	}
}

// What is not known is not called either: a question to a user's function would be an
// object that it has never seen.
func TestOtherFunctionsAreNeitherRecognisedNorCalled(t *testing.T) {
	called := func(any) ([]string, error) { t.Error("the function was called"); return nil, nil }
	single := stores.Single(func(any) (string, bool, error) {
		t.Error("the function was called")
		return "", false, nil
	})
	others := map[string]cache.IndexFunc{
		"nil":                              nil,
		"a user's":                         called,
		"by hand":                          namespaceByHand,
		"a wrapper of the built-in":        func(obj any) ([]string, error) { return cache.MetaNamespaceIndexFunc(obj) },
		"a wrapper of a single-valued one": func(obj any) ([]string, error) { return single(obj) },
		"made by reflection": reflect.MakeFunc(reflect.TypeFor[cache.IndexFunc](), func([]reflect.Value) []reflect.Value {
			t.Error("the function was called")
			return nil
		}).Interface().(cache.IndexFunc),
		"of no function": stores.Single(nil),
	}
	for name, f := range others {
		if single, ok := stores.ValueFuncOf(f); ok || single != nil {
			t.Errorf("%s was recognised", name)
		}
	}
	if _, ok := stores.ValueFuncOf(single); !ok {
		t.Error("the function itself was not recognised")
	}
}

// Both forms say the same of every object, in the same words.
func TestBothFormsAgree(t *testing.T) {
	functions := map[string]cache.IndexFunc{
		"namespace": cache.MetaNamespaceIndexFunc,
		"single": stores.Single(func(obj any) (string, bool, error) {
			text, ok := obj.(string)
			if text == "bad" {
				return "ignored", true, errors.New("bad object")
			}
			return text, ok, nil
		}),
	}
	objects := []any{nil, in("team"), in(""), "text", "", "bad", 7, (*metav1.ObjectMeta)(nil), cache.DeletedFinalStateUnknown{Key: "k"}}
	for name, f := range functions {
		for _, obj := range objects {
			if obj == (*metav1.ObjectMeta)(nil) && name == "namespace" {
				continue // client-go's function panics on it
			}
			values, sliceErr := f(obj)
			value, ok, err := valueOf(t, f, obj)
			if (err == nil) != (sliceErr == nil) || err != nil && err.Error() != sliceErr.Error() {
				t.Errorf("%s of %v: errors %v and %v", name, obj, err, sliceErr)
			}
			if err == nil && strings.Join(values, "|") != value || err == nil && (len(values) == 1) != ok {
				t.Errorf("%s of %v: %q and %q, %v", name, obj, values, value, ok)
			}
		}
	}
}

func TestSingleValuesAllocateNothing(t *testing.T) {
	namespace, _ := stores.ValueFuncOf(cache.MetaNamespaceIndexFunc)
	own, _ := stores.ValueFuncOf(stores.Single(constant("value")))
	object := in("team")
	if n := testing.AllocsPerRun(100, func() {
		_, _, _ = namespace(object)
		_, _, _ = own(object)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
