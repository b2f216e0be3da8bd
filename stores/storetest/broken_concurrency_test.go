package storetest_test

import (
	"runtime"
	"sync"
	"sync/atomic"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// brokenConcurrency are right as long as one goroutine uses them. They give way
// where a real one would have no lock.
var brokenConcurrency = []caught{
	{name: "transactions and Replace in parts", claims: []stores.Guarantee{stores.AtomicTransactions},
		by: []string{"no list shows a transaction or a Replace in part", "no index value shows a transaction or a Replace in part",
			"no sequence of Gets shows a transaction or a Replace in part"},
		new: breaking(func(b *broken) {
			b.transaction = func(s stores.Store, entries ...txn) {
				for _, e := range entries {
					s.Transaction(e)
					runtime.Gosched()
				}
			}
			b.replace = func(s stores.Store, items map[string]any, rv string) {
				for key, obj := range items {
					s.Update(key, obj)
				}
				s.Replace(items, rv)
			}
		})},
	{name: "Replace in parts", claims: []stores.Guarantee{stores.AtomicTransactions},
		by: []string{"no list shows a transaction or a Replace in part"},
		new: breaking(func(b *broken) {
			b.replace = func(s stores.Store, items map[string]any, rv string) {
				s.Replace(nil, rv)
				runtime.Gosched()
				s.Replace(items, rv)
			}
		})},
	{name: "List key by key", claims: []stores.Guarantee{stores.SnapshotLists}, by: []string{"whole lists come from one committed state"},
		new: breaking(func(b *broken) {
			b.list = func(s stores.Store) []any {
				list := []any{}
				for i, key := range s.ListKeys() {
					if i%50 == 0 {
						runtime.Gosched()
					}
					if obj, exists := s.Get(key); exists {
						list = append(list, obj)
					}
				}
				return list
			}
		})},
	{name: "ByIndex key by key", claims: []stores.Guarantee{stores.SnapshotLists}, by: []string{"index lists come from one committed state"},
		new: breaking(func(b *broken) {
			b.byIndex = func(s stores.Store, name, value string) ([]any, error) {
				keys, err := s.IndexKeys(name, value)
				list := []any{}
				for _, key := range keys {
					if obj, exists := s.Get(key); exists {
						list = append(list, obj)
					}
					runtime.Gosched()
				}
				return list, err
			}
		})},
	{name: "updates get lost", claims: []stores.Guarantee{stores.LinearizablePoints}, new: losingUpdates,
		by: []string{"point operations are linearizable"}},
	{name: "growing loses a key now and then", by: []string{"growing and shrinking never loses a key"},
		new: breaking(func(b *broken) {
			var added atomic.Int32
			b.add = func(s stores.Store, key string, obj any) { s.Add(key, obj) }
			b.update = func(s stores.Store, key string, obj any) {
				if added.Add(1)%1000 != 0 {
					s.Update(key, obj)
				}
			}
		})},
	{name: "keys are away while others come", by: []string{"growing and shrinking never loses a key"},
		new: breaking(func(b *broken) {
			var resizing atomic.Bool
			b.add = func(s stores.Store, key string, obj any) {
				resizing.Store(true)
				s.Add(key, obj)
				resizing.Store(false)
			}
			b.get = func(s stores.Store, key string) (any, bool) {
				obj, exists := s.Get(key)
				return obj, exists && !resizing.Load()
			}
		})},
	{name: "Get is late", claims: []stores.Guarantee{stores.LinearizablePoints}, by: []string{"point operations are linearizable"},
		new: breaking(func(b *broken) {
			var late sync.Map
			b.get = func(s stores.Store, key string) (any, bool) {
				obj, exists := s.Get(key)
				was, known := late.Swap(key, obj)
				return was, (known && was != nil) || (!known && exists)
			}
		})},
	{name: "Update takes out first", by: []string{"an object that is updated is always found once under its index value"},
		new: breaking(func(b *broken) {
			b.update = func(s stores.Store, key string, obj any) {
				s.Delete(key)
				runtime.Gosched()
				s.Update(key, obj)
			}
		})},
	{name: "two methods at once end it", new: intolerant, by: []string{"all methods may run at once"}},
	{name: "one lock, but claims no waiting", new: newOneLock, claims: stores.Guarantees(),
		by: []string{"no read waits for a lock under load", "no write waits for a lock under load"}},
}

// waiting waits where it claims not to, so that its checks take their guard.
var waiting = caught{name: "one lock, but claims no waiting", new: newOneLock, claims: stores.Guarantees(),
	by: []string{"every read returns while a writer is held", "every write returns while a reader is held"}}

// leaking are wrong in what they keep.
var leaking = []caught{
	{name: "empty index values stay", by: []string{"index values that come and go leave nothing behind"},
		new: breaking(func(b *broken) {
			b.values = func(s stores.Store, name string) []string { return append(s.ListIndexFuncValues(name), "gone") }
		})},
	{name: "the last transaction's old objects stay reachable", by: []string{"what was replaced is collected"},
		new: breaking(func(b *broken) {
			var scratch []any
			b.transaction = func(s stores.Store, entries ...cache.ThreadSafeStoreTransaction) {
				scratch = scratch[:0]
				for _, e := range entries {
					was, _ := s.Get(e.Key)
					scratch = append(scratch, was)
				}
				s.Transaction(entries...)
			}
		})},
	{name: "every deleted object stays reachable", by: []string{"index values that come and go leave nothing behind"},
		new: breaking(func(b *broken) {
			var kept []any
			b.remove = func(s stores.Store, key string, obj any) {
				was, _ := s.Get(key)
				kept = append(kept, was)
				s.DeleteWithObject(key, obj)
			}
		})},
}

// losingUpdates reads, gives way, and writes back what it read: copy-on-write
// without a lock for writers.
func losingUpdates(indexers cache.Indexers) stores.Store {
	return breaking(func(b *broken) {
		var mu sync.Mutex
		items := map[string]any{}
		b.update = func(s stores.Store, key string, obj any) {
			mu.Lock()
			copied := make(map[string]any, len(items)+1)
			for k, v := range items {
				copied[k] = v
			}
			mu.Unlock()
			runtime.Gosched()
			copied[key] = obj
			mu.Lock()
			items = copied
			mu.Unlock()
		}
		b.remove = func(_ stores.Store, key string, _ any) {
			mu.Lock()
			defer mu.Unlock()
			delete(items, key)
		}
		b.get = func(_ stores.Store, key string) (any, bool) {
			mu.Lock()
			defer mu.Unlock()
			obj, exists := items[key]
			return obj, exists
		}
	})(indexers)
}

// intolerant panics when two of its methods run at once.
func intolerant(indexers cache.Indexers) stores.Store {
	return breaking(func(b *broken) {
		var inside atomic.Int32
		alone := func(f func()) {
			defer inside.Add(-1)
			if inside.Add(1) > 1 {
				panic("two at once")
			}
			runtime.Gosched()
			f()
		}
		b.update = func(s stores.Store, key string, obj any) { alone(func() { s.Update(key, obj) }) }
		b.remove = func(s stores.Store, key string, obj any) { alone(func() { s.DeleteWithObject(key, obj) }) }
	})(indexers)
}
