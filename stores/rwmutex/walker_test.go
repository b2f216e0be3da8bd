package rwmutex

import (
	"fmt"

	"informerbench/stores/internal/indexing"
)

// check returns the first violation of an invariant of a table.
func (t *table) check(set *indexing.Set) error {
	if len(t.slots)+len(t.holes) != t.objects.n {
		return fmt.Errorf("%d keys and %d holes in %d slots", len(t.slots), len(t.holes), t.objects.n)
	}
	if len(t.indexes) != set.Len() {
		return fmt.Errorf("%d indexes for %d functions", len(t.indexes), set.Len())
	}
	if want := min(len(t.indexes), 1) * t.objects.n; t.keys.n != want {
		return fmt.Errorf("%d keys stored by slot, want %d", t.keys.n, want)
	}
	if err := t.checkSlots(); err != nil {
		return err
	}
	for i, x := range t.indexes {
		if err := t.checkIndex(x, set, i); err != nil {
			return fmt.Errorf("index %s: %w", set.Name(i), err)
		}
	}
	return firstError(t.objects.check(), t.keys.check())
}

// checkSlots wants each slot to have either one key and an object or to be a hole once.
func (t *table) checkSlots() error {
	owner := make([]string, t.objects.n)
	taken := make([]bool, t.objects.n)
	for key, slot := range t.slots {
		if taken[slot] || isHole(*t.objects.at(slot)) {
			return fmt.Errorf("slot %d of key %q is taken (%t) or a hole", slot, key, taken[slot])
		}
		taken[slot], owner[slot] = true, key
	}
	for _, slot := range t.holes {
		if taken[slot] || !isHole(*t.objects.at(slot)) {
			return fmt.Errorf("hole %d is taken (%t) or has an object", slot, taken[slot])
		}
		taken[slot] = true
	}
	for slot := range uint32(t.keys.n) {
		if key := *t.keys.at(slot); key != owner[slot] {
			return fmt.Errorf("slot %d is stored as key %q, and is of %q", slot, key, owner[slot])
		}
	}
	return nil
}

// checkIndex wants places and postings to agree, each object to stand under exactly the
// values that the index function gives, and nothing else to be there.
func (t *table) checkIndex(x *index, set *indexing.Set, i int) error {
	if x.places.n != t.objects.n {
		return fmt.Errorf("%d places for %d slots", x.places.n, t.objects.n)
	}
	standing, manifolds := 0, 0
	for slot := range uint32(x.places.n) {
		places := x.placesOf(slot)
		if x.places.at(slot).posting == manifold {
			manifolds++
			if len(places) < 2 {
				return fmt.Errorf("slot %d has %d places, and is marked as one of many", slot, len(places))
			}
		}
		standing += len(places)
		if err := x.checkPlaces(slot, places); err != nil {
			return err
		}
		if err := t.checkValues(x, set, i, slot); err != nil {
			return err
		}
	}
	if len(x.many) != manifolds {
		return fmt.Errorf("%d lists of places for %d slots", len(x.many), manifolds)
	}
	return firstError(x.checkPostings(standing), x.places.check(), x.postings.check())
}

func (x *index) checkPlaces(slot uint32, places []place) error {
	seen := map[uint32]bool{}
	for _, p := range places {
		if seen[p.posting] {
			return fmt.Errorf("slot %d stands twice under %q", slot, x.postings.at(p.posting).value)
		}
		seen[p.posting] = true
		if slots := x.postings.at(p.posting).slots; int(p.at) >= len(slots) || slots[p.at] != slot {
			return fmt.Errorf("slot %d does not stand at %d under %q", slot, p.at, x.postings.at(p.posting).value)
		}
	}
	return nil
}

func (t *table) checkValues(x *index, set *indexing.Set, i int, slot uint32) error {
	want := under{}
	if obj := *t.objects.at(slot); !isHole(obj) {
		want = underAt(set, i, *t.keys.at(slot), obj)
	}
	got := x.underAt(slot)
	leave, join := indexing.Changes(got.values(), want.values())
	if got.n != want.n || len(leave)+len(join) > 0 {
		return fmt.Errorf("slot %d has the values %v, want %v", slot, got, want)
	}
	return nil
}

// checkPostings wants every posting to be in use and not empty, or spare and nothing.
func (x *index) checkPostings(standing int) error {
	for value, number := range x.numbers {
		p := x.postings.at(number)
		if p.value != value || len(p.slots) == 0 {
			return fmt.Errorf("the posting of %q is of %q and has %d slots", value, p.value, len(p.slots))
		}
		if cap(p.slots) > 32 && len(p.slots)*4 <= cap(p.slots) {
			return fmt.Errorf("the posting of %q has %d slots and room for %d", value, len(p.slots), cap(p.slots))
		}
		standing -= len(p.slots)
	}
	if standing != 0 {
		return fmt.Errorf("%d more places than slots in postings", standing)
	}
	if len(x.numbers)+len(x.spare) != x.postings.n {
		return fmt.Errorf("%d values and %d spare postings of %d", len(x.numbers), len(x.spare), x.postings.n)
	}
	for _, number := range x.spare {
		if p := x.postings.at(number); p.value != "" || p.slots != nil {
			return fmt.Errorf("the spare posting %d has value %q and %d slots", number, p.value, len(p.slots))
		}
	}
	return nil
}

func (v *vector[T]) check() error {
	n := 0
	for i, chunk := range v.chunks {
		if n += len(chunk); len(chunk) != chunkLen && i != len(v.chunks)-1 || cap(chunk) > chunkLen {
			return fmt.Errorf("chunk %d of %d has %d elements, room for %d", i, len(v.chunks), len(chunk), cap(chunk))
		}
	}
	if n != v.n {
		return fmt.Errorf("%d elements in a vector of %d", n, v.n)
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
