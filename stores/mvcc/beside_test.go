package mvcc

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"
)

// Pitfall: what a larger directory or table has is in it before it is published, and a new index
// is complete, whoever finds it.
func TestReadersBesideGrowth(t *testing.T) {
	const keys = 100
	var store atomic.Pointer[Store]
	filled := func() *Store {
		s := newStore("one")
		for i := range keys {
			s.Update(keyOf(i), newPod("1", "v"))
		}
		return s
	}
	store.Store(filled())
	stores := 40
	if raceEnabled {
		stores = 4
	}
	failed := besideWriter(stores, func(round int) {
		s := filled()
		store.Store(s)
		var entries []txnEntry
		for i := range 2000 {
			entries = append(entries, putEntry("more-"+strconv.Itoa(i), newPod("2", strconv.Itoa(i))))
		}
		s.Transaction(entries...)
		if err := s.AddIndexers(only("all")); err != nil {
			t.Error(err)
		}
	}, func() bool {
		s := store.Load()
		for i := range keys {
			if _, ok := s.Get(keyOf(i)); !ok {
				return false
			}
		}
		v := s.view()
		if n := len(v.appendList(nil)); n != keys && n != keys+2000 {
			return false
		}
		under, err := s.ByIndex("one", "v")
		if all, err := s.ByIndex("all", "all"); err == nil && len(all) != keys+2000 {
			return false
		}
		return err == nil && len(under) == keys
	})
	if failed {
		t.Error("a reader beside growth missed what was there")
	}
}

// A posting may have a slot of a chunk that the directory of a moment ago does not have.
func TestSlotBeyondTheDirectory(t *testing.T) {
	s := newStore("all")
	s.Update(keyOf(0), newPod("1"))
	v := pinnedView(s)
	before := *v.g.directory.Load()
	for i := range 2000 {
		s.Update(keyOf(i), newPod("2"))
	}
	p := v.indexes.list[0].posting(0)
	objects := 0
	for _, cell := range p.full() {
		if v.objectAt(before, cell).exists() {
			objects++
		}
	}
	if objects != 1 || len(p.full()) != 2000 {
		t.Errorf("%d objects of %d slots, want the one of the view", objects, len(p.full()))
	}
}

// An index is loaded before the view, for it has nothing older: deletes follow at once.
func TestNewIndexIsCompleteForItsReaders(t *testing.T) {
	var store atomic.Pointer[Store]
	store.Store(newStore())
	failed := besideWriter(rounds(3000), func(round int) {
		s := newStore()
		for i := range 3 {
			s.Update(keyOf(i), newPod("1", "v"))
		}
		store.Store(s)
		for range 20 {
			s.Update(keyOf(0), newPod("1", "v")) // a view of before is older than the index
		}
		if err := s.AddIndexers(only("one")); err != nil {
			t.Error(err)
		}
	}, func() bool {
		s := store.Load()
		for range 50 {
			if found, err := s.ByIndex("one", "v"); err == nil && len(found) != 3 {
				return false
			}
			if values := s.pin().ListIndexFuncValues("one"); len(values) > 1 {
				return false
			}
		}
		return true
	})
	if failed {
		t.Error("a new index was not complete")
	}
}

// Pitfall: slots with keys of two words. Slots are used again all the time, by keys of
// other lengths; nobody gets the object of another key, or a torn one.
func TestSlotsAreUsedAgainBesideReaders(t *testing.T) {
	const keys = 120
	key := func(i int) string { return fmt.Sprintf("%0*d", 1+i%30, i) }
	object := func(i int) *pod {
		p := newPod("1", "v")
		p.Name = key(i)
		return p
	}
	s := newStore("one")
	for i := range keys {
		s.Update(key(i), object(i))
	}
	failed := besideWriter(rounds(160), func(round int) {
		for i := range 40 {
			s.Delete(key((round*40 + i) % keys))
		}
		for i := range 40 {
			s.Update(key((round*40+39-i)%keys), object((round*40+39-i)%keys))
		}
	}, func() bool {
		snap := s.pin()
		defer snap.Close()
		for i := range keys {
			a, ok := s.Get(key(i))
			if ok && a.(*pod).Name != key(i) {
				return false
			}
			if a, ok = snap.Get(key(i)); ok && a.(*pod).Name != key(i) {
				return false
			}
		}
		n := 0
		for k, obj := range snap.All() {
			if n++; obj.(*pod).Name != k {
				return false
			}
		}
		return n >= keys-40 && len(snap.List()) == n && len(snap.ListKeys()) == n
	})
	if failed {
		t.Error("a reader got an object under another key, or missed one")
	}
}

// The key of a blank slot may be written at any moment. Who comes there by a cell that he loaded
// before the slot was blank does not look at it; the race detector tells.
func TestKeyOfABlankSlotIsNotLookedAt(t *testing.T) {
	s := newStore()
	for i := range 20 {
		s.Update(keyOf(i), newPod("1"))
	}
	v := pinnedView(s)
	s.Delete(keyOf(0))
	g := s.generation.Load()
	g.renew(0)
	c, offset := g.chunkOf(0)
	g.slots.insert(g.hash(keyOf(0)), 0) // the cell of before
	written := make(chan struct{})
	go func() {
		c.entries[offset].key = keyOf(0)
		close(written)
	}()
	if _, ok := v.get(keyOf(0)); ok {
		t.Error("an object was found by the key of a blank slot")
	}
	<-written
}

// Pitfall: object and sequence from the same copy of the chunk. One key is written all the time,
// in two writes of which only the second is committed, while its chunk is renewed.
func TestNothingUncommittedWhileChunksAreRenewed(t *testing.T) {
	s := newStore("one")
	s.Update("k", newPod("ok", "v"))
	good, bad := newPod("ok", "v"), newPod("bad", "v")
	var in, out []txnEntry
	for i := range 40 {
		in = append(in, putEntry("k", bad), putEntry(keyOf(i), good))
		out = append(out, dropEntry(keyOf(i), nil))
	}
	in = append(in, putEntry("k", good))
	fine := func(obj any, ok bool) bool { return ok && obj.(*pod).ResourceVersion == "ok" }
	failed := besideWriter(rounds(160), func(int) {
		s.Transaction(in...)
		s.Transaction(out...)
	}, func() bool {
		for range 50 {
			if !fine(s.Get("k")) {
				return false
			}
			found, err := s.ByIndex("one", "v")
			if err != nil {
				return false
			}
			for _, obj := range append(found, s.List()...) {
				if !fine(obj, true) {
					return false
				}
			}
		}
		return true
	})
	if failed {
		t.Error("a reader saw what was never committed")
	}
	if n := len(s.generation.Load().space.chunks); n > 4 {
		t.Errorf("%d chunks: slots are not used again", n)
	}
}
