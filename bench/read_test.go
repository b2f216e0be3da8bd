package bench_test

import (
	"slices"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// reading is one kind of read. The first `cycle` reads together find the whole population once.
type reading struct {
	once  func(i int) (found int)
	cycle int
}

func eachRead(b *testing.B, op string, kind func(b *testing.B, store stores.Store, p *pods) reading) {
	for _, objects := range populations(b) {
		for _, readers := range readerCounts(b) {
			eachStore(b, shape{op, objects, readers, 3}, func(b *testing.B, store stores.Store, p *pods) content {
				r := kind(b, store, p)
				together(b, readers, r.once)
				checkFound(b, r, len(p.keys))
				return func(k int) any { return p.first[k] }
			})
		}
	}
}

func checkFound(b *testing.B, r reading, want int) {
	got := 0
	for i := range r.cycle {
		got += r.once(i)
	}
	if got != want {
		b.Fatalf("%d reads found %d objects, want %d", r.cycle, got, want)
	}
}

// How long does one Get take beside other readers?
func BenchmarkStoreGet(b *testing.B) {
	eachRead(b, "get", func(_ *testing.B, store stores.Store, p *pods) reading {
		return reading{cycle: len(p.keys), once: func(i int) int {
			if _, ok := store.Get(p.keys[i%len(p.keys)]); !ok {
				return 0
			}
			return 1
		}}
	})
}

// How long does it take to read a whole namespace through the index?
func BenchmarkStoreByIndex(b *testing.B) {
	eachRead(b, "byindex", func(b *testing.B, store stores.Store, _ *pods) reading {
		return eachNamespace(b, store, store.ByIndex)
	})
}

// How long does it take to list the keys of a namespace?
func BenchmarkStoreIndexKeys(b *testing.B) {
	eachRead(b, "indexkeys", func(b *testing.B, store stores.Store, _ *pods) reading {
		return eachNamespace(b, store, store.IndexKeys)
	})
}

func eachNamespace[T any](b *testing.B, store stores.Store, read func(index, value string) ([]T, error)) reading {
	// Sorted, so that each variant reads the same namespaces in the same order.
	values := slices.Sorted(slices.Values(store.ListIndexFuncValues(cache.NamespaceIndex)))
	return reading{cycle: len(values), once: func(i int) int {
		found, err := read(cache.NamespaceIndex, values[i%len(values)])
		if err != nil {
			b.Error(err)
		}
		return len(found)
	}}
}

// How long does it take to list everything?
func BenchmarkStoreList(b *testing.B) {
	eachRead(b, "list", func(_ *testing.B, store stores.Store, _ *pods) reading {
		return reading{cycle: 1, once: func(int) int { return len(store.List()) }}
	})
}
