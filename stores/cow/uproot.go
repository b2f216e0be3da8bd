package cow

import "slices"

// uproot takes out a cell that is there and returns the node to put in n's place.
func uproot(n node, c cell, shift int, edit uint64) node {
	switch n := n.(type) {
	case *branch:
		n = n.own(edit)
		return n.uproot(c, shift, edit)
	case *bin:
		n = n.own(edit)
		n.cut(c)
		return n
	case *pile:
		return n.uproot(c, edit)
	default:
		panic("cow: trie misses a cell that a slot has")
	}
}

// uproot is for an owned branch.
func (b *branch) uproot(c cell, shift int, edit uint64) node {
	i := place(c.tag(), shift)
	if kid, isBin := b.kid[i].(*bin); isBin {
		kid = kid.own(edit)
		kid.cut(c)
		b.hang(i, kid)
	} else {
		b.kid[i] = uproot(b.kid[i], c, shift-nibble, edit)
	}
	return b.settle(i, edit)
}

// settle merges the bin at place i with its other half for as long as both fit well
// into one, so that a trie that has shrunk is as small as one that never grew. A
// branch that comes down to one bin is replaced by it.
func (b *branch) settle(i uint32, edit uint64) node {
	kid, isBin := b.kid[i].(*bin)
	for isBin && kid.bits > 0 {
		other, alsoBin := b.kid[i^(1<<nibble)>>kid.bits].(*bin)
		if !alsoBin || other.bits != kid.bits || kid.count+other.count > binMerge {
			return b
		}
		kid = kid.own(edit)
		for _, c := range other.cells {
			if c != 0 {
				kid.add(c)
			}
		}
		kid.bits--
		b.hang(i, kid)
	}
	if !isBin {
		return b
	}
	kid.bits = nibble // owned: the loop above has merged into it
	return kid
}

func (p *pile) uproot(c cell, edit uint64) node {
	if p.edit != edit {
		p = &pile{edit: edit, cells: slices.Clone(p.cells)}
	}
	i, last := slices.Index(p.cells, c), len(p.cells)-1
	p.cells[i] = p.cells[last]
	p.cells = p.cells[:last]
	if last > binMerge {
		return p
	}
	b := &bin{edit: edit, bits: nibble}
	for _, c := range p.cells {
		b.add(c)
	}
	return b
}
