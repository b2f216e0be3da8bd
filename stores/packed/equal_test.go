package packed_test

import (
	"reflect"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"

	"k8s.io/apimachinery/pkg/api/equality"
)

// uncached is a store of which every read decodes.
func uncached(r workload.Resource) *packed.Store {
	return packed.Options{Cache: -1}.New(workload.Indexers(r)).(*packed.Store)
}

// bare is one without indexes.
func bare() *packed.Store { return packed.Options{Cache: -1}.New(nil).(*packed.Store) }

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
			if !exists || !equality.Semantic.DeepEqual(obj, item.Object) {
				t.Fatalf("%s is %v\nwant %v", item.Key, obj, item.Object)
			}
		}
	}
}

// The populations were decoded once, as objects from a watch are. They come back exactly: what
// protobuf and JSON cannot tell is not in them.
func TestRealObjectsAreEqual(t *testing.T) {
	notAboutRaces(t)
	for _, r := range workload.Resources() {
		t.Run(string(r), func(t *testing.T) {
			items := population(t, r, 150)
			listed := uncached(r)
			listed.ReplaceList(items, "1")
			mustEqual(t, listed, items)
			single := uncached(r)
			for _, item := range items {
				single.Add(item.Key, item.Object)
				if got, _ := single.Get(item.Key); got == item.Object || !reflect.DeepEqual(got, item.Object) {
					t.Fatalf("%s is %v\nwant %v", item.Key, got, item.Object)
				}
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
