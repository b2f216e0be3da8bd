package cow

import "testing"

// TestSlotsBeyondOneShelf fills more than the slots of one shelf, empties the first
// shelf, and expects new entries there before the second one.
func TestSlotsBeyondOneShelf(t *testing.T) {
	const shelfSlots, more = leafSlots << (3 * fanBits), 100
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
	if s.tree.shelves[0] != nil || s.count != more || s.value(shelfSlots+7) != shelfSlots+7 {
		t.Fatalf("first shelf %v, %d entries", s.tree.shelves[0], s.count)
	}
	if slot := s.take("k", 1, 3); slot != 0 {
		t.Errorf("a new entry got slot %d of an empty shelf", slot)
	}
	for slot := range uint32(more) {
		s.release(shelfSlots+slot, 3)
	}
	if s.tree.page == nil || s.count != 1 || s.value(0) != 1 {
		t.Errorf("no page alone for %d entries", s.count)
	}
	if before.count != shelfSlots+more || before.value(5) != 5 {
		t.Error("the array before the edits has changed")
	}
}

// TestFullTreesGrowAtTheirEnd takes every number of slots around the sizes at which
// a tree gets a higher root, and gives them back from the front.
func TestFullTreesGrowAtTheirEnd(t *testing.T) {
	for _, n := range []int{leafSlots, fanWidth * leafSlots, fanWidth * fanWidth * leafSlots} {
		for _, n := range []int{n - 1, n, n + 1} {
			var s slots[uint32]
			for i := range n {
				s.take("k", uint32(i), uint64(i+1))
			}
			if err := checkSlots(&s, uint64(n)); err != nil {
				t.Fatalf("%d entries: %v", n, err)
			}
			for i := range n {
				s.release(uint32(i), uint64(n+i+1))
			}
			if s.tree.page != nil || s.tree.book != nil || s.tree.shelves != nil || s.held != 0 {
				t.Errorf("a tree of %d entries that went has %+v", n, s.tree)
			}
		}
	}
}
