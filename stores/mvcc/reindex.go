package mvcc

import "unsafe"

// reindex brings a slot under exactly these values of an index. The usual cases have at most
// one value before and after, and the most usual, a value that stays, is told by one comparison.
func (g *generation) reindex(ix *index, slot uint32, values []string) {
	one := &g.links.at(slot)[ix.position]
	if one.posting == severalPostings || len(values) > 1 {
		if !g.severalStay(ix, slot, values) {
			g.relink(ix, slot, values)
		}
		return
	}
	if one.posting != noPosting {
		if len(values) == 1 && ix.posting(one.posting).value == values[0] {
			return
		}
		was := *one
		one.posting = noPosting
		g.leave(ix, slot, was)
	}
	if len(values) == 1 {
		*one = g.join(ix, slot, values[0])
	}
}

// join puts a slot into the posting of a value.
func (g *generation) join(ix *index, slot uint32, value string) link {
	p := ix.recent
	if p == nil || p.value != value {
		p = g.postingOf(ix, value)
		ix.recent = p
	}
	number := g.journal.append(slotJoined, slot, p.last.Load(), unsafe.Pointer(p))
	return link{p.id, p.add(slot, number)}
}

// postingOf returns the posting of a value, a new one if there is none.
func (g *generation) postingOf(ix *index, value string) *posting {
	hash := g.hash(value)
	if p := ix.find(hash, value); p != nil {
		return p
	}
	return ix.create(hash, value, g.nextNumber())
}

// nextNumber is that of the next record.
func (g *generation) nextNumber() uint64 {
	if g.journal.off {
		return firstNumber
	}
	return g.journal.number + 1
}

// leave takes a slot out of a posting.
func (g *generation) leave(ix *index, slot uint32, l link) {
	p := ix.posting(l.posting)
	number := g.journal.append(slotLeft, slot, p.last.Load(), unsafe.Pointer(p))
	if end := p.lastSlot(); end != slot {
		number = g.journal.append(slotMoved, end, number, unsafe.Pointer(p))
		g.links.moved(end, ix.position, p.id, l.place)
	}
	p.cut(l.place, number)
	if p.live == 0 {
		g.pending.postings = append(g.pending.postings, emptied{ix, p})
	}
}
