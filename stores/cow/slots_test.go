package cow

import "testing"

// TestSlotsBeyondOneShelf fills more than the million slots of one shelf, empties
// the first shelf, and expects new entries there before the second one.
func TestSlotsBeyondOneShelf(t *testing.T) {
	const shelfSlots, more = 1 << 20, 100
	var s slots[uint32]
	for i := range uint32(shelfSlots + more) {
		if slot := s.take("k", i, 1); slot != i {
			t.Fatalf("entry %d got slot %d", i, slot)
		}
	}
	if err := checkSlots(&s, 1); err != nil {
		t.Fatal(err)
	}
	before := s
	for slot := range uint32(shelfSlots) {
		s.release(slot, 2)
	}
	if err := checkSlots(&s, 2); err != nil {
		t.Fatal(err)
	}
	if s.shelves[0] != nil || s.count != more || s.value(shelfSlots+7) != shelfSlots+7 {
		t.Fatalf("first shelf %v, %d entries", s.shelves[0], s.count)
	}
	if slot := s.take("k", 1, 3); slot != 0 {
		t.Errorf("a new entry got slot %d of an empty shelf", slot)
	}
	for slot := range uint32(more) {
		s.release(shelfSlots+slot, 3)
	}
	if len(s.shelves) != 1 || s.count != 1 {
		t.Errorf("%d shelves for %d entries", len(s.shelves), s.count)
	}
	if before.count != shelfSlots+more || before.value(5) != 5 {
		t.Error("the array before the edits has changed")
	}
}
