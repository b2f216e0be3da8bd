package mvcc

import (
	"sync/atomic"
	"unsafe"
)

// A slot number is the number of its chunk and, in the low offsetBits, the offset in
// it. Offsets stop at slotsPerChunk: with its header, and the 8 bytes that Go's allocator
// puts before what has pointers and more than 512 bytes, a chunk is 2,048 bytes, which
// is a size class, so that nothing is lost to rounding and no entry straddles a cache
// line. A test fails if that changes.
const (
	offsetBits    = 6
	offsetMask    = 1<<offsetBits - 1
	slotsPerChunk = 62
)

// entry is one slot: half a cache line, so that a Get touches one line for the key, the
// object and its sequence.
type entry struct {
	// key is written before the slot's first sequence, and never again in this chunk:
	// a reader that has loaded a sequence of the slot's present life may read it
	// without further ado. Overwriting it in place would tear it under a reader that came
	// late (two words), so a slot gets another key only in a copy of its chunk.
	key string
	// data is the data word of the object, nil if there is none.
	data unsafe.Pointer
	// seq is the number of the log record of the last write to the slot. A writer
	// stores seq before data and a reader loads data before seq: a reader that finds
	// a sequence at or below its commit therefore has the data which that write left,
	// for of a later write it would have seen the sequence first.
	seq atomic.Uint64
}

// chunk is slotsPerChunk slots. Objects change in place; keys never do.
type chunk struct {
	// birth is the number of the log record that says which chunk this one replaced;
	// 0 if none. A slot that nobody has used since the birth has it as its sequence.
	birth uint64
	// typ is the type word of all objects while types is nil.
	typ unsafe.Pointer
	// types has the type word of each object once they are of several types. It is
	// published after the sequence and before the data of the first object of another
	// type. A reader that misses it has therefore not seen that data either, or will see a
	// sequence that it refuses.
	types   atomic.Pointer[[slotsPerChunk]unsafe.Pointer]
	_       [32]byte // fills the cache line up to 8 bytes, which the allocator has, see slotsPerChunk
	entries [slotsPerChunk]entry
}

// load returns the words in a slot, and then its sequence, in this order (see
// entry.seq). They belong together only if the sequence is committed.
func (c *chunk) load(offset int) (words, uint64) {
	e := &c.entries[offset]
	data := atomic.LoadPointer(&e.data)
	typ := c.typeAt(offset)
	return words{typ, data}, e.seq.Load()
}

func (c *chunk) typeAt(offset int) unsafe.Pointer {
	if types := c.types.Load(); types != nil {
		return atomic.LoadPointer(&types[offset])
	}
	return c.typ
}

// store writes words in place, as record seq of the log says. Only the writer calls it.
func (c *chunk) store(offset int, w words, seq uint64) {
	e := &c.entries[offset]
	e.seq.Store(seq) // before everything else, see entry.seq
	if w.exists() {
		c.setType(offset, w.typ)
	}
	atomic.StorePointer(&e.data, w.data)
}

func (c *chunk) setType(offset int, typ unsafe.Pointer) {
	types := c.types.Load()
	if types == nil {
		if typ == c.typ {
			return
		}
		types = new([slotsPerChunk]unsafe.Pointer)
		for i := range types {
			types[i] = c.typ
		}
		types[offset] = typ
		c.types.Store(types)
		return
	}
	atomic.StorePointer(&types[offset], typ)
}

// renewed returns a copy in which the dead slots are blank and may get new keys. The
// receiver stays as it is for those readers who came before.
func (c *chunk) renewed(dead uint64, birth uint64) *chunk {
	fresh := &chunk{birth: birth, typ: c.typ}
	types := c.types.Load()
	if types != nil {
		copied := *types
		fresh.types.Store(&copied)
	}
	for i := range c.entries {
		from, to := &c.entries[i], &fresh.entries[i]
		if dead&(1<<i) != 0 {
			to.seq.Store(birth)
			continue
		}
		to.key, to.data = from.key, from.data
		to.seq.Store(from.seq.Load())
	}
	return fresh
}

// directory is the chunks by their number; the tail is nil. It is replaced by a larger
// one when full; a reader with the smaller misses only slots that were written after it came.
type directory []atomic.Pointer[chunk]

func (d directory) at(slot uint32) (*chunk, int) {
	return d[slot>>offsetBits].Load(), int(slot & offsetMask)
}
