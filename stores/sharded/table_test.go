package sharded

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestTableFindsWhatIsInIt compares with a plain map. Hashes are few, so that runs of
// cells grow long, wrap around, and are closed up again by removals in their middle.
func TestTableFindsWhatIsInIt(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for _, hashes := range []uint32{1, 3, 1000, 1 << 31} {
		var tab table
		hash := func(number uint32) uint64 { return uint64((number*2654435761)%hashes) | 0xffff_fff8 }
		names, in := make([]string, 600), map[uint32]bool{}
		for number := range names {
			names[number] = fmt.Sprint("name ", number)
		}
		for step := range 6_000 {
			number := uint32(random.IntN(min(len(names), 1+step/4)))
			if step > 5_000 || in[number] {
				if in[number] {
					tab.remove(hash(number), number)
					delete(in, number)
				}
			} else {
				tab.add(hash(number), number)
				in[number] = true
			}
			if step%50 != 0 {
				continue
			}
			for number, name := range names {
				if at, found := tab.find(hash(uint32(number)), names, name); found != in[uint32(number)] || (found && int(at) != number) {
					t.Fatalf("%d hashes, step %d: %q is found at %d (%v), is there: %v", hashes, step, name, at, found, in[uint32(number)])
				}
			}
		}
		if tab.used != len(in) {
			t.Errorf("%d in use, want %d", tab.used, len(in))
		}
	}
}

// TestRosterShowsWhoIsThere joins and leaves at random; the pages of readers who began
// earlier must not change.
func TestRosterShowsWhoIsThere(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var r roster
	in := map[uint64]*entry{}
	var names []uint64
	var held, copied []spot
	for step := range 5_000 {
		if len(names) > 0 && random.IntN(10) < 2+step/800 {
			i := random.IntN(len(names))
			r.leave(names[i])
			delete(in, names[i])
			names[i] = names[len(names)-1]
			names = names[:len(names)-1]
		} else {
			e := &entry{key: fmt.Sprint(step)}
			name := r.join(e)
			in[name] = e
			names = append(names, name)
		}
		if err := r.check(); err != nil {
			t.Fatal(err)
		}
		met := 0
		for _, s := range r.spots() {
			if in[s.name] == s.entry {
				met++
			}
		}
		if met != len(in) || int(r.members.Load()) != len(in) {
			t.Fatalf("step %d: %d of %d are met, %d counted", step, met, len(in), r.members.Load())
		}
		for i := range held {
			if held[i] != copied[i] {
				t.Fatalf("step %d: place %d of a page changed under its reader", step, i)
			}
		}
		if step%100 == 0 {
			held = r.spots()
			copied = append([]spot(nil), held...)
		}
	}
}
