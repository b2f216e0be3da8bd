package mvcc

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"
)

// The tests here are about the order of two stores of the writer, or two loads of a reader,
// which no history of whole calls can show: they run both sides in short loops.

// Pitfall: commit before head, and head loaded before commit. The other way round, a view has
// a segment that begins after its own commit.
func TestViewHasTheLogFromItsCommitOn(t *testing.T) {
	s := newStore()
	g := s.generation.Load()
	failed := besideWriter(rounds(250), func(int) {
		segments := make([]segment, 1<<12) // each commit in another segment
		for i := range segments {
			g.journal.number++
			segments[i].base = g.journal.number
			g.journal.segment = &segments[i]
			g.publish()
		}
	}, func() bool {
		for range 1000 {
			if segment, commit := g.now(); segment.base > commit {
				return false
			}
		}
		return true
	})
	if failed {
		t.Error("a view has a segment that begins after its commit")
	}
}

// Pitfall: the record is in the log before anybody can see the sequence that leads to it.
func TestRecordIsThereBeforeTheSequence(t *testing.T) {
	s := newStore()
	pods := []any{newPod("0"), newPod("1")}
	s.Update("k", pods[0])
	g := s.generation.Load()
	head := g.head.Load()
	failed := besideWriter(100, func(round int) {
		for i := range 300 {
			g.put(g.plan("k"), "k", split(pods[i%2]), staged{}, 0) // never committed, so every reader goes back
		}
	}, func() bool {
		v := view{segment: head, commit: g.commit.Load()}
		c, offset := g.chunkOf(0)
		for range 100 {
			_, seq := c.load(offset)
			if seq <= v.commit {
				continue
			}
			segment, r := v.segment.find(seq)
			if before := segment.object(r, seq); r.slot() != 0 || before.join() == nil || r.before(seq) != seq-1 {
				return false
			}
		}
		return true
	})
	if failed {
		t.Error("a sequence led to a record that was not there")
	}
}

// Pitfall: last before the cells. Whoever sees a slot that came, or misses one that
// went, sees the number of that.
func TestPostingChangeIsNeverSeenBeforeItsNumber(t *testing.T) {
	p := newPosting("v", 0)
	for slot := range uint32(3) {
		p.add(1<<20+slot, 0)
	}
	number := uint64(0)
	failed := besideWriter(300, func(int) {
		for range 200 {
			// The slot says with which number it came; it goes with the next one.
			number += 2
			place := p.add(uint32(number), number)
			p.cut(place, number+1)
		}
	}, func() bool {
		var slots [8]uint32
		for range 100 {
			came := uint64(0)
			first := view{commit: 1 << 40}
			for _, slot := range first.members(p, slots[:0]) {
				if slot < 1<<20 {
					came = uint64(slot)
				}
			}
			if came == 0 {
				continue
			}
			if p.last.Load() < came {
				return false // it came, and its number did not
			}
			if n := len(first.members(p, slots[:0])); n == 3 && p.last.Load() <= came {
				return false // it has gone, and the number of that did not
			}
		}
		return true
	})
	if failed {
		t.Error("a reader saw a change of a posting, but not its number")
	}
}

// The reader's side of the same: he takes cells as they are only if the number, loaded after
// them, is not newer than his commit.
func TestMembersAreThoseOfTheCommit(t *testing.T) {
	s := newStore("one")
	w := []any{newPod("0", "a"), newPod("1", "b")}
	for i := range 6 {
		s.Update(keyOf(i), w[0])
	}
	moves := make([][]txnEntry, 2)
	for i := range 6 { // all six move between a and b at once
		for side := range moves {
			moves[side] = append(moves[side], putEntry(keyOf(i), w[side]))
		}
	}
	g := s.generation.Load()
	ix := g.indexes.Load().list[0]
	failed := besideWriter(6000, func(round int) { s.Transaction(moves[(round+1)%2]...) }, func() bool {
		var slots [16]uint32
		v := g.view()
		n := 0
		for _, value := range []string{"a", "b"} {
			if p := v.posting(ix, value); p != nil {
				m := len(v.members(p, slots[:0]))
				if objects := v.appendObjects(p, nil); len(objects) != m || m != 0 && m != 6 {
					return false
				}
				n += m
			}
		}
		return n == 6 && len(v.values(ix)) == 1
	})
	if failed {
		t.Error("a view had a transaction in part")
	}
}

// Pitfall: lastGone before the posting disappears. Who does not find a posting that he has
// found before sees the number of its going.
func TestPostingIsNeverMissedBeforeLastGone(t *testing.T) {
	ix := newIndex(0)
	number := uint64(0)
	var commit atomic.Uint64
	failed := besideWriter(300, func(int) {
		for range 200 {
			number += 2
			p := ix.create(7, "v", number)
			commit.Store(number)
			ix.drop(p, 7, number+1)
		}
	}, func() bool {
		for range 100 {
			// One that is not committed may come into sight twice, but no view has it.
			now := commit.Load()
			p := ix.find(7, "v")
			if p == nil || p.birth > now {
				continue
			}
			for ix.find(7, "v") == p {
			}
			if ix.lastGone.Load() <= p.birth {
				return false
			}
		}
		return true
	})
	if failed {
		t.Error("a posting has gone before the number of that was there")
	}
}

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

// Whoever looks for a posting that is there throughout finds it while the list of all grows.
func TestPostingIsFoundWhileTheListGrows(t *testing.T) {
	var index atomic.Pointer[index]
	index.Store(newIndex(0))
	index.Load().create(7, "there", 1)
	failed := besideWriter(rounds(600), func(int) {
		ix := newIndex(0)
		ix.create(7, "there", 1)
		index.Store(ix)
		for i := range uint32(300) {
			ix.create(i<<20, "other", 2)
		}
	}, func() bool {
		ix := index.Load()
		for range 50 {
			if ix.find(7, "there") == nil {
				return false
			}
		}
		return true
	})
	if failed {
		t.Error("a posting was not found")
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

// Pitfall: each reader loads the object before its sequence. The slot is written all the time,
// twice for each commit; what the first of these leaves is never committed.
func TestReadersLoadTheObjectFirst(t *testing.T) {
	good, bad := newPod("ok"), newPod("bad")
	var s *Store
	for name, read := range map[string]func(v *view, p *posting, into []any) []any{
		"Get": func(_ *view, _ *posting, into []any) []any {
			obj, _ := s.Get("k")
			return append(into, obj)
		},
		"a Get of an older state": func(v *view, _ *posting, into []any) []any {
			w, _ := v.get("k")
			return append(into, w.join())
		},
		"List":    func(v *view, _ *posting, into []any) []any { return v.appendList(into) },
		"ByIndex": func(v *view, p *posting, into []any) []any { return v.appendObjects(p, into) },
		"entry": func(v *view, _ *posting, into []any) []any {
			_, w := v.at(0)
			return append(into, w.join())
		},
	} {
		s = newStore("all")
		s.Update("k", good)
		g := s.generation.Load()
		p := g.indexes.Load().list[0].posting(0)
		values := staged{}.with(g.indexes.Load().set, "k", good)
		failed := besideWriter(rounds(2400), func(int) {
			for range 50 {
				g.put(g.plan("k"), "k", split(bad), values, 0)
				g.put(g.plan("k"), "k", split(good), values, 0)
				g.publish()
			}
		}, func() bool {
			var buffer [8]any
			for range 50 {
				v := g.view()
				for _, obj := range read(&v, p, buffer[:0]) {
					if obj != good {
						return false
					}
				}
			}
			return true
		})
		if failed {
			t.Errorf("%s saw what was never committed", name)
		}
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
