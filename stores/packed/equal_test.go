package packed_test

import (
	"context"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"

	"k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/cache"
)

// population returns real objects of a resource, with their keys.
func population(t testing.TB, r workload.Resource, n int) []stores.Item {
	t.Helper()
	p, err := workload.Generate(context.Background(), workload.Config{Seed: 7, Objects: n, Profile: workload.Real, Resources: []workload.Resource{r}})
	if err != nil {
		t.Fatal(err)
	}
	var items []stores.Item
	for _, obj := range p.Objects(r) {
		key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, stores.Item{Key: key, Object: obj})
	}
	return items
}

// mustEqual holds everything that a store shows against what was put in, and wants nothing of it
// to be kept as it is.
func mustEqual(t *testing.T, store *packed.Store, items []stores.Item) {
	t.Helper()
	if stats := store.Stats(); stats.Live > 0 || stats.Packed != len(items) {
		t.Errorf("%d objects are packed and %d are not, of %d", stats.Packed, stats.Live, len(items))
	}
	all := map[string]any{}
	for key, obj := range store.All() {
		all[key] = obj
	}
	for _, item := range items {
		got, exists := store.Get(item.Key)
		for _, obj := range []any{got, all[item.Key]} {
			if !exists || obj == item.Object || !equality.Semantic.DeepEqual(obj, item.Object) {
				t.Fatalf("%s is %v\nwant %v", item.Key, obj, item.Object)
			}
		}
	}
}

func TestRealObjectsAreEqual(t *testing.T) {
	for _, r := range workload.Resources() {
		t.Run(string(r), func(t *testing.T) {
			items := population(t, r, 150)
			listed := packed.New(workload.Indexers(r)).(*packed.Store)
			listed.ReplaceList(items, "1")
			mustEqual(t, listed, items)
			single := packed.New(workload.Indexers(r)).(*packed.Store)
			for _, item := range items {
				single.Add(item.Key, item.Object)
			}
			mustEqual(t, single, items)
			for name := range workload.Indexers(r) {
				if a, b := listed.ListIndexFuncValues(name), single.ListIndexFuncValues(name); len(a) != len(b) {
					t.Errorf("index %s has %d values after a list and %d after single writes", name, len(a), len(b))
				}
			}
		})
	}
}

// fuzzedEach is how many random objects of each kind are looked at.
const fuzzedEach = 2

// Every kind that client-go knows, with random content.
func TestKindsOfTheAPIAreEqual(t *testing.T) {
	const seed = 1
	fill := fuzzer.FuzzerFor(metafuzzer.Funcs, rand.NewSource(seed), serializer.NewCodecFactory(scheme.Scheme))
	seen := 0
	for _, goType := range knownTypes() {
		coding := packed.Default().For(reflect.PointerTo(goType))
		if coding == nil {
			t.Errorf("%v has no coding", goType)
			continue
		}
		seen++
		for range fuzzedEach {
			obj := reflect.New(goType).Interface().(runtime.Object)
			fill.Fill(obj)
			obj.GetObjectKind().SetGroupVersionKind(scheme.Scheme.PrioritizedVersionsAllGroups()[0].WithKind("AnyKind"))
			mustRoundTrip(t, coding, obj)
		}
	}
	if seen < 100 {
		t.Errorf("only %d kinds were looked at", seen)
	}
}

func mustRoundTrip(t *testing.T, coding packed.Coding, obj any) {
	t.Helper()
	data, err := coding.Append([]byte("before"), obj)
	if err != nil || !strings.HasPrefix(string(data), "before") {
		t.Fatalf("%T does not encode: %v", obj, err)
	}
	got, err := coding.Decode(data[len("before"):])
	if err != nil {
		t.Fatalf("%T does not decode: %v", obj, err)
	}
	clear(data) // which the object must not refer to
	if !equality.Semantic.DeepEqual(got, obj) {
		t.Fatalf("%T: got %v\nwant %v", obj, got, obj)
	}
}

// knownTypes are the types of the API's kinds that have metadata, each once, in order of names.
func knownTypes() []reflect.Type {
	types := map[reflect.Type]bool{}
	for _, goType := range scheme.Scheme.AllKnownTypes() {
		if _, err := meta.Accessor(reflect.New(goType).Interface()); err == nil {
			types[goType] = true
		}
	}
	sorted := make([]reflect.Type, 0, len(types))
	for goType := range types {
		sorted = append(sorted, goType)
	}
	slices.SortFunc(sorted, func(a, b reflect.Type) int {
		return strings.Compare(a.PkgPath()+a.Name(), b.PkgPath()+b.Name())
	})
	return sorted
}
