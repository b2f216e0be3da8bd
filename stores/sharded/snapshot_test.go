package sharded_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"informerbench/stores"
	"informerbench/stores/sharded"

	"k8s.io/client-go/tools/cache"
)

// contentOf is everything that a snapshot answers.
func contentOf(t *testing.T, snap stores.Snapshot) string {
	t.Helper()
	objects := maps.Collect(snap.All())
	for key, obj := range objects {
		if got, exists := snap.Get(key); !exists || got != obj {
			t.Fatalf("Get(%q) = %v, %v, but All has %v", key, got, exists, obj)
		}
	}
	keys := snap.ListKeys()
	slices.Sort(keys)
	ascending := []string{}
	for key := range snap.Ascend("") {
		ascending = append(ascending, key)
	}
	if !slices.Equal(keys, ascending) || len(keys) != len(objects) || snap.Len() != len(keys) || len(snap.List()) != len(keys) {
		t.Fatalf("%d keys, %d ascending, %d objects, Len %d", len(keys), len(ascending), len(objects), snap.Len())
	}
	values := snap.ListIndexFuncValues("tags")
	slices.Sort(values)
	text := fmt.Sprint(snap.ResourceVersion(), objects, values)
	for _, value := range values {
		under, _ := snap.IndexKeys("tags", value)
		objs, _ := snap.ByIndex("tags", value)
		text += fmt.Sprint(value, under, len(objs))
	}
	return text
}

// TestSnapshotIsFixed takes one every few writes and compares all of them at the end.
func TestSnapshotIsFixed(t *testing.T) {
	forEachMode(t, func(t *testing.T, s stores.Store) {
		m := newMachine(t, s)
		var snaps []stores.Snapshot
		var want []string
		for range 40 {
			for range 8 {
				m.step()
			}
			snap := s.(stores.Snapshotter).Snapshot()
			if len(snaps)%2 == 0 { // the others answer for the first time at the end
				want = append(want, contentOf(t, snap))
			} else {
				same := s.(stores.Snapshotter).Snapshot()
				want = append(want, contentOf(t, same))
				same.Close()
			}
			snaps = append(snaps, snap)
		}
		check(t, s)
		for i, snap := range snaps {
			if got := contentOf(t, snap); got != want[i] {
				t.Errorf("snapshot %d changed from %s to %s", i, want[i], got)
			}
			snap.Close()
			snap.Close()
		}
		check(t, s)
	})
}

// TestNoPinIsLeftBehind: writers copy for whoever has pinned a shard, so nobody may stay
// entered when he is done, or stops early, or panics.
func TestNoPinIsLeftBehind(t *testing.T) {
	s := sharded.New(indexers()).(*sharded.Store)
	s.Replace(filled(1_000), "1")
	s.List()
	s.ListKeys()
	s.AppendList(nil)
	for range s.All() {
	}
	for range s.All() {
		break
	}
	func() {
		defer func() { _ = recover() }()
		for range s.All() {
			panic("body")
		}
	}()
	for range s.Snapshot().All() {
		break
	}
	open := s.Pins()
	snap := s.Snapshot()
	if s.Pins() == open {
		t.Error("a snapshot pins nothing")
	}
	snap.Close()
	snap.Close()
	if s.Pins() != open {
		t.Errorf("%d pins, want %d", s.Pins(), open)
	}
	for i := range 1_000 {
		s.Delete(key(i)) // the forgotten snapshot goes with what it pins
	}
	if pins := s.Pins(); pins != 0 {
		t.Errorf("%d pins on what writers have made their own", pins)
	}
}

// TestSnapshotsAgreeBesideSeveralWriters: each writer moves its own keys, several at a
// time, between two values, so that in every state each stands under one of them.
func TestSnapshotsAgreeBesideSeveralWriters(t *testing.T) {
	forEachMode(t, func(t *testing.T, s stores.Store) {
		const writers, own, rounds = 3, 40, 150
		var working sync.WaitGroup
		for w := range writers {
			s.Add(fmt.Sprint(w, "/0"), &thing{tags: "left"})
			working.Go(func() {
				for round := range rounds {
					var entries []cache.ThreadSafeStoreTransaction
					for i := range own {
						entries = append(entries, put(fmt.Sprint(w, "/", i), &thing{n: round, tags: []string{"left", "right"}[(round+i)%2]}))
					}
					s.Transaction(entries...)
				}
			})
		}
		done := make(chan struct{})
		go func() { working.Wait(); close(done) }()
		for finished := false; !finished; {
			select {
			case <-done:
				finished = true
			default:
			}
			snap := s.(stores.Snapshotter).Snapshot()
			rounds := map[string]map[int]bool{}
			for key, obj := range snap.All() {
				if rounds[key[:1]] == nil {
					rounds[key[:1]] = map[int]bool{}
				}
				rounds[key[:1]][obj.(*thing).n] = true
			}
			for w, seen := range rounds {
				if len(seen) != 1 {
					t.Errorf("writer %s: rounds %v in one snapshot", w, seen)
				}
			}
			left, _ := snap.IndexKeys("tags", "left")
			right, _ := snap.IndexKeys("tags", "right")
			if len(left)+len(right) != snap.Len() {
				t.Errorf("%d left, %d right of %d", len(left), len(right), snap.Len())
			}
			snap.Close()
		}
		check(t, s)
	})
}
