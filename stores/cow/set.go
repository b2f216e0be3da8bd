package cow

import "slices"

const (
	// setMax is the number of slots from which a set is split 16-fold. An array that
	// long is one copy of half a kilobyte without a pointer.
	setMax = 128
	// setMerge is the number down to which a split set becomes one array again.
	setMerge = 64

	setBits = 4
	setMask = 1<<setBits - 1
	// setTop is the shift of the first four bits of a mixed slot number.
	setTop = 32 - setBits
)

// set is a persistent set of slot numbers: up to setMax in one array, more in a trie
// over the mixed number. Neither kind holds a pointer to an object.
//
// Arrays are shared between states under the rule of rack's: written only behind the
// length that any state has, so a slot that joins copies no array.
type set struct {
	edit  uint64
	count uint32
	mine  bool // the array was made by edit
	slots []uint32
	kids  *[1 << setBits]*set // nil in an array; a kid without slots is nil
}

// splitSet is a set with its kids, in one allocation.
type splitSet struct {
	set
	room [1 << setBits]*set
}

// newSplit returns a set with room for kids, and with those given.
func newSplit(edit uint64, count uint32, kids *[1 << setBits]*set) *set {
	split := &splitSet{set: set{edit: edit, count: count}}
	if kids != nil {
		split.room = *kids
	}
	split.kids = &split.room
	return &split.set
}

// mix spreads slot numbers, so that sets of regular ones (every 16th) do not make
// long thin tries. It is one to one: two slots never share a whole path. The factor
// is 2^32 divided by the golden ratio (Knuth, TAOCP 3, 6.4).
func mix(slot uint32) uint32 { return slot * 0x9E3779B1 }

func fork(slot uint32, shift int) uint32 { return mix(slot) >> uint(shift) & setMask }

// newSet keeps the slots.
func newSet(edit uint64, slots []uint32) *set {
	return &set{edit: edit, mine: true, count: uint32(len(slots)), slots: slots}
}

// own makes the node the edit's, but not its array.
func (s *set) own(edit uint64) *set {
	if s.edit == edit {
		return s
	}
	if s.kids != nil {
		return newSplit(edit, s.count, s.kids)
	}
	return &set{edit: edit, count: s.count, slots: s.slots}
}

func (s *set) has(slot uint32, shift int) bool {
	for ; s != nil && s.kids != nil; shift -= setBits {
		s = s.kids[fork(slot, shift)]
	}
	return s != nil && slices.Contains(s.slots, slot)
}

// add returns the set with a slot that is not in it.
func (s *set) add(slot uint32, shift int, edit uint64) *set {
	if s == nil {
		return newSet(edit, append(make([]uint32, 0, room(1)), slot))
	}
	s = s.own(edit)
	s.count++
	if s.kids == nil && len(s.slots) < setMax {
		s.push(slot)
		return s
	}
	if s.kids == nil {
		s = s.split(shift, edit)
	}
	kid := &s.kids[fork(slot, shift)]
	*kid = (*kid).add(slot, shift-setBits, edit)
	return s
}

// push is for an owned array.
func (s *set) push(slot uint32) {
	if n := len(s.slots); n == cap(s.slots) { // append would double it
		s.slots = append(make([]uint32, 0, room(n+n/4+1)), s.slots...)
		s.mine = true
	}
	s.slots = append(s.slots, slot)
}

// pull is for an owned array with the slot in it.
func (s *set) pull(slot uint32) {
	at, last := slices.Index(s.slots, slot), len(s.slots)-1
	moved := s.slots[last]
	if s.mine {
		s.slots = s.slots[:last]
	} else {
		s.slots = append(make([]uint32, 0, room(last)), s.slots[:last]...)
		s.mine = true
	}
	if at < last {
		s.slots[at] = moved
	}
}

// split returns an owned array as a trie.
func (s *set) split(shift int, edit uint64) *set {
	trie := newSplit(edit, s.count, nil)
	for _, slot := range s.slots {
		kid := &trie.kids[fork(slot, shift)]
		*kid = (*kid).add(slot, shift-setBits, edit)
	}
	return trie
}

// drop returns the set without a slot that is in it, nil if it was the last.
func (s *set) drop(slot uint32, shift int, edit uint64) *set {
	if s.count == 1 {
		return nil
	}
	s = s.own(edit)
	s.count--
	if s.kids == nil {
		s.pull(slot)
		return s
	}
	kid := &s.kids[fork(slot, shift)]
	*kid = (*kid).drop(slot, shift-setBits, edit)
	if s.count <= setMerge {
		return newSet(edit, s.appendSlots(make([]uint32, 0, room(int(s.count)))))
	}
	return s
}

// all yields the slots array by array, in no order.
func (s *set) all(yield func([]uint32) bool) bool {
	if s.kids == nil {
		return yield(s.slots)
	}
	for _, kid := range s.kids {
		if kid != nil && !kid.all(yield) {
			return false
		}
	}
	return true
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
