package packed_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"informerbench/stores"
	"informerbench/stores/clientgo"
	"informerbench/stores/mvcc"
	"informerbench/stores/packed"
	"informerbench/workload"

	"k8s.io/client-go/tools/cache"
)

var benchSizes = []int{10_000, 100_000}

var populations sync.Map

func benchPopulation(b *testing.B, n int) []stores.Item {
	once, _ := populations.LoadOrStore(n, sync.OnceValue(func() []stores.Item { return population(b, workload.Pods, n) }))
	return once.(func() []stores.Item)()
}

var constructors = []struct {
	name string
	new  stores.Constructor
}{{"clientgo", clientgo.New}, {"mvcc", mvcc.New}, {"packed", packed.New}}

// BenchmarkMemory reports what a store with three indexes takes for each object. The
// other stores' objects are the population itself, so that their lines show the store alone; decoded-B/obj is what
// the population takes.
func BenchmarkMemory(b *testing.B) {
	for _, n := range benchSizes {
		for _, c := range constructors {
			b.Run(fmt.Sprintf("store=%s/objects=%d", c.name, n), func(b *testing.B) {
				empty := heap()
				items := population(b, workload.Pods, n)
				full := heap()
				var store stores.Store
				for b.Loop() {
					store = c.new(workload.Indexers(workload.Pods))
					replaceAll(store, items)
				}
				b.ReportMetric(float64(int64(heap())-int64(full))/float64(n), "store-B/obj")
				b.ReportMetric(float64(full-empty)/float64(n), "decoded-B/obj")
				runtime.KeepAlive(store)
				runtime.KeepAlive(items)
			})
		}
	}
}

func replaceAll(store stores.Store, items []stores.Item) {
	if replacer, ok := store.(stores.ListReplacer); ok {
		replacer.ReplaceList(items, "1")
		return
	}
	all := map[string]any{}
	for _, item := range items {
		all[item.Key] = item.Object
	}
	store.Replace(all, "1")
}

func benchEach(b *testing.B, run func(b *testing.B, store stores.Store, items []stores.Item)) {
	const n = 10_000
	for _, c := range constructors[1:] {
		b.Run(fmt.Sprintf("store=%s/objects=%d", c.name, n), func(b *testing.B) {
			items := benchPopulation(b, n)
			store := c.new(workload.Indexers(workload.Pods))
			replaceAll(store, items)
			b.ReportAllocs()
			b.ResetTimer()
			run(b, store, items)
		})
	}
}

func BenchmarkGetHot(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		for i := 0; b.Loop(); i++ {
			store.Get(items[i%50].Key)
		}
	})
}

func BenchmarkGetCold(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		for i := 0; b.Loop(); i++ {
			store.Get(items[i*7919%len(items)].Key)
		}
	})
}

func BenchmarkUpdate(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		for i := 0; b.Loop(); i++ {
			item := items[i*7919%len(items)]
			store.Update(item.Key, item.Object)
		}
	})
}

func BenchmarkList(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		for b.Loop() {
			store.List()
		}
	})
}

func BenchmarkByIndex(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		nodes := store.ListIndexFuncValues(workload.NodeIndex)
		for i := 0; b.Loop(); i++ {
			if _, err := store.ByIndex(workload.NodeIndex, nodes[i%len(nodes)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkReplaceList(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		for b.Loop() {
			store.(stores.ListReplacer).ReplaceList(items, "2")
		}
	})
}

var _ cache.ThreadSafeStore = (*packed.Store)(nil)
