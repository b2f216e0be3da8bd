package cow_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"informerbench/stores/cow"
)

// TestReusedTokenIsCaught is the mutation check of TestEveryStateStaysAsItWas: a
// store whose next edit has the number of the last one takes published nodes for its
// own and writes into them, and comparing old states with what they were shows it.
func TestReusedTokenIsCaught(t *testing.T) {
	for name, write := range map[string]func(*cow.Store){
		"update": func(s *cow.Store) { s.Update(key(1), &thing{n: 100, tags: "t0"}) },
		"insert": func(s *cow.Store) { s.Update("new", &thing{}) },
		"delete": func(s *cow.Store) { s.Delete(key(1)) },
		"batch":  func(s *cow.Store) { s.Transaction(put(key(1), &thing{}), del(key(2))) },
	} {
		t.Run(name, func(t *testing.T) {
			for _, reuse := range []bool{false, true} {
				s := cow.NewMasked(indexers(), 1<<32-1)
				s.Replace(filled(50), "1")
				published, was := s.Now(), s.Now().Objects()
				if reuse {
					s.ForgetToSpend()
				}
				write(s)
				if changed := !maps.Equal(published.Objects(), was); changed != reuse {
					t.Errorf("token reused: %v, published state changed: %v", reuse, changed)
				}
			}
		})
	}
}

// TestSharedArraysAreWrittenBehindTheirEnd pins a state after each step of the orders
// in which a bin, a set and a leaf's keys grow in place, are cut and grow again: the
// place that the last step has freed is the one that the next may not take.
func TestSharedArraysAreWrittenBehindTheirEnd(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, mask := range []uint32{1<<32 - 1, 0} {
		s := cow.NewMasked(indexers(), mask)
		var states []*cow.State
		var objects []map[string]any
		var tags []map[string][]string
		for range 400 {
			// A handful of keys that come and go under two values: arrays stay short, so
			// each is written at its end often.
			switch k := key(rng.IntN(7)); rng.IntN(4) {
			case 0:
				s.Delete(k)
			case 1:
				s.Transaction(del(k), put(key(rng.IntN(7)), &thing{tags: "a"}), del(key(rng.IntN(7))), put(k, &thing{tags: "b"}))
			case 2:
				s.Update(k, &thing{tags: "a"})
			default:
				s.Update(k, &thing{tags: "b,a"})
			}
			states = append(states, s.Now())
			objects = append(objects, s.Now().Objects())
			tags = append(tags, s.Now().Postings(1))
		}
		for i, state := range states {
			if !maps.Equal(state.Objects(), objects[i]) || !samePostings(state.Postings(1), tags[i]) {
				t.Fatalf("mask %08x: state %d of %d has changed", mask, i, len(states))
			}
			for k, obj := range objects[i] {
				if got, _ := cow.Get(state, k); got != obj {
					t.Fatalf("mask %08x: state %d has lost %s", mask, i, k)
				}
			}
		}
	}
}
