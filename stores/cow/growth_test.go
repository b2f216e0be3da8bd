package cow_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"informerbench/stores/cow"
)

// TestGrowingAndShrinkingLosesNothing lets eight writers grow a store from one key
// each, shrink it and grow it again, while readers look for keys that are never
// deleted (puzpuzpuz/xsync#109). Shrunk, the store must be as small as one that
// never grew.
func TestGrowingAndShrinkingLosesNothing(t *testing.T) {
	const writers, each = 8, 600 // sets of 96 under a tag: enough to split and merge
	s := cow.NewMasked(indexers(), 1<<32-1)
	stays := func(w int) string { return fmt.Sprintf("w%d/0", w) }
	for w := range writers {
		s.Add(stays(w), &thing{n: w, tags: "stays"})
	}
	small := s.Now().Nodes()

	var missing atomic.Int64
	var done atomic.Bool
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for !done.Load() {
				for w := range writers {
					if _, exists := s.Get(stays(w)); !exists {
						missing.Add(1)
					}
				}
				if objs, _ := s.ByIndex("tags", "stays"); len(objs) != writers {
					missing.Add(1)
				}
			}
		})
	}
	grow := func(w, i int) { s.Add(fmt.Sprintf("w%d/%d", w, i), &thing{n: i, tags: fmt.Sprint(i % 50)}) }
	shrink := func(w, i int) { s.Delete(fmt.Sprintf("w%d/%d", w, i)) }
	for phase, step := range []func(w, i int){grow, shrink, grow} {
		var working sync.WaitGroup
		for w := range writers {
			working.Go(func() {
				for i := 1; i < each; i++ {
					step(w, i)
				}
			})
		}
		working.Wait()
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		if nodes := s.Now().Nodes(); phase == 1 && nodes > small+2*writers {
			t.Errorf("%d nodes after shrinking, %d before growing", nodes, small)
		}
	}
	done.Store(true)
	readers.Wait()
	if n := missing.Load(); n > 0 {
		t.Errorf("keys that were never deleted were missing %d times", n)
	}
	if n := len(s.List()); n != writers*each {
		t.Errorf("%d objects, want %d", n, writers*each)
	}
}
