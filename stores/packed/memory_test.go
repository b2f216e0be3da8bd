package packed_test

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"informerbench/stores"
	"informerbench/stores/packed"
	"informerbench/workload"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func adding(items []stores.Item) []cache.ThreadSafeStoreTransaction {
	var entries []cache.ThreadSafeStoreTransaction
	for _, item := range items {
		entries = append(entries, cache.ThreadSafeStoreTransaction{Key: item.Key, Transaction: cache.Transaction{Type: cache.TransactionTypeUpdate, Object: item.Object}})
	}
	return entries
}

// writes are all ways to store objects.
var writes = map[string]func(store *packed.Store, items []stores.Item){
	"Update": func(store *packed.Store, items []stores.Item) {
		for _, item := range items {
			store.Update(item.Key, item.Object)
		}
	},
	"Transaction":   func(store *packed.Store, items []stores.Item) { store.Transaction(adding(items)...) },
	"TransactionAt": func(store *packed.Store, items []stores.Item) { store.TransactionAt("9", adding(items)...) },
	"ReplaceList":   func(store *packed.Store, items []stores.Item) { store.ReplaceList(items, "9") },
	"Replace": func(store *packed.Store, items []stores.Item) {
		all := map[string]any{}
		for _, item := range items {
			all[item.Key] = item.Object
		}
		store.Replace(all, "9")
	},
	"deletes": func(store *packed.Store, items []stores.Item) {
		for _, item := range items {
			store.Add(item.Key, item.Object)
			store.DeleteWithObject(item.Key, item.Object)
		}
		drop := cache.Transaction{Type: cache.TransactionTypeDelete, Object: items[0].Object}
		store.Transaction(cache.ThreadSafeStoreTransaction{Key: "x", Transaction: drop}, cache.ThreadSafeStoreTransaction{Key: "y", Transaction: drop})
	},
}

// TestNothingOfAPackedObjectIsKept: without a cache, as soon as a write has returned, the object is its
// caller's alone. With one that is so of what was replaced or deleted since.
func TestNothingOfAPackedObjectIsKept(t *testing.T) {
	for name, write := range writes {
		t.Run(name, func(t *testing.T) {
			store := uncached(workload.Pods)
			if alive := aliveAfter(t, store, write); alive > 0 {
				t.Errorf("%d objects are alive", alive)
			}
			store = packed.New(workload.Indexers(workload.Pods)).(*packed.Store)
			alive := aliveAfter(t, store, func(store *packed.Store, items []stores.Item) {
				write(store, items)
				for i, item := range copies(items) {
					if item.Object.(*corev1.Pod).ResourceVersion += "0"; i%2 == 0 {
						store.Delete(item.Key)
					} else {
						store.Update(item.Key, item.Object)
					}
				}
			})
			if alive > 0 {
				t.Errorf("%d objects are alive that were replaced or deleted", alive)
			}
		})
	}
}

// aliveAfter is how many of the objects that were written stay alive, of which nobody else knows.
func aliveAfter(t *testing.T, store *packed.Store, write func(*packed.Store, []stores.Item)) (alive int) {
	pods := storeCopies(store, somePods(t, scaled(40, 15)), write)
	for range 20 {
		runtime.GC()
		alive = 0
		for _, pod := range pods {
			if pod.Value() != nil {
				alive++
			}
		}
		if alive == 0 {
			break
		}
	}
	runtime.KeepAlive(store)
	return alive
}

// storeCopies stores copies of which nobody else knows.
func storeCopies(store *packed.Store, items []stores.Item, write func(*packed.Store, []stores.Item)) (pods []weak.Pointer[corev1.Pod]) {
	copied := copies(items)
	for _, item := range copied {
		pods = append(pods, weak.Make(item.Object.(*corev1.Pod)))
	}
	write(store, copied)
	return pods
}

func heap() uint64 {
	for range 3 { // pools and cleanups need more than one
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestChurnLeavesNothingBehind: generation after generation of the same keys, and of others, leaves the
// heap as it was.
func TestChurnLeavesNothingBehind(t *testing.T) {
	notAboutRaces(t)
	items := population(t, workload.Pods, 400)
	store := packed.New(workload.Indexers(workload.Pods)).(*packed.Store)
	churn := func(from, to int) {
		for generation := from; generation < to; generation++ {
			for i, item := range items {
				pod := item.Object.(*corev1.Pod).DeepCopy()
				pod.ResourceVersion = fmt.Sprint(generation*len(items) + i)
				pod.Spec.NodeName = fmt.Sprint("node-", generation, "-", i%10)
				store.Update(item.Key, pod)
				store.Get(item.Key)
				store.Update(fmt.Sprint("coming and going ", generation, " ", i), pod)
				store.Delete(fmt.Sprint("coming and going ", generation, " ", i-5))
				if i < 5 {
					store.Delete(fmt.Sprint("coming and going ", generation-1, " ", len(items)-1-i))
				}
			}
		}
	}
	churn(0, 5) // the dictionary and the cache have what they need
	before := heap()
	churn(5, 15)
	after := heap()
	if after > before+before/20+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
	if n := store.Stats().Packed; n != len(items)+5 {
		t.Errorf("%d objects are stored", n)
	}
}

// TestMemoryOfAnObject: the heap that one object more takes is about what its bytes are.
func TestMemoryOfAnObject(t *testing.T) {
	notAboutRaces(t)
	const n = 2100
	items := population(t, workload.Pods, n)
	before := heap()
	store := packed.New(workload.Indexers(workload.Pods)).(*packed.Store)
	store.ReplaceList(items, "1")
	took := int64(heap() - before)
	stats := store.Stats()
	t.Logf("a pod takes %d bytes, %d of them packed", took/n, stats.PackedBytes/n)
	// An encoder with its tables, the dictionary in it and in the decoder, and a store's tables.
	const fixed, each = 3 << 20, 600
	if took > stats.PackedBytes+stats.PackedBytes/6+n*each+fixed {
		t.Errorf("%d objects of %d packed bytes take %d", n, stats.PackedBytes, took)
	}
	runtime.KeepAlive(items)
	runtime.KeepAlive(store)
}
