package mvcc

import (
	"informerbench/stores/internal/version"
	"sync/atomic"
)

// current returns the object under key if no slot that it looks at was written after the
// commit, as is nearly always so; otherwise newer is true.
func (g *generation) current(key string, commit uint64) (w words, newer bool) {
	hash := g.hash(key)
	chunks, cells := *g.directory.Load(), *g.slots.cells.Load()
	for i := home(hash, len(cells)); ; i++ {
		if i >= len(cells) {
			i = 0
		}
		cell := cells[i].Load()
		if uint32(cell>>32) != hash || uint32(cell) == 0 {
			if cell == emptyCell {
				return missing, false
			}
			continue
		}
		slot := uint32(cell) - 1
		number, offset := int(slot>>offsetBits), slot&offsetMask
		if number >= len(chunks) || offset >= slotsPerChunk {
			continue // a chunk that came after the commit was loaded; no offset is that large
		}
		c := chunks[number].Load()
		e := &c.entries[offset]
		w := g.types.words(atomic.LoadPointer(&e.data), c, int(offset))
		if e.seq.Load() > commit { // after data, see entry.seq
			return missing, true
		}
		if w.exists() && e.key == key {
			// The key is that of this object: it was written before, and stays with the chunk.
			return w, false
		}
	}
}

// get returns the object under key in the state of the view, or in a later one that was
// committed during the call.
func (v *view) get(key string) (words, bool) {
	g := v.g
	hash := g.hash(key)
	chunks := *g.directory.Load()
	for p := g.slots.probe(hash); ; {
		slot, ok := p.next()
		if !ok {
			return missing, false
		}
		number, offset := slot>>offsetBits, int(slot&offsetMask)
		if int(number) >= len(chunks) {
			continue // a chunk that came after the view
		}
		c := chunks[number].Load()
		e := &c.entries[offset]
		w := g.types.words(atomic.LoadPointer(&e.data), c, offset)
		if seq := e.seq.Load(); seq > v.commit { // after data, see entry.seq
			if w, ok = v.getOlder(c, slot, key, seq); ok {
				return w, true
			}
		} else if w.exists() && e.key == key {
			// The key is that of this object: it was written before, and stays with the chunk.
			return w, true
		}
	}
}

// getOlder returns the object in a slot that was written after the view, if it was there under key.
func (v *view) getOlder(c *chunk, slot uint32, key string, seq uint64) (words, bool) {
	number, offset := slot>>offsetBits, int(slot&offsetMask)
	if seq == c.birth || c.entries[offset].key != key {
		// Either the slot is blank, and its key may be written at this moment: the table
		// had an old cell, and the key it was for is gone. Or it has another key, whose
		// sequence we have seen, so that we may look at it.
		return missing, false
	}
	c, w := v.object(c, number, offset)
	return w, w.exists() && c.entries[offset].key == key
}

// appendList appends all objects.
func (v *view) appendList(into []any) []any {
	chunks := *v.g.directory.Load()
	for i := range chunks {
		c := chunks[i].Load()
		if c == nil {
			break
		}
		into = v.appendChunk(c, uint32(i), into)
	}
	return into
}

// appendChunk appends the objects of one chunk. If the objects are of one type, it stays so
// for all that is older than the view: another type comes with a newer sequence.
func (v *view) appendChunk(c *chunk, number uint32, into []any) []any {
	uniform := c.types.Load() == nil
	for offset := range c.entries {
		e := &c.entries[offset]
		w := words{c.typ, atomic.LoadPointer(&e.data)}
		if !uniform {
			w, _ = c.load(offset)
		}
		if e.seq.Load() > v.commit { // after data, see entry.seq
			_, w = v.object(c, number, offset)
		}
		if w.exists() {
			into = append(into, w.join())
		}
	}
	return into
}

// room gives a slice that is full room for n more at once. One that has some room was made
// by somebody who knows better than a count that may be newer than the view.
func room[T any](into []T, n int) []T {
	if n == 0 || cap(into) > len(into) {
		return into
	}
	return append(make([]T, 0, len(into)+n), into...)
}

// appendAllKeys appends all keys.
func (v *view) appendAllKeys(into []string) []string {
	chunks := *v.g.directory.Load()
	for i := range chunks {
		c := chunks[i].Load()
		if c == nil {
			break
		}
		for offset := range c.entries {
			e := &c.entries[offset]
			data := atomic.LoadPointer(&e.data)
			if e.seq.Load() > v.commit { // after data, see entry.seq
				if key, w := v.entry(c, uint32(i), offset); w.exists() {
					into = append(into, key)
				}
			} else if data != nil {
				into = append(into, e.key)
			}
		}
	}
	return into
}

// entry returns the key and the object in a slot, missing words if there was none.
func (v *view) entry(c *chunk, number uint32, offset int) (string, words) {
	w, seq := c.load(offset)
	if seq > v.commit {
		c, w = v.object(c, number, offset)
	}
	if !w.exists() {
		return "", missing // perhaps a blank slot, whose key may be written at this moment
	}
	return c.entries[offset].key, w
}

// at is entry for a slot that the view is known to have reached.
func (v *view) at(slot uint32) (string, words) {
	c, offset := (*v.g.directory.Load()).at(slot)
	return v.entry(c, slot>>offsetBits, offset)
}

// resourceVersion is told by the record of the commit, which a folded view has no more.
func (v *view) resourceVersion() string {
	segment, r := v.find(v.commit)
	switch r.kind() {
	case versionSet:
		return *(*string)(r.data)
	case versionTaken:
		rv, _ := version.Of(segment.object(r, v.commit).join())
		return rv
	default:
		_, w := v.at(r.slot())
		rv, _ := version.Of(w.join())
		return rv
	}
}
