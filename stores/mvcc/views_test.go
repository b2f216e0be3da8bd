package mvcc

import "testing"

// FuzzViews lets the fuzzer choose operations and the moments at which views are taken and
// folded; each must show its state at the end, and the store keep its invariants.
func FuzzViews(f *testing.F) {
	for seed := range uint64(6) {
		c := fromSeed(seed)
		data := make([]byte, 300)
		for i := range data {
			data[i] = byte(c.choose(256))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		spelled := &spelled{data}
		w := newWorld(spelled)
		for steps := 0; len(spelled.data) > 0 && steps < 100; steps++ {
			did := w.step()
			if err := checkStore(w.store); err != nil {
				t.Fatalf("after %s: %v", did, err)
			}
		}
		w.look()
		for _, s := range w.seen {
			if err := s.verify(); err != nil {
				t.Fatalf("the view of %d at %d: %v", s.view.commit, s.view.upto, err)
			}
		}
	})
}

// What a transaction has written shows to nobody before the commit, and at each of the steps
// of a commit a new view has the whole of it, and old views what they had.
func TestNothingShowsInPart(t *testing.T) {
	for seed := range uint64(rounds(3)) {
		w := newWorld(fromSeed(2000 + seed))
		w.store = newStore("one", "several", "all")
		for range 10 {
			for range 6 {
				w.step()
			}
			w.look()
			if len(w.seen) > 4 {
				w.seen = w.seen[len(w.seen)-4:]
			}
			var after *state
			verify := func(when string, present *state) {
				for _, s := range append(w.seen[:len(w.seen):len(w.seen)], seen{pinnedView(w.store), present}) {
					if err := s.verify(); err != nil {
						t.Fatalf("seed %d, %s: %v", seed, when, err)
					}
				}
			}
			w.slowly(func(before *state) { verify("within a transaction", before) },
				func(step string) { after = w.state; verify("in a commit after "+step, after) })
			if err := checkStore(w.store); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

// slowly does what Transaction and commit do, and calls back between the steps.
func (w *world) slowly(within func(before *state), committed func(step string)) {
	g := w.store.generation.Load()
	before := w.state.clone()
	for range 1 + w.choose(5) {
		for range 1 + w.choose(20) {
			key := w.key()
			if w.choose(3) == 0 {
				g.remove(g.plan(key), key)
				w.state.remove(key, nil)
				continue
			}
			obj := w.object()
			g.put(g.plan(key), key, split(obj), staged{}.with(g.indexes.Load().set, key, obj), 0)
			w.state.put(key, obj)
		}
		within(before)
	}
	w.state.rv = "slowly"
	g.setVersion(w.state.rv)
	within(before)
	g.publish()
	committed("publish")
	g.settle()
	committed("settle")
	g.lighten()
	committed("lighten")
	g.foldPins()
	if g.sparse() {
		w.store.shrink(g)
	}
	committed("shrink")
}
