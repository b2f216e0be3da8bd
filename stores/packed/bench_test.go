package packed_test

import (
	"fmt"
	"runtime"
	"testing"

	"informerbench/stores"
	"informerbench/stores/clientgo"
	"informerbench/stores/mvcc"
	"informerbench/stores/packed"
	"informerbench/workload"

	"k8s.io/client-go/tools/cache"
)

var benchSizes = []int{10_000, 100_000}

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
				items := generate(b, workload.Pods, workload.Real, n)
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

// benchEach runs over 10,000 pods in mvcc, where objects are as they are, and here.
func benchEach(b *testing.B, run func(b *testing.B, store stores.Store, items []stores.Item)) {
	const n = 10_000
	for _, c := range constructors[1:] {
		b.Run(fmt.Sprintf("store=%s/objects=%d", c.name, n), func(b *testing.B) {
			items := population(b, workload.Pods, n)
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

// BenchmarkGetHotTogether reads the same few objects on all processors.
func BenchmarkGetHotTogether(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				store.Get(items[i%5].Key)
			}
		})
	})
}

func BenchmarkGetCold(b *testing.B) {
	benchEach(b, func(b *testing.B, store stores.Store, items []stores.Item) {
		for i := 0; b.Loop(); i++ {
			store.Get(items[i*7919%len(items)].Key)
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

var _ cache.ThreadSafeStore = (*packed.Store)(nil)
