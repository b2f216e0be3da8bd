package mvcc

import "testing"

// Snapshots of all ages are folded together, with stretches that they share; each has
// its own state still, and those that are closed on the way take nothing along.
func TestFoldsThatSnapshotsShare(t *testing.T) {
	for seed := range uint64(rounds(8)) {
		w := newWorld(fromSeed(4000 + seed))
		w.store = newStore("one", "several", "all")
		g := w.store.generation.Load()
		var snaps []*snapshot
		var states []*state
		for round := range 20 {
			for range 1 + w.choose(3) {
				snaps, states = append(snaps, w.store.pin()), append(states, w.state.clone())
				for range 1 + w.choose(4) {
					w.step()
				}
			}
			if w.store.generation.Load() != g {
				break // the snapshots stay with the old one, which is not folded any more
			}
			if w.choose(2) == 0 {
				at := w.choose(len(snaps))
				snaps[at].Close()
				snaps, states = append(snaps[:at], snaps[at+1:]...), append(states[:at], states[at+1:]...)
			}
			g.foldNow()
			for i, snap := range snaps {
				if err := (seen{*snap.view(), states[i]}).verify(); err != nil {
					t.Fatalf("seed %d, round %d, snapshot %d of %d at %d: %v", seed, round, i, len(snaps), snap.view().commit, err)
				}
			}
		}
	}
}

// foldNow is foldPins for a log of any length.
func (g *generation) foldNow() {
	p, commit := &g.pins, g.commit.Load()
	var all []laggard
	p.sweep(func(one *pin) {
		if v := one.view.Load(); v != nil && v.commit <= p.folded {
			all = append(all, laggard{one, v})
		}
	})
	if len(all) > 0 {
		foldAll(all, p.folded, commit, p.folds)
	}
	p.folded = commit
	p.folds++
}
