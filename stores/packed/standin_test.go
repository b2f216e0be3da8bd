package packed_test

import (
	"reflect"
	"sync"
	"testing"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

func TestAStandInStandsForItsObject(t *testing.T) {
	items := manyPods(t)
	store := packed.New(nil).(*packed.Store)
	list := staged(store, items)
	check := func(when string, i int, standIn any) {
		t.Helper()
		want := items[i].Object.(*corev1.Pod)
		key, err := cache.MetaNamespaceKeyFunc(standIn)
		about := standIn.(metav1.ObjectMetaAccessor).GetObjectMeta()
		if err != nil || key != items[i].Key || about.GetResourceVersion() != want.ResourceVersion {
			t.Errorf("%s: stands for %q at %q, %v", when, key, about.GetResourceVersion(), err)
		}
		var d differences
		if wrong := d.between(stores.Open(standIn), want); wrong != "" {
			t.Errorf("%s: %s", when, wrong)
		}
	}
	for _, i := range []int{5, len(items) - 5} { // one that is packed, and one that waits
		check("staged", i, list[i].Object)
	}
	if _, exists := store.StandIn(items[5].Key); exists {
		t.Error("the empty store has something")
	}
	store.ReplaceList(list, "1")
	for _, i := range []int{5, len(items) - 5} {
		check("stored", i, list[i].Object)
		standIn, exists := store.StandIn(items[i].Key)
		if !exists {
			t.Fatalf("nothing under %q", items[i].Key)
		}
		check("of the store", i, standIn)
		for _, other := range []any{list[i].Object, standIn, staged(store, items[i:i+1])[0].Object, staged(packed.New(nil).(*packed.Store), items)[5].Object} {
			if same, exists := store.Holds(items[i].Key, other); !exists || same != (stores.Open(other).(*corev1.Pod).Name == items[i].Object.(*corev1.Pod).Name) {
				t.Errorf("Holds(%T) = %v, %v", other, same, exists)
			}
		}
	}
	if a, b := list[5].Object.(metav1.ObjectMetaAccessor).GetObjectMeta(), list[6].Object.(metav1.ObjectMetaAccessor).GetObjectMeta(); a == b {
		t.Error("two stand-ins look like one")
	}
	if obj := store.Stage()("x", "text"); obj != any("text") {
		t.Errorf("%v stands for what is not packed", obj)
	}
}

// Handlers open stand-ins while the store goes on.
func TestStandInsAreOpenedByMany(t *testing.T) {
	items := manyPods(t)
	store := packed.New(workload.Indexers(workload.Pods)).(*packed.Store)
	list := staged(store, items)
	store.ReplaceList(list, "1")
	var group sync.WaitGroup
	for g := range 3 {
		group.Go(func() {
			for i := range list {
				if got := stores.Open(list[i].Object).(*corev1.Pod).Name; got != items[i].Object.(*corev1.Pod).Name {
					t.Errorf("%d: opened %q", g, got)
				}
			}
		})
	}
	group.Go(func() { store.ReplaceList(staged(store, copies(items)), "2") })
	group.Go(func() { store.ReplaceList(staged(store, copies(items)[:100]), "3") })
	group.Wait()
	quiet(t, store)
}

// typesAsked notes which types a codec is asked about.
type typesAsked struct {
	packed.Codec
	types sync.Map
}

func (c *typesAsked) For(t reflect.Type) packed.Coding {
	c.types.Store(t, true)
	return c.Codec.For(t)
}

// A codec of one's own sees objects only.
func TestNoCodecIsAskedAboutStandIns(t *testing.T) {
	items := populationOf(t, workload.Pods, workload.Small, 2100) // a list that is learned from as a whole
	codec := &typesAsked{Codec: packed.Default()}
	store := packed.Options{Codec: codec}.New(nil).(*packed.Store)
	store.ReplaceList(staged(store, items), "1")
	codec.types.Range(func(t1, _ any) bool {
		if t1 != any(reflect.TypeFor[*corev1.Pod]()) {
			t.Errorf("it is asked about %v", t1)
		}
		return true
	})
}
