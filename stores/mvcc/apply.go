package mvcc

// put writes an object under a key. Its values under the first index are number first of s.
func (g *generation) put(p plan, key string, w words, s staged, first int) {
	if !p.found { // an entry that was planned together with this one may have added it
		p.slot, p.found = g.lookup(p.hash, key)
	}
	slot := p.slot
	if !p.found {
		slot = g.take(w.typ)
		c, offset := g.chunkOf(slot)
		c.entries[offset].key = key // before the slot's first sequence and its cell, see entry.key
	}
	if !p.same {
		for i, ix := range g.indexes.Load().list {
			g.reindex(ix, slot, s.of(first+i))
		}
	}
	if g.overwrite(slot, objectWritten, w) {
		g.live.Add(1)
	}
	if !p.found {
		g.slots.insert(p.hash, slot) // last: from here a reader goes to the slot
	}
}

// remove deletes a key, and tells whether it was there.
func (g *generation) remove(p plan, key string) bool {
	if !p.found { // see put
		p.slot, p.found = g.lookup(p.hash, key)
	}
	if !p.found || !g.overwrite(p.slot, objectRemoved, missing) {
		return false
	}
	for _, ix := range g.indexes.Load().list {
		g.reindex(ix, p.slot, nil)
	}
	g.live.Add(-1)
	g.pending.slots = append(g.pending.slots, deleted{p.slot, p.hash})
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
