package cow_test

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"informerbench/stores/cow"

	"k8s.io/client-go/tools/cache"
)

// TestNothingReplacedIsKept wants every object that was overwritten or deleted to
// be collected, however that was done and although the store then stays idle.
func TestNothingReplacedIsKept(t *testing.T) {
	const n = 300
	for name, overwrite := range map[string]func(*cow.Store){
		"Update": func(s *cow.Store) {
			for i := range n {
				s.Update(key(i), &thing{n: 1})
			}
		},
		"Delete": func(s *cow.Store) {
			for i := range n {
				s.Delete(key(i))
			}
		},
		"Transaction": func(s *cow.Store) {
			entries := make([]cache.ThreadSafeStoreTransaction, 0, n)
			for i := range n {
				if i%2 == 0 {
					entries = append(entries, del(key(i)))
				} else {
					entries = append(entries, put(key(i), &thing{n: 1}))
				}
			}
			s.Transaction(entries...)
		},
		"Replace": func(s *cow.Store) { s.Replace(filled(10), "2") },
		"failed transaction": func(s *cow.Store) {
			mustPanic(t, func() { s.Transaction(put("x", &thing{}), put("y", &thing{tags: "!"})) })
			s.Replace(nil, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := cow.NewMasked(indexers(), 1<<32-1)
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
		})
	}
}

// fill stores n objects in two batches, and returns only weak pointers to them and
// to the state between.
//
//go:noinline
func fill(s *cow.Store, n int) (old []weak.Pointer[thing]) {
	var entries []cache.ThreadSafeStoreTransaction
	for i := range n {
		obj := &thing{n: i, tags: fmt.Sprint(i % 7)}
		old = append(old, weak.Make(obj))
		entries = append(entries, put(key(i), obj))
	}
	s.Transaction(entries[:n/2]...)
	s.Transaction(entries[n/2:]...)
	return old
}

// TestOldStatesAreNotKept is the same for the states.
func TestOldStatesAreNotKept(t *testing.T) {
	s := cow.NewMasked(indexers(), 1<<32-1)
	fill(s, 100)
	old := weak.Make(s.Now())
	s.Update(key(1), &thing{})
	runtime.GC()
	if old.Value() != nil {
		t.Error("the state before the last write is still reachable")
	}
	runtime.KeepAlive(s)
}
