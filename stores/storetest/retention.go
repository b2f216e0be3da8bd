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

func retentionChecks() []check {
	return []check{
		{name: "what was replaced is collected", verify: replacedIsCollected},
		{name: "a stalled reader keeps a bounded number of old objects", verify: stalledReaders},
		{name: "memory is given back after mass deletes", verify: shrinks},
	}
}

// replacedIsCollected: whatever overwrote or deleted an object, an idle store may keep at
// most Subject.Retains of them alive, scratch space of the last transaction included.
func replacedIsCollected(s Subject) error {
	for _, indexers := range []cache.Indexers{only("single", "constant"), nil} {
		if err := replacedIn(s, indexers); err != nil {
			return fmt.Errorf("with %d indexes: %w", len(indexers), err)
		}
	}
	return nil
}

func replacedIn(s Subject, indexers cache.Indexers) error {
	for name, overwrite := range overwrites() {
		store := s.New(indexers)
		t := &tracker{}
		for i := range retainedKeys {
			store.Add(retainedKey(i), t.object("ns", retainedKey(i)))
		}
		overwrite(store)
		kept := t.aliveAtMost(s.Retains)
		runtime.KeepAlive(store)
		if kept > s.Retains {
			return fmt.Errorf("after %s %d of %d old objects are still reachable", name, kept, retainedKeys)
		}
	}
	return nil
}

// tracker makes objects and tells how many of them are still reachable.
type tracker struct{ made []weak.Pointer[object] }

func (t *tracker) object(namespace, key string) *object {
	o := newObject(namespace, key, "1")
	t.made = append(t.made, weak.Make(o))
	return o
}

// aliveAtMost collects until no more than so many objects are left, or gives up: what
// a cleanup or a finalizer lets go takes another collection.
func (t *tracker) aliveAtMost(limit int) (alive int) {
	for range 20 {
		runtime.GC()
		alive = 0
		for _, p := range t.made {
			if p.Value() != nil {
				alive++
			}
		}
		if alive <= limit {
			return alive
		}
		runtime.Gosched()
	}
	return alive
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
		"Delete of all but one": each(func(store stores.Store, key string) {
			if store.Delete(key); key == retainedKey(0) {
				store.Add(key, newObject("ns", key, "2"))
			}
		}),
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
		"a Transaction of which half does nothing": func(store stores.Store) {
			var entries []cache.ThreadSafeStoreTransaction
			for i := range retainedKeys {
				entries = append(entries, put(retainedKey(i), newObject("ns", "k", "2")), drop("unknown", nil))
			}
			store.Transaction(entries...)
		},
		"Replace":     func(store stores.Store) { store.Replace(map[string]any{"key-0": newObject("ns", "key-0", "2")}, "2") },
		"ReplaceList": func(store stores.Store) { replaceList(store, []stores.Item{{Key: "key-0", Object: probe}}, "2") },
		"Replace with nothing": func(store stores.Store) {
			readEverything(store, "key-0")
			store.Replace(map[string]any{}, "2")
			readEverything(store, "key-0")
		},
		"AddIndexers": each(func(store stores.Store, key string) {
			store.Update(key, newObject("ns", key, "2"))
			if key == retainedKey(retainedKeys-1) {
				_ = store.AddIndexers(only("many"))
			}
		}),
	}
}
