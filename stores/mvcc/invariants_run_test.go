package mvcc

import (
	"testing"
)

// play takes random steps, and holds the invariants, the present state and each view that was
// taken on the way against what they must be.
func play(w *world, steps int, every int) (string, error) {
	for n := range steps {
		did := w.step()
		if err := checkStore(w.store); err != nil {
			return did, err
		}
		if n%every == 0 {
			now := seen{pinnedView(w.store), w.state}
			if err := now.verify(); err != nil {
				return did, err
			}
		}
	}
	for _, s := range w.seen {
		if err := s.verify(); err != nil {
			return "a view of commit", err
		}
	}
	return "", nil
}

func TestInvariantsHoldAfterEachStep(t *testing.T) {
	for seed := range uint64(rounds(16)) {
		w := newWorld(fromSeed(seed))
		if did, err := play(w, 150, 10); err != nil {
			t.Fatalf("seed %d, after %s: %v", seed, did, err)
		}
	}
}

// rounds are fewer where each takes longer.
func rounds(n int) int {
	if raceEnabled || testing.Short() {
		return max(1, n/12)
	}
	return n
}
