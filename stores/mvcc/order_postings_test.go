package mvcc

import (
	"sync/atomic"
	"testing"
)

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
