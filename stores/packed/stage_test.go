package packed_test

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"weak"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// staged has the stand-ins of the items in their place.
func staged(store *packed.Store, items []stores.Item) (standIns []stores.Item) {
	stage := store.Stage()
	for _, item := range items {
		standIns = append(standIns, stores.Item{Key: item.Key, Object: stage(item.Key, item.Object)})
	}
	return standIns
}

// manyPods are more than are packed at once, and some that are left over. Under the race detector they are
// small.
func manyPods(t *testing.T) []stores.Item {
	return populationOf(t, workload.Pods, workload.Small, 600)
}

func TestStagedObjectsAreStoredAsOthersAre(t *testing.T) {
	for name, write := range writes {
		if name == "deletes" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			items := manyPods(t)
			plain, store := uncached(workload.Pods), uncached(workload.Pods)
			write(plain, items)
			write(store, staged(store, items))
			mustEqual(t, store, items)
			if got, want := store.LastStoreSyncResourceVersion(), plain.LastStoreSyncResourceVersion(); got != want && name != "Replace" {
				t.Errorf("the store is at %q, and at %q without stand-ins", got, want)
			}
			for index := range workload.Indexers(workload.Pods) {
				mustIndexAlike(t, store, plain, index)
			}
			quiet(t, store)
		})
	}
}

func mustIndexAlike(t *testing.T, got, want *packed.Store, index string) {
	t.Helper()
	values := want.ListIndexFuncValues(index)
	found := got.ListIndexFuncValues(index)
	slices.Sort(values)
	slices.Sort(found)
	if !slices.Equal(found, values) {
		t.Fatalf("index %s has %d values, want %d", index, len(found), len(values))
	}
	for _, value := range values {
		keys, _ := want.IndexKeys(index, value)
		if found, err := got.IndexKeys(index, value); err != nil || !slices.Equal(found, keys) {
			t.Fatalf("index %s has %d keys under %q, want %d: %v", index, len(found), value, len(keys), err)
		}
	}
}

// counting counts what is decoded.
type counting struct {
	packed.Codec
	decoded atomic.Int64
}

func (c *counting) For(t reflect.Type) packed.Coding {
	coding := c.Codec.For(t)
	if coding == nil {
		return nil
	}
	return countingCoding{coding, &c.decoded}
}

type countingCoding struct {
	packed.Coding
	decoded *atomic.Int64
}

func (c countingCoding) Decode(data []byte) (any, error) {
	c.decoded.Add(1)
	return c.Coding.Decode(data)
}

// Index functions see each object once, when it is staged. Only an index that was added since has to have
// it decoded.
func TestNothingIsDecodedToWriteAStagedList(t *testing.T) {
	items := manyPods(t)
	codec := &counting{Codec: packed.Default()}
	store := packed.Options{Codec: codec, Cache: -1}.New(workload.Indexers(workload.Pods)).(*packed.Store)
	list := staged(store, items)
	store.ReplaceList(list, "1")
	if n := codec.decoded.Load(); n > 0 {
		t.Errorf("%d objects were decoded", n)
	}
	again := staged(store, copies(items))
	added := cache.Indexers{"added": func(obj any) ([]string, error) { return []string{obj.(*corev1.Pod).Spec.NodeName}, nil }}
	if err := store.AddIndexers(added); err != nil {
		t.Fatal(err)
	}
	store.ReplaceList(again, "2")
	plain := uncached(workload.Pods)
	if err := plain.AddIndexers(added); err != nil {
		t.Fatal(err)
	}
	plain.ReplaceList(items, "2")
	for index := range plain.GetIndexers() {
		mustIndexAlike(t, store, plain, index)
	}
}

// An index function that fails for a staged object fails where the list is written: nothing changes.
func TestAnIndexFunctionThatFailsIsMetWhenTheListIsWritten(t *testing.T) {
	items := manyPods(t)
	bad := items[3].Key
	indexers := cache.Indexers{"i": func(obj any) ([]string, error) {
		if key, _ := cache.MetaNamespaceKeyFunc(obj); key == bad {
			return nil, fmt.Errorf("no index of %s", key)
		}
		return []string{"a"}, nil
	}}
	store := packed.Options{}.New(indexers).(*packed.Store)
	store.ReplaceList(items[10:20], "1")
	list := staged(store, items)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		store.ReplaceList(list, "2")
	}()
	if store.Len() != 10 || store.LastStoreSyncResourceVersion() != "1" {
		t.Errorf("%d objects at %q", store.Len(), store.LastStoreSyncResourceVersion())
	}
	store.ReplaceList(append(list[:3:3], list[4:]...), "3") // the stand-ins are good for another try
	if keys, _ := store.IndexKeys("i", "a"); len(keys) != len(items)-1 {
		t.Errorf("%d keys", len(keys))
	}
	quiet(t, store)
}

// A list that is staged is not held as it came, but for what waits to be packed together.
func TestStagedObjectsAreNotHeldAsTheyCame(t *testing.T) {
	const waiting = 512
	store := packed.New(workload.Indexers(workload.Pods)).(*packed.Store)
	items := manyPods(t)
	var list []stores.Item
	pods := storeCopies(store, items, func(store *packed.Store, items []stores.Item) { list = staged(store, items) })
	if alive := alive(pods); alive > len(items)-waiting {
		t.Errorf("%d of %d objects are held", alive, len(items))
	}
	store.ReplaceList(list, "1")
	if alive := alive(pods); alive > 0 {
		t.Errorf("%d objects are held when all are stored", alive)
	}
	runtime.KeepAlive(list)
	runtime.KeepAlive(store)
}

// alive waits for the collector to find what nobody holds.
func alive(pods []weak.Pointer[corev1.Pod]) (n int) {
	for range 20 {
		runtime.GC()
		n = 0
		for _, pod := range pods {
			if pod.Value() != nil {
				n++
			}
		}
	}
	return n
}

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

// What was staged while the store had the same in the same version keeps its record, and what hangs on it.
func TestStagingKeepsWhatHasNotChanged(t *testing.T) {
	items := somePods(t, 30)
	store := packed.New(workload.Indexers(workload.Pods)).(*packed.Store)
	store.ReplaceList(items, "1")
	before, _ := store.Get(items[4].Key)
	store.ReplaceList(staged(store, copies(items)), "2")
	if after, _ := store.Get(items[4].Key); after != before {
		t.Error("it was packed again")
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

// What has not changed is compared, and neither packed anew for a dictionary that was learned since nor written; its stand-in
// keeps nothing of its own.
func TestWhatIsListedAgainIsNotPackedAgain(t *testing.T) {
	items := manyPods(t)
	codec := &counting{Codec: packed.Default()}
	store := packed.Options{Codec: codec}.New(workload.Indexers(workload.Pods)).(*packed.Store)
	store.ReplaceList(staged(store, items), "1")
	for range 3 {
		var again []stores.Item
		pods := storeCopies(store, items, func(store *packed.Store, items []stores.Item) { again = staged(store, items) })
		for i, item := range again {
			// The last ones wait, and are not packed at all.
			if held, _ := store.StandIn(item.Key); i < 512 && !packed.SameRecord(held, item.Object) {
				t.Fatalf("%s was packed again", items[i].Key)
			}
			if same, exists := store.Holds(item.Key, item.Object); !same || !exists {
				t.Fatalf("%s is not the same", items[i].Key)
			}
		}
		if alive := alive(pods); alive > 0 {
			t.Errorf("%d objects are held", alive)
		}
		runtime.KeepAlive(again)
	}
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

// Who writes one of the objects beside a list that has it as well, in the same version and so in the same record, may
// meet what is foretold of it.
func TestOthersWriteBesideAStagedList(t *testing.T) {
	items := somePods(t, 60)
	store := packed.Options{Processors: 1}.New(workload.Indexers(workload.Pods)).(*packed.Store)
	store.ReplaceList(items, "1")
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				store.Update(items[i%len(items)].Key, items[i%len(items)].Object)
			}
		}
	})
	for range scaled(200, 100) {
		store.ReplaceList(staged(store, items), "2")
	}
	close(stop)
	group.Wait()
	mustEqual(t, store, items)
}
