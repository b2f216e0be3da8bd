package storetest

import (
	"fmt"
	"runtime"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// shrinks: what a store needs for itself after nine of ten keys are gone is well below
// what it needed for all. Objects and keys are held elsewhere, so that only the store
// counts. It is asked of this repository's stores only: Go's maps never shrink.
func shrinks(s Subject) error {
	return needing[stores.Extended](s, func() error {
		n := max(scaled(100_000), 20_000)
		keys, objects := make([]string, n), make([]any, n)
		for i := range n {
			keys[i] = churnKey(i)
			objects[i] = newObject(fmt.Sprint("n", i%(n/100)), keys[i], "1")
		}
		for name, remove := range map[string]func(stores.Store, []string){"Delete": deleteEach, "a Transaction": deleteTogether} {
			before := liveHeap()
			store := s.New(only("single", "constant"))
			transact(store, n, func(i int) cache.ThreadSafeStoreTransaction { return put(keys[i], objects[i]) })
			full := liveHeap()
			remove(store, keys[n/10:])
			left := liveHeap()
			if got := len(store.List()); got != n/10 {
				return fmt.Errorf("%d keys are left, want %d", got, n/10)
			}
			if left > before+(full-before)/2 {
				return fmt.Errorf("%d objects took %d bytes, and a tenth of them still takes %d after %s", n, full-before, left-before, name)
			}
			runtime.KeepAlive(store)
		}
		runtime.KeepAlive(keys)
		runtime.KeepAlive(objects)
		return nil
	})
}

func deleteEach(store stores.Store, keys []string) {
	for _, key := range keys {
		store.Delete(key)
	}
}

func deleteTogether(store stores.Store, keys []string) {
	transact(store, len(keys), func(i int) cache.ThreadSafeStoreTransaction { return drop(keys[i], nil) })
}
