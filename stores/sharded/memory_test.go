package sharded_test

import (
	"fmt"
	"runtime"
	"testing"
	"weak"

	"informerbench/stores"
	"informerbench/stores/sharded"

	"k8s.io/client-go/tools/cache"
)

// TestNothingReplacedIsKept wants every object that was overwritten or deleted to
// be collected, however that was done and although the store then stays idle.
func TestNothingReplacedIsKept(t *testing.T) {
	const n = 300
	for name, overwrite := range map[string]func(stores.Store){
		"Update": func(s stores.Store) {
			for i := range n {
				s.Update(key(i), &thing{n: 1})
			}
		},
		"Delete": func(s stores.Store) {
			for i := range n {
				s.Delete(key(i))
			}
		},
		"Transaction": func(s stores.Store) {
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
		"Replace": func(s stores.Store) { s.Replace(filled(10), "2") },
	} {
		t.Run(name, func(t *testing.T) {
			forEachMode(t, func(t *testing.T, s stores.Store) {
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
		})
	}
}

// fill stores n objects and returns only weak pointers to them.
//
//go:noinline
func fill(s stores.Store, n int) (old []weak.Pointer[thing]) {
	var entries []cache.ThreadSafeStoreTransaction
	for i := range n {
		obj := &thing{n: i, tags: fmt.Sprint(i % 7)}
		old = append(old, weak.Make(obj))
		entries = append(entries, put(key(i), obj))
	}
	s.Transaction(entries...)
	return old
}

// TestShardsShrinkAfterAMassDelete wants memory in proportion to what is left. It
// fixes the number of shards: on a large machine each would hold too little to be
// worth shrinking.
func TestShardsShrinkAfterAMassDelete(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	const many, few = 64_000, 1_000
	s := sharded.New(indexers()).(*sharded.Store)
	s.Replace(filled(many), "1")
	for i := few; i < many; i++ {
		s.Delete(key(i))
	}
	check(t, s)
	if slots, cells := s.Capacity(); slots > many/4 || cells > many/4 || s.Numbers(1) > many/4 {
		t.Errorf("%d objects in %d slots, %d cells; %d numbers of values", few, slots, cells, s.Numbers(1))
	}
}
