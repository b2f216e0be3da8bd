package mvcc

import "unsafe"

// pending is what a write leaves to be cleared away once it is committed. Before, a
// reader with the old commit could still need it, and a later entry of the same
// transaction may bring it back to life.
type pending struct {
	slots    []deleted // whose objects were deleted
	postings []emptied // that have lost their last slot
}

type deleted struct{ slot, hash uint32 }

type emptied struct {
	index   *index
	posting *posting
}

// droppedAtOnce is how many postings are taken out before there is another commit: so many
// records at most has a reader to look at who comes later, and misses a value.
const droppedAtOnce = 64

// settle clears away what the last commit has made unreachable, and tells how many postings
// that were.
func (g *generation) settle() (dropped int) {
	for _, d := range g.pending.slots {
		g.forget(d)
	}
	for _, e := range g.pending.postings {
		if e.posting.live == 0 && e.index.posting(e.posting.id) == e.posting {
			number := g.journal.append(postingGone, e.index.position, e.index.lastGone.Load(), unsafe.Pointer(e.posting))
			e.index.drop(e.posting, g.hash(e.posting.value), number)
			dropped++
			if dropped%droppedAtOnce == 0 && !g.journal.off {
				g.recommit()
			}
		}
	}
	g.pending.reset()
	return dropped
}

// forget takes a deleted key out of the table, unless a later entry of the transaction
// has brought it back, or deleted it twice.
func (g *generation) forget(d deleted) {
	c, offset := g.chunkOf(d.slot)
	if w, _ := c.load(offset); w.exists() || g.space.chunks[d.slot>>offsetBits].dead&(1<<offset) != 0 {
		return
	}
	g.slots.remove(d.hash, d.slot)
	g.release(d.slot)
}

func (p *pending) reset() {
	clear(p.postings)
	if cap(p.slots) > stagedKeep || cap(p.postings) > stagedKeep {
		p.slots, p.postings = nil, nil
		return
	}
	p.slots, p.postings = p.slots[:0], p.postings[:0]
}
