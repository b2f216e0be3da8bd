package packed_test

import (
	"runtime"
	"slices"
	"testing"
	"weak"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"

	corev1 "k8s.io/api/core/v1"
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
			if got, want := store.LastStoreSyncResourceVersion(), plain.LastStoreSyncResourceVersion(); got != want {
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
