package cow

import (
	"math"
	"math/bits"
	"slices"
)

// full marks a node without a free place below it.
const full = math.MaxUint32

// slots is a persistent array: slot number → key and value. A slot keeps its number
// for as long as its key is stored, so postings can name objects by four bytes.
// Every level has 32 places: 32 slots in a leaf, 1,024 in a page, 32,768 in a book,
// 1,048,576 on a shelf.
//
// A node whose edit is not the running one may be seen by readers and is never
// changed again; own copies it first. A node of the running edit was made by it,
// nobody else can reach it yet, so it is changed in place. Edit numbers are never
// used twice, so publishing needs no pass that freezes the nodes.
type slots[V any] struct {
	edit    uint64
	count   int
	shelves []*shelf[V] // one pointer for a million slots; no nil at the end
}

type (
	page[V any]  = fan[leaf[V]]
	book[V any]  = fan[page[V]]
	shelf[V any] = fan[book[V]]
)

// leaf holds the values of 32 slots. The keys live in a node of their own, so that
// an update, which never changes a key, need not copy them.
type leaf[V any] struct {
	edit uint64
	used uint32 // bit i: slot i is taken
	keys *names
	vals [32]V
}

type names struct {
	edit uint64
	at   [32]string
}

// at returns the leaf of a slot that is taken.
func (s *slots[V]) at(slot uint32) *leaf[V] {
	return s.shelves[slot>>20].kid[slot>>15&31].kid[slot>>10&31].kid[slot>>5&31]
}

func (s *slots[V]) value(slot uint32) V    { return s.at(slot).vals[slot&31] }
func (s *slots[V]) key(slot uint32) string { return s.at(slot).keys.at[slot&31] }

// edited returns the place of a taken slot's value for writing. It copies at most
// one node a level: 1.5 KB for pointers.
func (s *slots[V]) edited(slot uint32, edit uint64) *V {
	s.own(edit)
	shelf := own(&s.shelves[slot>>20], edit)
	book := own(&shelf.kid[slot>>15&31], edit)
	page := own(&book.kid[slot>>10&31], edit)
	return &ownLeaf(&page.kid[slot>>5&31], edit).vals[slot&31]
}

// take fills the lowest free slot. Low slots first keeps a store that has shrunk
// dense, without a list of free slots that would have to be persistent too.
func (s *slots[V]) take(key string, val V, edit uint64) uint32 {
	s.own(edit)
	at := s.roomyShelf()
	shelf := own(&s.shelves[at], edit)
	b := shelf.roomy()
	book := own(&shelf.kid[b], edit)
	p := book.roomy()
	page := own(&book.kid[p], edit)
	l := page.roomy()
	leaf := ownLeaf(&page.kid[l], edit)
	i := uint32(bits.TrailingZeros32(^leaf.used))
	leaf.used |= 1 << i
	leaf.vals[i] = val
	leaf.ownKeys(edit).at[i] = key
	page.mark(l, true, leaf.used == full)
	book.mark(p, true, page.full == full)
	shelf.mark(b, true, book.full == full)
	s.count++
	return uint32(at)<<20 | b<<15 | p<<10 | l<<5 | i
}

// release empties a taken slot, and drops every node that it leaves empty.
func (s *slots[V]) release(slot uint32, edit uint64) {
	s.own(edit)
	b, p, l, i := slot>>15&31, slot>>10&31, slot>>5&31, slot&31
	shelf := own(&s.shelves[slot>>20], edit)
	book := own(&shelf.kid[b], edit)
	page := own(&book.kid[p], edit)
	leaf := ownLeaf(&page.kid[l], edit)
	var none V
	leaf.used &^= 1 << i
	leaf.vals[i] = none // else the current state would keep the dead object
	leaf.ownKeys(edit).at[i] = ""
	page.mark(l, leaf.used != 0, false)
	book.mark(p, page.live != 0, false)
	shelf.mark(b, book.live != 0, false)
	if shelf.live == 0 {
		s.dropShelf(slot >> 20)
	}
	s.count--
}

func (s *slots[V]) own(edit uint64) {
	if s.edit != edit {
		s.shelves, s.edit = slices.Clone(s.shelves), edit
	}
}

// roomyShelf returns the first shelf with a free slot, new if need be.
func (s *slots[V]) roomyShelf() int {
	for i, shelf := range s.shelves {
		if shelf == nil || shelf.full != full {
			return i
		}
	}
	if len(s.shelves) == 1<<12-1 {
		panic("cow: more than 4 billion entries in one store")
	}
	s.shelves = append(s.shelves, nil)
	return len(s.shelves) - 1
}

func (s *slots[V]) dropShelf(at uint32) {
	s.shelves[at] = nil
	for len(s.shelves) > 0 && s.shelves[len(s.shelves)-1] == nil {
		s.shelves = s.shelves[:len(s.shelves)-1]
	}
}
