package mvcc

import (
	"fmt"
	"maps"
	"testing"
)

// Folding, in one go or in many, changes no answer, after histories with slots that are
// used again, postings that go and come back, and contents that are replaced.
func TestFoldedViewsAnswerTheSame(t *testing.T) {
	for seed := range uint64(rounds(3)) {
		w := newWorld(fromSeed(1000 + seed))
		w.store = newStore("one", "several", "all", "type")
		for range 4 {
			w.look()
			for range 25 {
				w.step()
			}
			for range 3 {
				w.fold()
			}
		}
		for i, s := range w.seen {
			now := seen{s.view.foldTo(s.view.g.commit.Load()), s.state}
			for name, one := range map[string]seen{"as it is": s, "folded": now} {
				if err := one.verify(); err != nil {
					t.Fatalf("seed %d, view %d of %d at %d, %s, after %d stretches: %v", seed, i, one.view.commit, one.view.upto, name, len(one.view.past), err)
				}
			}
			if now.view.upto != now.view.g.commit.Load() {
				t.Fatalf("folded to %d, want %d", now.view.upto, now.view.g.commit.Load())
			}
		}
	}
}

// Record by record: each place where a fold can end.
func TestFoldEndsAnywhere(t *testing.T) {
	w := newWorld(fromSeed(7))
	w.store = newStore("one", "several")
	for range 60 {
		w.update(w.key())
	}
	w.look()
	for range 3 {
		w.sweepOut(60)
		w.transaction(50)
		w.update(w.key())
	}
	s := w.seen[0]
	step := uint64(1)
	if raceEnabled {
		step = 7
	}
	for to := s.view.commit; to <= s.view.g.commit.Load(); to += step {
		folded := seen{s.view.foldTo(to), s.state}
		if err := folded.verify(); err != nil {
			t.Fatalf("folded from %d to %d of %d: %v", s.view.commit, to, s.view.g.commit.Load(), err)
		}
	}
	less := s.view
	for less.upto < s.view.g.commit.Load() {
		less = less.foldTo(less.upto + 1)
		if n := len(less.past); n > 12 {
			t.Fatalf("%d stretches after %d records", n, less.upto-less.commit)
		}
	}
	if err := (seen{less, s.state}).verify(); err != nil {
		t.Fatalf("folded one by one: %v", err)
	}
}

// Where two stretches say something about one thing, the older is right, and merging keeps it.
func TestCompactKeepsTheOlder(t *testing.T) {
	p, q := newPosting("p", 1), newPosting("q", 2)
	ix, c, d := newIndex(0), &chunk{}, &chunk{}
	older, newer := newFolded(), newFolded()
	older.records, newer.records = 10, 5
	older.objects[1], newer.objects[1], newer.objects[2] = split("older"), split("newer"), missing
	older.keys["a"], newer.keys["a"], newer.keys["b"] = 1, 2, 3
	older.chunks[0], newer.chunks[0], newer.chunks[1] = c, d, d
	older.members[p], newer.members[q] = []uint32{}, []uint32{4}
	older.gone[ix], newer.gone[ix] = []*posting{p}, []*posting{q}
	for _, all := range []past{{older, newer}, past{older, newer}.compact()} {
		a, _ := all.object(1)
		b, known := all.object(2)
		key, _ := all.key("a")
		slots, folded := all.members(p)
		more, _ := all.members(q)
		gone := 0
		for _, f := range all {
			gone += len(f.gone[ix])
		}
		if a.join() != "older" || !known || b.exists() || key != 1 || all.chunk(0) != c || all.chunk(1) != d || !folded || len(slots) != 0 || len(more) != 1 || gone != 2 {
			t.Errorf("%d stretches: %v %v %v %v %v %v %v", len(all), a.join(), b, key, all.chunk(0) == c, slots, more, gone)
		}
	}
	merged := past{older, newer}.compact()
	if len(merged) != 1 || merged[0].records != 15 || older.records != 10 || len(older.objects) != 1 {
		t.Errorf("%d stretches of %d records; the older has %d", len(merged), merged[0].records, older.records)
	}
	if large := (past{{records: 100}, {records: 10}}).compact(); len(large) != 2 {
		t.Errorf("%d stretches of 100 and 10 records, want both", len(large))
	}
}

// The number of stretches stays logarithmic, and no record is merged more often than that.
func TestFewStretches(t *testing.T) {
	var p past
	merged := 0
	for n := 1; n <= 2000; n++ {
		before := maps.Collect(func(yield func(*folded, bool) bool) {
			for _, f := range p {
				yield(f, true)
			}
		})
		p = append(p[:len(p):len(p)], newFolded())
		p[len(p)-1].records = 1
		p = p.compact()
		for _, f := range p {
			if !before[f] {
				merged += f.records
			}
		}
		if len(p) > 12 {
			t.Fatalf("%d stretches of %d", len(p), n)
		}
	}
	if merged > 2000*12 {
		t.Error(fmt.Sprint(merged, " records were merged for 2000"))
	}
}
