package mvcc

import (
	"fmt"
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
	}
	for _, f := range less.past {
		for number, c := range f.chunks {
			for offset := range c.entries {
				if w, seq := c.load(offset); w.exists() && seq > less.commit {
					t.Errorf("a chunk %d of the past keeps an object that is newer than the view", number)
				}
			}
		}
	}
	if err := (seen{less, s.state}).verify(); err != nil {
		t.Fatalf("folded one by one: %v", err)
	}
}

// Where two stretches say something about one thing, the older is right, and merging keeps it.
func TestCompactKeepsTheOlder(t *testing.T) {
	p, q := newPosting("p", 1), newPosting("q", 2)
	c, d := &chunk{}, &chunk{}
	older, newer := newFolded(), newFolded()
	older.first, older.end, newer.first, newer.end = 6, 7, 7, 8
	older.objects[1], newer.objects[1], newer.objects[2] = split("older"), split("newer"), missing
	older.keys["a"], newer.keys["a"], newer.keys["b"] = 1, 2, 3
	older.chunks[0], newer.chunks[0], newer.chunks[1] = c, d, d
	older.members[p], newer.members[q] = []uint32{}, []uint32{4}
	older.gone[0], newer.gone[0] = []*posting{p}, []*posting{q}
	for _, all := range []past{{older, newer}, past{older, newer}.compact(merges{})} {
		a, _ := all.object(1)
		b, known := all.object(2)
		slots, folded := all.members(p)
		more, _ := all.members(q)
		gone := 0
		for _, f := range all {
			gone += len(f.goneFrom(0, 0))
		}
		if a.join() != "older" || !known || b.exists() || all[0].keys["a"] != 1 || all.chunk(0) != c || all.chunk(1) != d || !folded || len(slots) != 0 || len(more) != 1 || gone != 2 {
			t.Errorf("%d stretches: %v %v %v %v %v %v", len(all), a.join(), b, all.chunk(0) == c, slots, more, gone)
		}
	}
	merged := past{older, newer}.compact(merges{})
	if len(merged) != 1 || merged[0].first != 6 || merged[0].end != 8 || len(older.objects) != 1 {
		t.Errorf("%d stretches, the first from %d to %d; the older has %d objects", len(merged), merged[0].first, merged[0].end, len(older.objects))
	}
	for name, apart := range map[string]past{
		"of other length":   {{first: 0, end: 2}, {first: 2, end: 3}},
		"no brothers":       {{first: 1, end: 2}, {first: 2, end: 3}},
		"the view's own":    {{}, {first: 0, end: 1}},
		"both are its own":  {{}, {}},
		"the own and large": {{}, {first: 0, end: 4}},
	} {
		if len(apart.compact(merges{})) != 2 {
			t.Errorf("stretches were merged that are %s", name)
		}
	}
}

// The number of stretches stays logarithmic, no record is merged more often than that, and a
// view that is held for half of the time merges nothing for itself.
func TestFewStretches(t *testing.T) {
	var old, young past
	merged := 0
	for n := range uint64(2000) {
		one := newFolded()
		one.first, one.end = n, n+1
		made := merges{}
		old = append(old[:len(old):len(old)], one).compact(made)
		if n == 1000 {
			young = past{newFolded()}
		}
		before := len(made)
		for span := range made {
			merged += int(span.end - span.first)
		}
		if young != nil {
			young = append(young[:len(young):len(young)], one).compact(made)
		}
		if young != nil && n > 1024 && len(made) != before {
			t.Fatalf("fold %d: the younger view merged for itself", n)
		}
		if len(old) > 12 || len(young) > 13 {
			t.Fatalf("%d and %d stretches of %d", len(old), len(young), n)
		}
	}
	if merged > 2000*12 {
		t.Error(fmt.Sprint(merged, " folds were merged for 2000"))
	}
}

// Views of different age that share the writer's stretches answer as if each had its own.
func TestSharedStretches(t *testing.T) {
	for seed := range uint64(rounds(6)) {
		w := newWorld(fromSeed(4000 + seed))
		w.store = newStore("one", "several", "all", "type")
		var pins []*pin
		var looks []seen
		from := uint64(0)
		g := w.store.generation.Load()
		for fold := range uint64(8) {
			w.look()
			one := &pin{}
			looks = append(looks, w.seen[len(w.seen)-1])
			held := looks[fold].view
			one.view.Store(&held)
			pins = append(pins, one)
			for range 20 {
				w.step()
			}
			if w.store.generation.Load() != g {
				break
			}
			to := g.commit.Load()
			var all []laggard
			for _, p := range pins {
				if v := p.view.Load(); v.commit <= from {
					all = append(all, laggard{p, v})
				}
			}
			if len(all) > 0 {
				foldAll(all, from, to, fold)
			}
			from = to
			for i, p := range pins {
				if err := (seen{*p.view.Load(), looks[i].state}).verify(); err != nil {
					t.Fatalf("seed %d, after fold %d, view %d of %d: %v", seed, fold, i, len(pins), err)
				}
			}
		}
	}
}
