package mvcc

import (
	"fmt"
	"maps"
	"testing"
)

// Snapshots are taken at all moments between the writer's folds, and held over several: each
// shows its own state, however old it was when it was folded first.
func TestSnapshotsOfAllAges(t *testing.T) {
	const keys = 40
	s := newStore("one")
	c, now := fromSeed(5), map[string]any{}
	type held struct {
		snap  *snapshot
		items map[string]any
	}
	var all []held
	g := s.generation.Load()
	verify := func() {
		for _, h := range all {
			if got := maps.Collect(h.snap.All()); !maps.Equal(got, h.items) {
				t.Fatalf("the snapshot of %d at %d shows %v, want %v", h.snap.view().commit, h.snap.view().upto, got, h.items)
			}
			for i := range keys {
				key := keyOf(i)
				if obj, ok := h.snap.Get(key); ok != (h.items[key] != nil) || obj != h.items[key] {
					t.Fatalf("Get(%s) of %d is %v, %v, want %v", key, h.snap.view().commit, obj, ok, h.items[key])
				}
			}
			under := 0
			for v := range 3 {
				found, err := h.snap.ByIndex("one", fmt.Sprint("v", v))
				if err != nil {
					t.Fatal(err)
				}
				under += len(found)
			}
			if under != len(h.items) {
				t.Fatalf("%d of %d objects of the snapshot of %d have a value", under, len(h.items), h.snap.view().commit)
			}
		}
	}
	for n := 0; g.pins.folds < 6; n++ {
		folds := g.pins.folds
		key := keyOf(c.choose(keys))
		if c.choose(4) == 0 {
			s.Delete(key)
			delete(now, key)
		} else {
			obj := newPod(fmt.Sprint(n), fmt.Sprint("v", c.choose(3)))
			s.Update(key, obj)
			now[key] = obj
		}
		if n%211 == 0 {
			all = append(all, held{s.pin(), maps.Clone(now)})
		}
		if g.pins.folds != folds {
			verify()
		}
	}
	if len(all) < 20 {
		t.Errorf("only %d snapshots", len(all))
	}
}
