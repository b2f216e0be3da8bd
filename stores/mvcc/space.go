package mvcc

import (
	"math/bits"
	"unsafe"
)

// space is which slots are free; the writer's own. Slots are taken in rising order
// from the open chunk, so that objects that are listed together lie together.
type space struct {
	chunks []usage
	open   uint32   // the chunk that slots are taken from; noChunk if none
	reuse  []uint32 // chunks with enough dead slots to be worth a copy
	dead   int      // all dead slots
}

const noChunk = ^uint32(0)

// usage is a bit for each slot of a chunk.
type usage struct {
	fresh uint64 // never used since the chunk was made
	dead  uint64 // deleted, with the old key still in place
}

const allSlots = 1<<slotsPerChunk - 1

// worthReuse is how many dead slots a chunk has before it is copied to use them again.
// The copy costs 2 KB for as many inserts; waiting costs up to as many slots in each chunk.
const worthReuse = 16

// take returns a free slot. typ is the type of the object that will be put there.
func (g *generation) take(typ unsafe.Pointer) uint32 {
	sp := &g.space
	if sp.open == noChunk || sp.chunks[sp.open].fresh == 0 {
		if last := len(sp.reuse) - 1; last >= 0 {
			sp.open = sp.reuse[last]
			sp.reuse = sp.reuse[:last]
			g.renew(sp.open)
		} else {
			sp.open = g.addChunk(typ)
		}
	}
	u := &sp.chunks[sp.open]
	offset := bits.TrailingZeros64(u.fresh)
	u.fresh &^= 1 << offset
	return sp.open<<offsetBits | uint32(offset)
}

func (g *generation) addChunk(typ unsafe.Pointer) uint32 {
	number := len(g.space.chunks)
	if number > slotMask>>offsetBits {
		panic("mvcc: more than 260 million slots")
	}
	g.space.chunks = append(g.space.chunks, usage{fresh: allSlots})
	g.links.extend()
	chunks := *g.directory.Load()
	if number == len(chunks) {
		longer := make(directory, max(8, number*3/2))
		for i := range chunks {
			longer[i].Store(chunks[i].Load())
		}
		// A reader that still has the shorter one sees the chunks as they are now,
		// also after they were replaced in the longer: it came before.
		g.directory.Store(&longer)
		chunks = longer
	}
	chunks[number].Store(&chunk{typ: typ})
	return uint32(number)
}

// renew replaces a chunk by a copy in which the dead slots may be used again. Whoever
// finds the copy born after his snapshot goes back through the record to the old one.
func (g *generation) renew(number uint32) {
	chunks := *g.directory.Load()
	old := chunks[number].Load()
	u := &g.space.chunks[number]
	birth := g.journal.append(chunkRenewed, number, old.birth, unsafe.Pointer(old))
	g.journal.heavy = true // the old chunk keeps as many objects as it has
	chunks[number].Store(old.renewed(u.dead, birth))
	g.space.dead -= bits.OnesCount64(u.dead)
	u.fresh |= u.dead
	u.dead = 0
}

// release makes a slot dead once its deletion is committed and its key cannot be found
// any more.
func (g *generation) release(slot uint32) {
	u := &g.space.chunks[slot>>offsetBits]
	before := bits.OnesCount64(u.dead)
	u.dead |= 1 << (slot & offsetMask)
	g.space.dead++
	if before+1 == worthReuse {
		g.space.reuse = append(g.space.reuse, slot>>offsetBits)
	}
}

// chunkOf is for the writer, who finds no chunk replaced under him.
func (g *generation) chunkOf(slot uint32) (*chunk, int) { return g.directory.Load().at(slot) }
