package packed_test

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"informerbench/stores/packed"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/kubernetes/scheme"
	"pgregory.net/rapid"
	"sigs.k8s.io/randfill"
)

var codecs = serializer.NewCodecFactory(scheme.Scheme)

// filler makes random content of a seed.
func filler(seed int64) *randfill.Filler {
	return fuzzer.FuzzerFor(metafuzzer.Funcs, rand.NewSource(seed), codecs)
}

// frequent are the kinds that clusters have most of. widget is a custom resource of a Go type, which is packed as JSON.
var frequent = []any{
	&corev1.Pod{}, &corev1.Node{}, &appsv1.ReplicaSet{}, &appsv1.Deployment{}, &discoveryv1.EndpointSlice{}, &batchv1.Job{},
	&corev1.ConfigMap{}, &corev1.Secret{}, &corev1.Event{}, &coordinationv1.Lease{}, &metav1.PartialObjectMetadata{}, &widget{},
}

// Random objects of the kinds that clusters have most of go through a store and come back semantically
// equal, by every way to read. To reflect.DeepEqual they differ in what is allowed only.
func TestFrequentKindsComeBackAsTheyWere(t *testing.T) {
	notAboutRaces(t)
	codec := packed.First(packed.Default(), packed.JSON(&widget{}))
	for _, example := range frequent {
		t.Run(fmt.Sprintf("%T", example), func(t *testing.T) {
			store := packed.Options{Codec: codec, Cache: -1}.New(nil).(*packed.Store)
			seen := differences{}
			rapid.Check(t, func(rt *rapid.T) {
				for range 5 {
					obj := reflect.New(reflect.TypeOf(example).Elem()).Interface()
					filler(rapid.Int64().Draw(rt, "seed")).Fill(obj)
					key := fmt.Sprint(rapid.IntRange(0, 3).Draw(rt, "key"))
					store.Update(key, obj)
					comesBack(rt, store, key, obj, seen)
				}
			})
			if stats := store.Stats(); stats.Live > 0 {
				t.Errorf("%d objects were kept as they are", stats.Live)
			}
			t.Logf("differences to reflect.DeepEqual: %v", seen)
		})
	}
}

func comesBack(rt *rapid.T, store *packed.Store, key string, obj any, seen differences) {
	for how, got := range reads(store, key) {
		if !equality.Semantic.DeepEqual(got, obj) {
			rt.Fatalf("%s: got %+v\nwant %+v", how, got, obj)
		}
		if wrong := seen.between(got, obj); wrong != "" {
			rt.Fatalf("%s: %s", how, wrong)
		}
	}
}

// reads are what ways to read show under a key.
func reads(store *packed.Store, key string) map[string]any {
	got := map[string]any{}
	got["Get"], _ = store.Get(key)
	snapshot := store.Snapshot()
	defer snapshot.Close()
	got["a snapshot"], _ = snapshot.Get(key)
	for k, obj := range store.All() {
		if k == key {
			got["All"] = obj
		}
	}
	return got
}

// Every kind that client-go knows, with random content.
func TestKindsOfTheAPIAreEqual(t *testing.T) {
	notAboutRaces(t)
	fill, seen, kinds := filler(1), differences{}, 0
	for _, goType := range knownTypes() {
		coding := packed.Default().For(reflect.PointerTo(goType))
		if coding == nil {
			t.Errorf("%v has no coding", goType)
			continue
		}
		kinds++
		for range 10 {
			obj := reflect.New(goType).Interface().(runtime.Object)
			fill.Fill(obj)
			obj.GetObjectKind().SetGroupVersionKind(scheme.Scheme.PrioritizedVersionsAllGroups()[0].WithKind("AnyKind"))
			if wrong := seen.between(mustRoundTrip(t, coding, obj), obj); wrong != "" {
				t.Errorf("%v: %s", goType, wrong)
			}
		}
	}
	if kinds < 100 {
		t.Errorf("only %d kinds were looked at", kinds)
	}
	t.Logf("differences to reflect.DeepEqual: %v", seen)
}

func mustRoundTrip(t *testing.T, coding packed.Coding, obj any) any {
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
	return got
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
