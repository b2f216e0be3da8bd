package rwmutex_test

import (
	"runtime"
	"testing"
	"weak"

	"informerbench/stores"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
)

// TestNothingReplacedIsKept wants every object that was overwritten or deleted to
// be collected, however that was done and although the store then stays idle.
func TestNothingReplacedIsKept(t *testing.T) {
	const n = 1500 // more than one chunk
	each := func(write func(s *rwmutex.Store, i int)) func(*rwmutex.Store) {
		return func(s *rwmutex.Store) {
			for i := range n {
				write(s, i)
			}
		}
	}
	var pinned stores.Snapshot
	for name, overwrite := range map[string]func(*rwmutex.Store){
		"Update":      each(func(s *rwmutex.Store, i int) { s.Update(key(i), &thing{number: i}) }),
		"Delete":      each(func(s *rwmutex.Store, i int) { s.Delete(key(i)) }),
		"Replace":     func(s *rwmutex.Store) { s.Replace(map[string]any{"a": &thing{}}, "2") },
		"ReplaceList": func(s *rwmutex.Store) { s.ReplaceList(nil, "2") },
		"Transaction": each(func(s *rwmutex.Store, i int) { s.Transaction(put(key(i), &thing{}), drop(key(i))) }),
		"closed snapshot": func(s *rwmutex.Store) {
			pinned = s.Snapshot()
			pinned.Get(key(0))
			s.Replace(nil, "2")
			pinned.Close()
		},
		"failed transaction": func(s *rwmutex.Store) {
			s.Replace(nil, "2")
			for i := range n {
				panics(func() { s.Transaction(put(key(i), tagged(i, "a,b")), put("x", tagged(1, "!"))) })
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(indexers())
			old := fill(s, n)
			overwrite(s)
			runtime.GC()
			kept := 0
			for _, p := range old {
				if p.Value() != nil {
					kept++
				}
			}
			if kept > 0 {
				t.Errorf("%d of %d old objects are still reachable", kept, n)
			}
			runtime.KeepAlive(s)
			runtime.KeepAlive(pinned)
		})
	}
}

// fill stores n objects and returns weak pointers to them.
func fill(s *rwmutex.Store, n int) []weak.Pointer[thing] {
	old := make([]weak.Pointer[thing], n)
	for i := range old {
		obj := &thing{number: i}
		old[i] = weak.Make(obj)
		s.Add(key(i), obj)
	}
	return old
}

func TestScratchSpaceIsBounded(t *testing.T) {
	s := newStore(indexers())
	var entries []cache.ThreadSafeStoreTransaction
	for i := range rwmutex.BatchKeep {
		entries = append(entries, put(key(i), &thing{number: i}))
	}
	s.Transaction(entries...)
	if got := s.BatchCap(); got > rwmutex.BatchKeep {
		t.Errorf("an idle store keeps room for %d values", got)
	}
	s.Transaction(entries[:1000]...)
	if s.BatchCap() == 0 {
		t.Error("the room for a usual transaction is not kept")
	}
}

// TestMassDeletesGiveMemoryBack wants most slots to go when most objects have gone, without a call
// of an index function, whose answer might have changed.
func TestMassDeletesGiveMemoryBack(t *testing.T) {
	const n = 2 * rwmutex.SparseSlots
	for name, drops := range map[string]func(s *rwmutex.Store, keys []string){
		"Delete": func(s *rwmutex.Store, keys []string) {
			for _, key := range keys {
				s.Delete(key)
			}
		},
		"Transaction": func(s *rwmutex.Store, keys []string) {
			var entries []cache.ThreadSafeStoreTransaction
			for _, key := range keys {
				entries = append(entries, drop(key))
			}
			s.Transaction(entries...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			s := newStore(cache.Indexers{"counted": func(obj any) ([]string, error) {
				calls++
				return byTags(obj)
			}})
			var items []stores.Item
			var keys []string
			for i := range n {
				items = append(items, stores.Item{Key: key(i), Object: tagged(i, "a,b,"+key(i%7))})
				keys = append(keys, key(i))
			}
			s.ReplaceList(items, "1")
			calls = 0
			drops(s, keys[100:])
			if calls != 0 {
				t.Errorf("%d calls of an index function", calls)
			}
			if s.Slots() > n/2 {
				t.Errorf("%d slots for %d objects", s.Slots(), len(s.List()))
			}
			for i, key := range keys[:100] {
				if got, exists := s.Get(key); !exists || got != items[i].Object {
					t.Fatalf("%s = %v, %t", key, got, exists)
				}
			}
			if err := s.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}
