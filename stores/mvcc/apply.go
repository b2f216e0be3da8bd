package mvcc

import "unsafe"

// pending is what a write leaves to be cleared away once it is committed. Before, a
// reader with the old commit could still need it, and a later entry of the same
// transaction may bring it back to life.
type pending struct {
	slots    []deleted // whose objects were deleted
	postings []emptied // that have lost their last slot
	scratch  [2][]link // for reindex
}

type deleted struct{ slot, hash uint32 }

type emptied struct {
	index   *index
	posting *posting
}

// put writes an object under a key. Its values under the first index are number first of s.
func (g *generation) put(key string, w words, s staged, first int) uint32 {
	hash := g.hash(key)
	slot, found := g.lookup(hash, key)
	if !found {
		slot = g.take(w.typ)
		c, offset := g.chunkOf(slot)
		c.entries[offset].key = key // before the slot's first sequence and its cell, see entry.key
	}
	for i, ix := range g.indexes.Load().list {
		g.reindex(ix, slot, s.of(first+i))
	}
	if g.overwrite(slot, objectWritten, w) {
		g.live.Add(1)
	}
	if !found {
		g.slots.insert(hash, slot) // last: from here a reader goes to the slot
	}
	return slot
}

// remove deletes a key, and tells whether it was there.
func (g *generation) remove(key string) bool {
	hash := g.hash(key)
	slot, found := g.lookup(hash, key)
	if !found || !g.overwrite(slot, objectRemoved, missing) {
		return false
	}
	for _, ix := range g.indexes.Load().list {
		g.reindex(ix, slot, nil)
	}
	g.live.Add(-1)
	g.pending.slots = append(g.pending.slots, deleted{slot, hash})
	return true
}

// overwrite logs what is in a slot and then replaces it. It tells whether an object came
// where there was none, or none where there was one.
func (g *generation) overwrite(slot uint32, k kind, w words) bool {
	c, offset := g.chunkOf(slot)
	old, seq := c.load(offset)
	if !w.exists() && !old.exists() {
		return false
	}
	number := g.journal.appendObject(k, slot, seq, old)
	if w.exists() {
		g.types.note(w.typ)
	}
	c.store(offset, w, number)
	return w.exists() != old.exists()
}

// lookup finds the slot of a key for the writer, also one whose object was deleted in
// the running transaction.
func (g *generation) lookup(hash uint32, key string) (uint32, bool) {
	chunks := *g.directory.Load()
	for p := g.slots.probe(hash); ; {
		slot, ok := p.next()
		if !ok {
			return 0, false
		}
		if c, offset := chunks.at(slot); c.entries[offset].key == key {
			return slot, true
		}
	}
}

// reindex brings a slot under exactly these values of an index. The usual cases have at most
// one value before and after, and the most usual, a value that stays, is told by one comparison.
func (g *generation) reindex(ix *index, slot uint32, values []string) {
	one := &g.links.at(slot)[ix.position]
	if one.posting == severalPostings || len(values) > 1 {
		g.relink(ix, slot, values)
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

// relink is reindex for slots with several values, before or after.
func (g *generation) relink(ix *index, slot uint32, values []string) {
	old := g.links.all(slot, ix.position, g.pending.scratch[0][:0])
	links := g.pending.scratch[1][:0]
	for _, value := range values {
		if at := linkTo(ix, old, value); at >= 0 {
			links = append(links, old[at])
			old[at].posting = noPosting // stays
		}
	}
	kept := len(links)
	g.links.set(slot, ix.position, nil)
	for _, l := range old {
		if l.posting != noPosting {
			g.leave(ix, slot, l)
		}
	}
	for _, value := range values {
		if linkTo(ix, links[:kept], value) < 0 {
			links = append(links, g.join(ix, slot, value))
		}
	}
	g.links.set(slot, ix.position, links)
	g.pending.scratch = [2][]link{old[:0], links[:0]}
}

// linkTo finds the link to the posting of a value, -1 if there is none.
func linkTo(ix *index, links []link, value string) int {
	for i, l := range links {
		if l.posting != noPosting && ix.posting(l.posting).value == value {
			return i
		}
	}
	return -1
}

// join puts a slot into the posting of a value.
func (g *generation) join(ix *index, slot uint32, value string) link {
	hash := g.hash(value)
	p := ix.find(hash, value)
	if p == nil {
		p = ix.create(hash, value, g.nextNumber())
	}
	number := g.journal.append(slotJoined, slot, p.last.Load(), unsafe.Pointer(p))
	return link{p.id, p.add(slot, number)}
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

// settle clears away what the last commit has made unreachable.
func (g *generation) settle() {
	for _, d := range g.pending.slots {
		g.forget(d)
	}
	for _, e := range g.pending.postings {
		if e.posting.live == 0 && e.index.posting(e.posting.id) == e.posting {
			number := g.journal.append(postingGone, e.index.position, e.index.lastGone.Load(), unsafe.Pointer(e.posting))
			e.index.drop(e.posting, g.hash(e.posting.value), number)
		}
	}
	g.pending.reset()
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
