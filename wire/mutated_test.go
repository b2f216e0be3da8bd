package wire_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// mutated changes a few bytes of a stream, cuts some out or doubles some.
func mutated(random *rand.Rand, b []byte) []byte {
	b = bytes.Clone(b)
	for range 1 + random.IntN(3) {
		i := random.IntN(len(b))
		j := min(len(b), i+1+random.IntN(20))
		switch random.IntN(4) {
		case 0:
			b[i] = byte(random.Uint32())
		case 1:
			b[i] ^= 1 << random.IntN(8)
		case 2:
			b = slices.Delete(b, i, j)
		case 3:
			b = slices.Insert(b, i, b[i:j]...)
		}
		if len(b) == 0 {
			return b
		}
	}
	return b
}

// A damaged stream brings what client-go makes of it, up to the damage, and ends: never
// a hang, never a panic, never an event that is not there.
func TestDamagedWatches(t *testing.T) {
	const seed, rounds = 1, 500
	random := rand.New(rand.NewPCG(seed, 0))
	for _, encoding := range encodings {
		whole := watched(t, encoding, 4, 20)
		for round := range rounds {
			stream := mutated(random, whole)
			c := body(encoding, stream).configMaps(t, encoding, nil)
			got, want := known(drainWatch(t, c.wire)), known(drainWatch(t, c.peer))
			if !slices.EqualFunc(got, want, sameEvent) {
				t.Fatalf("seed %d, round %d, %s: %d events, client-go has %d:\n%q", seed, round, encoding, len(got), len(want), stream)
			}
		}
	}
}

// known are the events up to an object whose kind was damaged, which ends client-go's
// stream, without errors.
func known(events []watch.Event) []watch.Event {
	foreign := slices.IndexFunc(events, func(e watch.Event) bool { _, ok := e.Object.(*runtime.Unknown); return ok })
	if foreign >= 0 {
		events = events[:foreign]
	}
	return slices.DeleteFunc(events, func(e watch.Event) bool { return e.Type == watch.Error })
}

// A damaged list is refused, or is what client-go makes of it.
func TestDamagedLists(t *testing.T) {
	const seed, rounds = 2, 500
	random := rand.New(rand.NewPCG(seed, 0))
	for _, encoding := range encodings {
		whole := listed(t, encoding, 4, 20)
		for round := range rounds {
			list := mutated(random, whole)
			c := body(encoding, list).configMaps(t, encoding, nil)
			got, err := c.wire.ListWithContext(t.Context(), metav1.ListOptions{})
			if err != nil {
				continue
			}
			want, err := c.peer.ListWithContext(t.Context(), metav1.ListOptions{})
			if err != nil {
				t.Fatalf("seed %d, round %d, %s: no error, client-go has %v:\n%q", seed, round, encoding, err, list)
			}
			equal(t, got, want)
		}
	}
}
