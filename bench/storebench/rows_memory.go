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

// memory fills a store from a list, as an informer does, and compares live heap and collections with
// the store and without it. churned is the heap after every tenth object was updated, and every
// tenth deleted and added again.
func memory(c *cell, indexes int) ([]float64, error) {
	s, values := newSpecks(c.objects), numbers(0, c.objects/perOwner)
	base := liveHeap()
	store := featuresOf(c.store(speckIndexers(indexes, values)))
	store.ReplaceList(s.items, "1")
	heap := liveHeap()
	with := c.collections()
	s.churn(store)
	churned := liveHeap()
	if got := len(store.ListKeys()); got != c.objects {
		return nil, fmt.Errorf("the store has %d keys, want %d", got, c.objects)
	}
	store = features{}
	liveHeap()
	without := c.collections()
	// What the store referred to beside its own must be there without it, too.
	runtime.KeepAlive(s)
	runtime.KeepAlive(values)
	n := float64(c.objects)
	return []float64{(float64(heap) - float64(base)) / n, (float64(churned) - float64(base)) / n, with - without}, nil
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
	count := min(31, max(7, 1_500_000/c.objects))
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
