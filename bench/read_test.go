package bench_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// beside runs read in readers-1 goroutines of their own while body measures one more.
func beside(readers int, read func(i int), body func()) {
	var (
		stop atomic.Bool
		wg   sync.WaitGroup
	)
	for r := range readers - 1 {
		wg.Go(func() {
			for i := r; !stop.Load(); i++ {
				read(i)
			}
		})
	}
	body()
	stop.Store(true)
	wg.Wait()
}

func eachRead(b *testing.B, op string, read func(store stores.Store, p *pods) func(i int)) {
	for _, objects := range populations(b) {
		for _, readers := range readerCounts(b) {
			eachStore(b, shape{op, objects, readers, 3}, func(b *testing.B, store stores.Store, p *pods) {
				once := read(store, p)
				beside(readers, once, func() {
					for i := 0; b.Loop(); i++ {
						once(i)
					}
				})
			})
		}
	}
}

// How long does one Get take beside other readers?
func BenchmarkStoreGet(b *testing.B) {
	eachRead(b, "get", func(store stores.Store, p *pods) func(int) {
		return func(i int) { store.Get(p.keys[i%len(p.keys)]) }
	})
}

// How long does it take to read a whole namespace through the index?
func BenchmarkStoreByIndex(b *testing.B) {
	eachRead(b, "byindex", func(store stores.Store, _ *pods) func(int) {
		values := store.ListIndexFuncValues(cache.NamespaceIndex)
		return func(i int) { store.ByIndex(cache.NamespaceIndex, values[i%len(values)]) }
	})
}

// How long does it take to list the keys of a namespace?
func BenchmarkStoreIndexKeys(b *testing.B) {
	eachRead(b, "indexkeys", func(store stores.Store, _ *pods) func(int) {
		values := store.ListIndexFuncValues(cache.NamespaceIndex)
		return func(i int) { store.IndexKeys(cache.NamespaceIndex, values[i%len(values)]) }
	})
}

// How long does it take to list everything?
func BenchmarkStoreList(b *testing.B) {
	eachRead(b, "list", func(store stores.Store, _ *pods) func(int) {
		return func(int) { store.List() }
	})
}
