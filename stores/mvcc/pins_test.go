package mvcc

import (
	"fmt"
	"runtime"
	"testing"
)

func keyOf(i int) string { return fmt.Sprint("key-", i) }

func (p *pins) length() (n int) {
	for node := p.newest.Load(); node != nil; node = node.next {
		n++
	}
	return n
}

func TestSweepDropsClosedAndForgotten(t *testing.T) {
	s := newStore()
	g := s.generation.Load()
	var open []*snapshot
	for i := range 90 {
		switch snap := s.pin(); i % 3 {
		case 0:
			snap.Close()
		case 1:
			open = append(open, snap)
		default: // forgotten
		}
	}
	runtime.GC()
	found := map[*pin]bool{}
	g.pins.sweep(func(one *pin) { found[one] = true })
	if len(found) != len(open) || g.pins.length() > len(open)+1 {
		t.Errorf("%d snapshots are open, found %d of %d nodes", len(open), len(found), g.pins.length())
	}
	for _, snap := range open {
		if !found[snap.pin] {
			t.Error("an open snapshot was not found")
		}
		snap.Close()
	}
	g.pins.sweep(func(*pin) { t.Error("a closed snapshot is found") })
	if g.pins.length() > 1 {
		t.Errorf("%d nodes for no snapshot", g.pins.length())
	}
}

// A store that nobody writes to is swept by those who take snapshots.
func TestIdleStoreDoesNotGrowWithSnapshots(t *testing.T) {
	s := newStore()
	kept := s.pin()
	for range 40 * sweepEvery {
		s.pin().Close()
	}
	for range s.All() {
		t.Error("the store is empty")
	}
	if n := s.generation.Load().pins.length(); n > 2*sweepEvery {
		t.Errorf("%d nodes", n)
	}
	runtime.KeepAlive(kept)
}

// Many take snapshots and close them while the writer folds: nothing is lost.
func TestPinsFromManyGoroutines(t *testing.T) {
	s := newStore("one")
	s.Update("k", newPod("0", "v"))
	failed := besideWriter(3*foldEvery, func(round int) { s.Update("k", newPod(fmt.Sprint(round), "v")) }, func() bool {
		snap := s.pin()
		defer snap.Close()
		before, _ := snap.Get("k")
		for range 3 {
			runtime.Gosched()
		}
		after, ok := snap.Get("k")
		return ok && before == after && before.(*pod).ResourceVersion == snap.ResourceVersion()
	})
	if failed {
		t.Error("a snapshot changed, or its version is not that of its object")
	}
	// Any number may come while whoever sweeps waits for a processor; the next ones sweep them.
	for range sweepEvery {
		s.pin().Close()
	}
	if n := s.generation.Load().pins.length(); n > 2*sweepEvery {
		t.Errorf("%d nodes", n)
	}
}

// A held snapshot keeps what it shows and what was written since the last fold or two, however
// much is written; a forgotten one soon nothing.
func TestHeldSnapshotKeepsABoundedPast(t *testing.T) {
	const keys = 500
	s := newStore("one", "several", "all")
	var old tracked
	write := func(n int) {
		for i := range n {
			key := keyOf(i % keys)
			if i%7 == 0 {
				s.Delete(key)
			}
			s.Update(key, old.pod(fmt.Sprint("v", i%3), fmt.Sprint("w", i%11)))
		}
	}
	write(keys)
	snap := s.pin()
	total := 200_000
	if raceEnabled || testing.Short() {
		total = 3 * foldEvery
	}
	write(total)
	// One of each key is the snapshot's, one the store's.
	if n, limit := old.alive(2*keys+2*foldEvery), 2*keys+2*foldEvery; n > limit {
		t.Errorf("%d objects are alive, want at most %d", n, limit)
	}
	if past := snap.view().past; len(past) > 12 {
		t.Errorf("%d stretches of the past", len(past))
	}
	if len(snap.List()) != keys {
		t.Errorf("the snapshot has %d objects", len(snap.List()))
	}
	runtime.KeepAlive(snap)
	snap = nil // forgotten, not closed
	runtime.GC()
	write(2 * foldEvery)
	if n, limit := old.alive(keys+2*segmentRecords), keys+2*segmentRecords; n > limit {
		t.Errorf("after it was forgotten %d objects are alive, want at most %d", n, limit)
	}
	runtime.KeepAlive(s)
}

// What a held snapshot remembers of postings is bounded by what was in them, not by
// how often slots come and go.
func TestHeldSnapshotKeepsABoundedPastOfPostings(t *testing.T) {
	const keys, values = 200, 50
	s := newStore("one")
	for i := range keys {
		s.Update(keyOf(i), newPod("1", fmt.Sprint("v", i%values)))
	}
	snap := s.pin()
	c := fromSeed(1)
	for range 2*foldEvery + rounds(10)*foldEvery {
		s.Update(keyOf(c.choose(keys)), newPod("2", fmt.Sprint("v", c.choose(values))))
	}
	remembered := 0
	for _, f := range snap.view().past {
		for _, slots := range f.members {
			remembered += len(slots)
		}
	}
	if remembered != keys {
		t.Errorf("%d places of %d slots in %d postings are remembered", remembered, keys, values)
	}
	runtime.KeepAlive(snap)
}
