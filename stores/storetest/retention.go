package storetest

import (
	"fmt"
	"runtime"
	"weak"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// retainedKeys is more than one leaf, shard or chunk of any variant holds.
const retainedKeys = 300

// replacedIsCollected: whatever overwrote or deleted an object, nothing of an idle
// store may keep it alive, scratch space of the last transaction included.
func replacedIsCollected(s Subject) error {
	for name, overwrite := range overwrites() {
		store := s.New(only("single", "constant"))
		old := make([]weak.Pointer[object], retainedKeys)
		for i := range old {
			o := newObject("ns", retainedKey(i), "1")
			old[i] = weak.Make(o)
			store.Add(retainedKey(i), o)
		}
		overwrite(store)
		runtime.GC()
		kept := 0
		for _, p := range old {
			if p.Value() != nil {
				kept++
			}
		}
		runtime.KeepAlive(store)
		if kept > 0 {
			return fmt.Errorf("after %s %d of %d old objects are still reachable", name, kept, len(old))
		}
	}
	return nil
}

func retainedKey(i int) string { return fmt.Sprint("key-", i) }

func overwrites() map[string]func(stores.Store) {
	each := func(write func(store stores.Store, key string)) func(stores.Store) {
		return func(store stores.Store) {
			for i := range retainedKeys {
				write(store, retainedKey(i))
			}
		}
	}
	return map[string]func(stores.Store){
		"Update": each(func(store stores.Store, key string) { store.Update(key, newObject("ns", key, "2")) }),
		"Delete": each(func(store stores.Store, key string) { store.Delete(key) }),
		"Transaction": func(store stores.Store) {
			var entries []cache.ThreadSafeStoreTransaction
			for i := range retainedKeys {
				if key := retainedKey(i); i%2 == 0 {
					entries = append(entries, drop(key, nil))
				} else {
					entries = append(entries, put(key, newObject("other", key, "2")))
				}
			}
			store.Transaction(entries...)
		},
		"Replace": func(store stores.Store) { store.Replace(map[string]any{"key-0": newObject("ns", "key-0", "2")}, "2") },
	}
}
