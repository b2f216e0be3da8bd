package cow

import "slices"

const (
	// setMax is the number of slots from which a set is split 16-fold.
	setMax = 64
	// setMerge is the number down to which a split set becomes one array again.
	setMerge = 32
)

// set is a persistent set of at least two slot numbers: up to setMax in one array,
// more in a trie over the mixed number. Neither kind holds a pointer to an object.
type set struct {
	edit  uint64
	count int
	slots []uint32
	kids  *[1 << nibble]*set // nil in an array; a kid without slots is nil
}

// mix spreads slot numbers, so that sets of regular ones (every 16th) do not make
// long thin tries. It is one to one: two slots never share a whole path. The factor
// is 2^32 divided by the golden ratio (Knuth, TAOCP 3, 6.4).
func mix(slot uint32) uint32 { return slot * 0x9E3779B1 }

func newSet(edit uint64, slots ...uint32) *set {
	return &set{edit: edit, count: len(slots), slots: slots}
}

// own copies the node, but not the array, which differs in length anyway.
func (s *set) own(edit uint64) *set {
	if s.edit == edit {
		return s
	}
	fresh := *s
	fresh.edit = edit
	if s.kids != nil {
		kids := *s.kids
		fresh.kids = &kids
	} else {
		fresh.slots = append(make([]uint32, 0, room(s.count+1)), s.slots...)
	}
	return &fresh
}

// room rounds up to what Go's allocator would give anyway.
func room(n int) int { return (n + 3) &^ 3 }

func (s *set) has(slot uint32, shift int) bool {
	for ; s != nil && s.kids != nil; shift -= nibble {
		s = s.kids[place(mix(slot), shift)]
	}
	return s != nil && slices.Contains(s.slots, slot)
}

// add returns the set with a slot that is not in it.
func (s *set) add(slot uint32, shift int, edit uint64) *set {
	if s == nil {
		return &set{edit: edit, count: 1, slots: append(make([]uint32, 0, room(1)), slot)}
	}
	s = s.own(edit)
	s.count++
	if s.kids == nil && len(s.slots) < setMax {
		if n := len(s.slots); n == cap(s.slots) { // append would double it
			s.slots = append(make([]uint32, 0, room(n+n/2+1)), s.slots...)
		}
		s.slots = append(s.slots, slot)
		return s
	}
	if s.kids == nil {
		s.split(shift, edit)
	}
	kid := &s.kids[place(mix(slot), shift)]
	*kid = (*kid).add(slot, shift-nibble, edit)
	return s
}

// split turns an owned array into a trie.
func (s *set) split(shift int, edit uint64) {
	s.kids = new([1 << nibble]*set)
	for _, slot := range s.slots {
		kid := &s.kids[place(mix(slot), shift)]
		*kid = (*kid).add(slot, shift-nibble, edit)
	}
	s.slots = nil
}

// drop returns the set without a slot that is in it, nil if it was the last.
func (s *set) drop(slot uint32, shift int, edit uint64) *set {
	if s.count == 1 {
		return nil
	}
	s = s.own(edit)
	s.count--
	if s.kids == nil {
		i, last := slices.Index(s.slots, slot), len(s.slots)-1
		s.slots[i] = s.slots[last]
		s.slots = s.slots[:last]
		return s
	}
	kid := &s.kids[place(mix(slot), shift)]
	*kid = (*kid).drop(slot, shift-nibble, edit)
	if s.count <= setMerge {
		s.slots = s.appendSlots(make([]uint32, 0, room(s.count)))
		s.kids = nil
	}
	return s
}

// appendSlots appends all slots of the set, in no order.
func (s *set) appendSlots(to []uint32) []uint32 {
	if s.kids == nil {
		return append(to, s.slots...)
	}
	for _, kid := range s.kids {
		if kid != nil {
			to = kid.appendSlots(to)
		}
	}
	return to
}
