package cow_test

import (
	"maps"
	"runtime"
	"slices"
	"testing"
	"weak"

	"informerbench/stores"
	"informerbench/stores/cow"
)

// TestHeldSnapshotStaysAsItWas pins a state and lets every kind of write pass over it.
func TestHeldSnapshotStaysAsItWas(t *testing.T) {
	s := cow.NewMasked(indexers(), 1<<32-1)
	items := filled(2000)
	s.Replace(items, "7")
	held := s.Snapshot()
	tags := cow.StateOf(held).Postings(1)
	for round := range 20 {
		for i := range 100 {
			s.Update(key(100*round+i), &thing{n: i, tags: "other"})
			s.Delete(key(100*round + i + 50))
		}
		s.Transaction(put(key(round), &thing{n: round, tags: "a,b"}), put("new", &thing{}), del(key(round+1)))
	}
	s.Replace(nil, "9")
	if got := maps.Collect(held.All()); !maps.Equal(got, items) || held.Len() != len(items) {
		t.Error("the objects of the snapshot have changed")
	}
	if !samePostings(cow.StateOf(held).Postings(1), tags) {
		t.Error("an index of the snapshot has changed")
	}
	if held.ResourceVersion() != "7" {
		t.Errorf("the snapshot is of version %q", held.ResourceVersion())
	}
	var keys []string
	for k := range held.Ascend(key(5)) {
		keys = append(keys, k)
	}
	if all := slices.Sorted(maps.Keys(items)); !slices.Equal(keys, all[slices.Index(all, key(5)):]) {
		t.Errorf("Ascend has %d keys", len(keys))
	}
	held.Close()
	held.Close()
}

// TestSnapshotsCostNothing wants one allocation for a snapshot of any size, and the
// same copying of a write whether there are snapshots or not.
func TestSnapshotsCostNothing(t *testing.T) {
	s := cow.NewMasked(indexers(), 1<<32-1)
	s.Replace(filled(10_000), "1")
	if allocs := testing.AllocsPerRun(100, func() { runtime.KeepAlive(s.Snapshot()) }); allocs > 1 {
		t.Errorf("a snapshot takes %v allocations", allocs)
	}
	var held []stores.Snapshot
	obj := &thing{n: 5, tags: "t0"}
	update := func() { s.Update(key(5), obj) }
	alone := testing.AllocsPerRun(100, update)
	for range 1000 {
		held = append(held, s.Snapshot())
		update()
	}
	if beside := testing.AllocsPerRun(100, update); beside != alone {
		t.Errorf("an update takes %v allocations beside %d snapshots, %v alone", beside, len(held), alone)
	}
	runtime.KeepAlive(held)
}

// TestOnlyTheSnapshotKeepsWhatWasReplaced drops a snapshot and wants all that it kept
// to be collected, and what the store still has to stay.
func TestOnlyTheSnapshotKeepsWhatWasReplaced(t *testing.T) {
	const n = 300
	s := cow.NewMasked(indexers(), 1<<32-1)
	old := fill(s, n)
	held := s.Snapshot()
	state := weak.Make(cow.StateOf(held))
	for i := range n {
		if i%2 == 0 {
			s.Update(key(i), &thing{n: 1})
		} else {
			s.Delete(key(i))
		}
	}
	runtime.GC()
	if kept := alive(old); kept != n {
		t.Errorf("a held snapshot has %d of %d objects", kept, n)
	}
	if len(held.List()) != n {
		t.Error("the snapshot has lost objects")
	}
	held = nil
	runtime.GC()
	if kept := alive(old); kept != 0 || state.Value() != nil {
		t.Errorf("%d of %d objects, or their state, outlive the snapshot", kept, n)
	}
	runtime.KeepAlive(s)
}

func alive(objects []weak.Pointer[thing]) (n int) {
	for _, p := range objects {
		if p.Value() != nil {
			n++
		}
	}
	return n
}

// TestAbandonedRangeKeepsNothing stops a range early; the state that it walked must
// go as soon as the store moves on.
func TestAbandonedRangeKeepsNothing(t *testing.T) {
	s := cow.NewMasked(indexers(), 1<<32-1)
	old := fill(s, 300)
	all := s.All()
	for range all {
		break
	}
	byIndex, err := s.ByIndexAll("tags", "1")
	if err != nil {
		t.Fatal(err)
	}
	for range byIndex {
		break
	}
	s.Replace(nil, "")
	runtime.GC()
	if kept := alive(old); kept > 0 {
		t.Errorf("%d old objects are still reachable", kept)
	}
	runtime.KeepAlive(all)
	runtime.KeepAlive(byIndex)
	runtime.KeepAlive(s)
}
