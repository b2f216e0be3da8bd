package cow

import "math/bits"

const (
	leafBits = 3
	// leafSlots is small, for each write of an object copies its leaf: 160 bytes.
	leafSlots = 1 << leafBits
	leafMask  = leafSlots - 1
	leafFull  = 1<<leafSlots - 1
	// maxSlots is what fits in the cells and sets.
	maxSlots = 1<<32 - leafSlots
)

// slots is a persistent array: slot number → key and value. A slot keeps its number
// for as long as its key is stored and the table is not packed, so postings can name
// objects by four bytes.
type slots[V any] struct {
	count int // slots that are taken
	held  int // leaves there are
	tree  tree[leaf[V]]
}

// leaf holds the values of adjacent slots. The keys live in a node of their own, so
// that an update, which never changes a key, need not copy them.
type leaf[V any] struct {
	edit uint64
	used uint8 // bit i: slot i is taken
	keys *names
	vals [leafSlots]V
}

// names are the keys of a leaf's slots. Only those of taken slots mean anything: a
// free slot may still have its last key, so that a delete need not copy them.
type names struct {
	edit uint64
	// filled has a bit for each place that ever had a key. Readers do not look at it,
	// nor at a place that is not filled, because no state has that slot taken. So
	// the writer, who guards it by the store's lock, fills such a place without a copy.
	filled uint8
	at     [leafSlots]string
}

func (s *slots[V]) value(slot uint32) V { return s.tree.at(slot >> leafBits).vals[slot&leafMask] }

func (s *slots[V]) key(slot uint32) string {
	return s.tree.at(slot >> leafBits).keys.at[slot&leafMask]
}

// edited returns the place of a taken slot's value for writing. It copies at most
// one node a level.
func (s *slots[V]) edited(slot uint32, edit uint64) *V {
	return &s.ownLeaf(slot>>leafBits, edit).vals[slot&leafMask]
}

// take fills the lowest free slot.
func (s *slots[V]) take(key string, val V, edit uint64) uint32 {
	at := s.tree.roomy()
	if at >= maxSlots>>leafBits {
		panic("cow: more than 4 billion entries in one store")
	}
	leaf := s.ownLeaf(at, edit)
	i := uint32(bits.TrailingZeros8(^leaf.used))
	if leaf.used == 0 {
		s.held++
	}
	leaf.used |= 1 << i
	leaf.vals[i] = val
	leaf.name(i, key, edit)
	if leaf.used == leafFull || leaf.used == 1<<i { // else nothing changes above
		s.tree.mark(at, true, leaf.used == leafFull)
	}
	s.count++
	return at<<leafBits | i
}

// release empties a taken slot, and drops every node that it leaves empty.
func (s *slots[V]) release(slot uint32, edit uint64) {
	at, i := slot>>leafBits, slot&leafMask
	leaf := s.ownLeaf(at, edit)
	wasFull := leaf.used == leafFull
	leaf.used &^= 1 << i
	var none V
	leaf.vals[i] = none // else the current state would keep the dead object
	if leaf.used == 0 {
		s.held--
	}
	if wasFull || leaf.used == 0 {
		s.tree.mark(at, leaf.used != 0, false)
	}
	s.count--
}

// ownLeaf makes a leaf and the way to it the edit's. The keys stay shared.
func (s *slots[V]) ownLeaf(at uint32, edit uint64) *leaf[V] {
	place := s.tree.place(at, edit)
	switch node := *place; {
	case node == nil:
		*place = &leaf[V]{edit: edit, keys: &names{edit: edit}}
	case node.edit != edit:
		fresh := *node
		fresh.edit = edit
		*place = &fresh
	}
	return *place
}

// name gives slot i of an owned leaf its key.
func (l *leaf[V]) name(i uint32, key string, edit uint64) {
	if l.keys.edit != edit && l.keys.filled>>i&1 == 1 { // an older state may have that slot
		fresh := *l.keys
		fresh.edit = edit
		l.keys = &fresh
	}
	l.keys.at[i] = key
	l.keys.filled |= 1 << i
}

// all yields every taken slot with its value.
func (s *slots[V]) all(yield func(uint32, V) bool) {
	for at, leaf := range s.tree.leaves {
		for used := leaf.used; used != 0; used &= used - 1 {
			i := uint32(bits.TrailingZeros8(used))
			if !yield(at<<leafBits|i, leaf.vals[i]) {
				return
			}
		}
	}
}

// appendValues appends all values.
func (s *slots[V]) appendValues(to []V) []V {
	for _, leaf := range s.tree.leaves {
		if leaf.used == leafFull {
			to = append(to, leaf.vals[:]...)
			continue
		}
		for used := leaf.used; used != 0; used &= used - 1 {
			to = append(to, leaf.vals[bits.TrailingZeros8(used)])
		}
	}
	return to
}

// listKeys returns all keys, in the order of appendValues.
func (s *slots[V]) listKeys() []string {
	list := make([]string, 0, s.count)
	for _, leaf := range s.tree.leaves {
		for used := leaf.used; used != 0; used &= used - 1 {
			list = append(list, leaf.keys.at[bits.TrailingZeros8(used)])
		}
	}
	return list
}
