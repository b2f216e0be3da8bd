package storebench

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// memoryRows: how much heap does a store take for each object, and how much longer does that
// make a collection? Objects and key strings are held elsewhere.
func memoryRows() []Row {
	var rows []Row
	for _, indexes := range []int{3, 0} {
		rows = append(rows, Row{
			Op: "memory", Params: []string{fmt.Sprintf("indexes=%d", indexes)},
			Units: []string{"heap-B/object", "churned-B/object", "gc-ns"}, on: onNothing,
			measure: func(c *cell) ([]float64, error) { return memory(c, indexes) },
		})
	}
	return rows
}

// speck is an object of 16 bytes without pointers: marking a million of them takes so
// little that what a store adds is seen.
type speck struct{ namespace, node, owner, version uint32 }

// specks are the objects and keys of a population, and its index values.
type specks struct {
	items    []stores.Item
	versions []any
}

func newSpecks(n int) *specks {
	s := &specks{items: make([]stores.Item, n), versions: make([]any, n)}
	for i := range n {
		one := speck{uint32(i / perNamespace), uint32(i % (n / perNode)), uint32(i / perOwner), 1}
		two := one
		two.version = 2
		s.items[i] = stores.Item{Key: fmt.Sprintf("team-%06d/checkout-api-%010d-%05d", one.namespace, one.owner, i), Object: &one}
		s.versions[i] = &two
	}
	return s
}

func speckIndexers(indexes int, values []string) cache.Indexers {
	if indexes == 0 {
		return cache.Indexers{}
	}
	by := func(number func(*speck) uint32) cache.IndexFunc {
		return func(obj any) ([]string, error) { return values[number(obj.(*speck)):][:1], nil }
	}
	return cache.Indexers{
		cache.NamespaceIndex: by(func(s *speck) uint32 { return s.namespace }),
		nodeIndex:            by(func(s *speck) uint32 { return s.node }),
		ownerIndex:           by(func(s *speck) uint32 { return s.owner }),
	}
}

// memorySize is how many objects all stores of a measurement have together: what one store of
// 10,000 adds to a collection is less than how much collections differ.
const memorySize = 100_000

func (c *cell) memoryStores() int {
	if c.pace < 1 {
		return 2
	}
	return max(1, memorySize/c.objects)
}

// memory fills stores of the same objects from a list, as an informer does, and compares live heap and
// collections with the stores and without them. churned is the heap after every tenth object was
// updated, and every tenth deleted and added again.
func memory(c *cell, indexes int) ([]float64, error) {
	s, values := newSpecks(c.objects), numbers(0, c.objects/perOwner)
	all := make([]features, c.memoryStores())
	base := liveHeap()
	for i := range all {
		all[i] = featuresOf(c.store(speckIndexers(indexes, values)))
		all[i].ReplaceList(s.items, "1")
	}
	heap := liveHeap()
	with := c.collections()
	for _, store := range all {
		s.churn(store)
	}
	churned := liveHeap()
	for _, store := range all {
		if got := len(store.ListKeys()); got != c.objects {
			return nil, fmt.Errorf("the store has %d keys, want %d", got, c.objects)
		}
	}
	clear(all)
	liveHeap()
	without := c.collections()
	// What the stores referred to beside their own must be there without them, too.
	runtime.KeepAlive(s)
	runtime.KeepAlive(values)
	runtime.KeepAlive(all)
	n := float64(c.objects * len(all))
	return []float64{
		(float64(heap) - float64(base)) / n, (float64(churned) - float64(base)) / n, (with - without) / float64(len(all)),
	}, nil
}

func (s *specks) churn(store features) {
	for i := 0; i < len(s.items); i += 10 {
		store.Update(s.items[i].Key, s.versions[i])
		store.DeleteWithObject(s.items[i+5].Key, s.items[i+5].Object)
	}
	for i := 5; i < len(s.items); i += 10 {
		store.Add(s.items[i].Key, s.items[i].Object)
	}
}

// liveHeap collects twice and returns what is live: the first collection may leave objects
// behind finalizers and in sync.Pools.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	return readMetric("/gc/heap/live:bytes").Uint64()
}

// collections returns the least CPU time of a forced collection in nanoseconds, over all cores. Nothing
// else runs, so its work is the same each time and a disturbance can only add to it; marking on cores
// that are idle counts.
func (c *cell) collections() float64 {
	count := max(7, min(15, 1_500_000/c.objects))
	if c.pace < 1 {
		count = 3
	}
	times := make([]float64, count)
	for i := range times {
		before := gcSeconds()
		runtime.GC()
		times[i] = gcSeconds() - before
	}
	return slices.Min(times) * 1e9
}

func gcSeconds() float64 { return readMetric("/cpu/classes/gc/total:cpu-seconds").Float64() }

func readMetric(name string) metrics.Value {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value
}
