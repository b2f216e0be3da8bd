package storetest

import (
	"fmt"
	"runtime"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// fieldChecks are defects from the field that need a load, but no concurrency.
func fieldChecks() []check {
	return []check{
		{name: "index values that come and go leave nothing behind", verify: churnLeavesNothing},
		{name: "a comma-split index equals brute force through many updates", verify: commasThroughUpdates},
	}
}

// churnLeavesNothing: objects with an index value of their own come and go by
// Delete, Update and Replace. Sets kept empty under values that never come back
// made controllers grow until they were killed (kubernetes/kubernetes#84959).
func churnLeavesNothing(s Subject) error {
	const rounds, settled = 10, 3
	n := scaled(20_000)
	if full() {
		n = 100_000
	}
	store := s.New(only("single"))
	var before uint64
	for round := range rounds {
		if round == settled {
			before = liveHeap()
		}
		if err := churn(store, round, n); err != nil {
			return fmt.Errorf("round %d: %w", round, err)
		}
	}
	after := liveHeap()
	runtime.KeepAlive(store)
	// An empty set weighs at least 48 bytes, its value and map cell as much
	// again, and three batches of values came and went in each round. A tenth of
	// that is far above the noise of a quiet process, 1 MB allows for the small n.
	if limit := before + uint64((rounds-settled)*n*3*96/10) + 1<<20; after > limit {
		return fmt.Errorf("live heap grew from %d to %d bytes in %d rounds", before, after, rounds-settled)
	}
	return nil
}

func churn(store stores.Store, round, n int) error {
	transact(store, n, func(i int) cache.ThreadSafeStoreTransaction {
		return entry(cache.TransactionTypeAdd, churnKey(i), newObject(fmt.Sprint("add-", round, i), "x", "1"))
	})
	for i := 0; i < n; i += 2 { // single writes for one half, a transaction for the other
		store.Delete(churnKey(i))
	}
	transact(store, n/2, func(i int) cache.ThreadSafeStoreTransaction { return drop(churnKey(2*i+1), nil) })
	if err := noIndexValues(store, "after add and delete"); err != nil {
		return err
	}
	transact(store, n, func(i int) cache.ThreadSafeStoreTransaction {
		return put(churnKey(i), newObject(fmt.Sprint("update-", round, i), "x", "1"))
	})
	transact(store, n, func(i int) cache.ThreadSafeStoreTransaction { return put(churnKey(i), newObject("same", "x", "1")) })
	if values := store.ListIndexFuncValues("single"); len(values) != 1 {
		return fmt.Errorf("after updates to one value there are %d values", len(values))
	}
	transact(store, n, func(i int) cache.ThreadSafeStoreTransaction {
		return put(churnKey(i), newObject(fmt.Sprint("replace-", round, i), "x", "1"))
	})
	store.Replace(map[string]any{}, "1")
	return noIndexValues(store, "after Replace with nothing")
}

func churnKey(i int) string { return fmt.Sprint("ns/", i) }

// transact writes n entries in transactions of the size that informers use.
func transact(store stores.Store, n int, at func(int) cache.ThreadSafeStoreTransaction) {
	const size = 1000
	entries := make([]cache.ThreadSafeStoreTransaction, 0, size)
	for i := range n {
		if entries = append(entries, at(i)); len(entries) == size || i == n-1 {
			store.Transaction(entries...)
			entries = make([]cache.ThreadSafeStoreTransaction, 0, size)
		}
	}
}

func noIndexValues(store stores.Store, when string) error {
	if values := store.ListIndexFuncValues("single"); len(values) != 0 {
		return fmt.Errorf("%s %d index values are left", when, len(values))
	}
	return nil
}

// liveHeap collects twice, for the first collection may only queue finalizers.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// commasThroughUpdates takes one object through every pair of subsets of three
// tags (kubernetes/kubernetes#109115).
func commasThroughUpdates(s Subject) error {
	subsets := []string{"", "a", "b", "c", "a,b", "b,a", "a,c", "b,c", "a,b,c", "a,a", "c,b,a,c"}
	m := newMachine(s, only("commas"))
	for _, from := range subsets {
		for _, to := range subsets {
			for _, tags := range []string{from, to} {
				if err := m.do(op{kind: opUpdate, key: "ns/k", object: tagged("k", tags)}); err != nil {
					return err
				}
			}
			if err := m.verify(); err != nil {
				return fmt.Errorf("from %q to %q: %w", from, to, err)
			}
		}
	}
	return nil
}
