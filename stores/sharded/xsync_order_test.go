package sharded_test

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"informerbench/stores/sharded"
)

// TestObjectIsNotSeenBeforeItHasItsPlaces holds a writer at the last of the places that it
// takes. Nobody may see the object by then, or there would be a time at which Get shows an
// object that an index does not have.
func TestObjectIsNotSeenBeforeItHasItsPlaces(t *testing.T) {
	for name, before := range map[string]*thing{"added": nil, "moved": {n: 1, tags: "right"}} {
		t.Run(name, func(t *testing.T) {
			s := sharded.NewXsync(indexers()).(*sharded.XsyncStore)
			s.Add("other", &thing{n: 2, tags: "left"})
			if before != nil {
				s.Add("x", before)
			}
			held, release := make(chan struct{}), make(chan struct{})
			var working sync.WaitGroup
			working.Go(func() {
				s.HoldValue(1, "left", func() { close(held); <-release })
			})
			<-held
			working.Go(func() { s.Update("x", &thing{n: 2, tags: "left"}) })

			taken := false // its place under its number, the index that comes first
			for start := time.Now(); !taken && time.Since(start) < 20*time.Second; runtime.Gosched() {
				taken = s.Members(0, "2") == 2
			}
			if !taken {
				t.Error("the object takes no place")
			}
			obj, exists := s.Get("x")
			keys, _ := s.IndexKeys("number", "2")
			if exists != (before != nil) || (exists && obj != any(before)) || len(keys) != 1 || len(s.ListKeys()) != len(s.List()) {
				t.Errorf("Get shows %v (%v), the index %v", obj, exists, keys)
			}
			close(release)
			working.Wait()
			check(t, s)
		})
	}
}

// TestObjectIsStoredBeforeItLeavesItsOldValue holds a writer at the moment at which
// it wants to take a key from the set of an old value. The object must be visible
// by then: in the other order there would be a time at which Get shows an object
// that its index does not have. And readers of the index must not return what they
// still find there.
func TestObjectIsStoredBeforeItLeavesItsOldValue(t *testing.T) {
	for name, others := range map[string]int{"alone under the value": 0, "with others": 3} {
		t.Run(name, func(t *testing.T) {
			s := sharded.NewXsync(indexers()).(*sharded.XsyncStore)
			for i := range others {
				s.Add(key(i), &thing{tags: "left"})
			}
			s.Add("x", &thing{tags: "left"})
			moved := &thing{}

			held, release := make(chan struct{}), make(chan struct{})
			var working sync.WaitGroup
			working.Go(func() {
				s.HoldValue(1, "left", func() { close(held); <-release })
			})
			<-held
			working.Go(func() { s.Update("x", moved) })

			visible := false
			for start := time.Now(); !visible && time.Since(start) < 20*time.Second; runtime.Gosched() {
				obj, _ := s.Get("x")
				visible = obj == any(moved)
			}
			if !visible {
				t.Error("the object waits for its old value")
			}
			objs, _ := s.ByIndex("tags", "left")
			keys, _ := s.IndexKeys("tags", "left")
			either, _ := s.Index("tags", &thing{tags: "left,right"})
			if len(objs) != others || len(keys) != others || len(either) != others {
				t.Errorf("%v under the value that the object has left, %d others", keys, others)
			}
			close(release)
			working.Wait()
			check(t, s)
		})
	}
}
