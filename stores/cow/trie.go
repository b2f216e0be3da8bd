package cow

import "slices"

const (
	nibble    = 4
	topNibble = 32 - nibble // shift of the first four bits of a tag
)

// node is a part of a trie from tags to slots: a *branch, *bin, *pile, or nil.
type node interface{ isNode() }

func (*branch) isNode() {}
func (*bin) isNode()    {}
func (*pile) isNode()   {}

// branch tells apart four bits of the tag. Adjacent places may share one bin, so
// that a bin that splits becomes two half full ones and not 16 nearly empty ones;
// bins are 70% full on average. No place is nil.
type branch struct {
	edit uint64
	kid  [1 << nibble]node
}

func place(tag uint32, shift int) uint32 { return tag >> uint(shift) % (1 << nibble) }

func (b *branch) own(edit uint64) *branch {
	if b.edit == edit {
		return b
	}
	fresh := *b
	fresh.edit = edit
	return &fresh
}

// plant adds a cell whose key is not there and returns the node to put in n's
// place. It copies one node a level, unless the edit owns it.
func plant(n node, c cell, shift int, edit uint64) node {
	switch n := n.(type) {
	case *branch:
		n = n.own(edit)
		n.plant(c, shift, edit)
		return n
	case *bin:
		return plantInBin(n, c, shift, edit)
	case *pile:
		if n.edit != edit {
			n = &pile{edit: edit, cells: slices.Clone(n.cells)}
		}
		n.cells = append(n.cells, c)
		return n
	default:
		b := &bin{edit: edit, bits: nibble}
		b.add(c)
		return b
	}
}

// plantInBin is plant for a bin that covers one whole place.
func plantInBin(b *bin, c cell, shift int, edit uint64) node {
	switch {
	case b.count < binMax:
		b = b.own(edit)
		b.add(c)
		return b
	case shift < 0: // all bits used, so all tags are equal
		return &pile{edit: edit, cells: append(b.appendCells(nil), c)}
	default:
		wider := &branch{edit: edit}
		b = b.own(edit)
		b.bits = 0
		wider.hang(0, b)
		wider.plant(c, shift, edit)
		return wider
	}
}

// plant is for an owned branch.
func (b *branch) plant(c cell, shift int, edit uint64) {
	i := place(c.tag(), shift)
	for {
		kid, isBin := b.kid[i].(*bin)
		if !isBin || kid.bits == nibble {
			b.kid[i] = plant(b.kid[i], c, shift-nibble, edit)
			return
		}
		if kid.count < binMax {
			kid = kid.own(edit)
			kid.add(c)
			b.hang(i, kid)
			return
		}
		b.split(i, kid, shift, edit)
	}
}

// hang lets every place that the bin covers, i among them, point to it.
func (b *branch) hang(i uint32, kid *bin) {
	width := uint32(1<<nibble) >> kid.bits
	first := i &^ (width - 1)
	for j := first; j < first+width; j++ {
		b.kid[j] = kid
	}
}

// split deals the cells of a full bin out to two, by the next bit of the tag. One
// of them may stay empty; the caller then splits the other.
func (b *branch) split(i uint32, kid *bin, shift int, edit uint64) {
	low := &bin{edit: edit, bits: kid.bits + 1}
	high := &bin{edit: edit, bits: kid.bits + 1}
	next := uint(shift) + nibble - 1 - uint(kid.bits)
	for _, c := range kid.cells {
		switch {
		case c == 0:
		case c.tag()>>next&1 == 0:
			low.add(c)
		default:
			high.add(c)
		}
	}
	half := uint32(1<<nibble) >> high.bits
	b.hang(i&^half, low)
	b.hang(i|half, high)
}

func (b *bin) appendCells(to []cell) []cell {
	for _, c := range b.cells {
		if c != 0 {
			to = append(to, c)
		}
	}
	return to
}
