package mvcc

import "testing"

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
