package mvcc

import (
	"iter"
	"sync/atomic"
)

// sparse tells whether so few of the slots are in use that copying those pays off.
// After a copy, two thirds of the objects must be deleted to get here again, so
// copying costs a constant for each delete.
func (g *generation) sparse() bool {
	chunks := len(g.space.chunks)
	return chunks > fewChunks && int(g.live.Load())*3 < chunks*slotsPerChunk
}

// fewPostings tells whether an index has had many more postings than it has now, and their
// number was no small part of the objects: its list and its table do not shrink by themselves.
// After a copy, as many postings must come and go to get here again.
func (g *generation) fewPostings() bool {
	for _, ix := range g.indexes.Load().list {
		had := int(ix.nextID)
		if had > manyPostings && ix.ids.live*4 < had && had > int(g.live.Load())/4 {
			return true
		}
	}
	return false
}

const (
	fewChunks    = 16   // are not worth a copy
	manyPostings = 4096 // may be empty without being worth one
)

// shrink copies what is left into a generation of its size, which gives back the
// memory after a mass delete. It calls no index function. The caller holds mu.
func (s *Store) shrink(g *generation) {
	v := g.view()
	rv := v.resourceVersion()
	next := newGeneration(s.seed, g.indexes.Load().set, int(g.live.Load()))
	slots := copySlots(g, next)
	for i, ix := range g.indexes.Load().list {
		copyPostings(ix, next, next.indexes.Load().list[i], slots)
	}
	next.begin(&rv)
	s.generation.Store(next) // complete, and equal: a reader may have either
}

// copySlots returns the new slot for each old one.
func copySlots(g, next *generation) []uint32 {
	slots := make([]uint32, len(g.space.chunks)<<offsetBits)
	for old, c := range g.slotsInUse() {
		w, _ := c.load(int(old & offsetMask))
		key := c.entries[old&offsetMask].key
		slot := next.take(w.typ)
		slots[old] = slot
		to, at := next.chunkOf(slot)
		to.entries[at].key = key
		next.types.note(w.typ)
		to.store(at, w, firstNumber)
		next.slots.insert(next.hash(key), slot)
		next.live.Add(1)
	}
	return slots
}

// slotsInUse ranges over the slots that have an object, and their chunks, for the writer.
func (g *generation) slotsInUse() iter.Seq2[uint32, *chunk] {
	return func(yield func(uint32, *chunk) bool) {
		chunks := *g.directory.Load()
		for number := range g.space.chunks {
			c := chunks[number].Load()
			for offset := range c.entries {
				w, _ := c.load(offset)
				if w.exists() && !yield(uint32(number<<offsetBits|offset), c) {
					return
				}
			}
		}
	}
}

func copyPostings(ix *index, next *generation, to *index, slots []uint32) {
	list := *ix.byID.Load()
	for i := range list {
		p := list[i].Load()
		if p == nil || p.live == 0 {
			continue
		}
		copied := to.create(next.hash(p.value), p.value, firstNumber)
		copied.resize(nil, int(p.live), 0)
		block := p.block()
		for place := range p.live {
			slot := slots[atomic.LoadUint32(&block[place])-1]
			next.links.add(slot, to.position, link{copied.id, copied.add(slot, firstNumber)})
		}
	}
}
