package mvcc

import (
	"slices"
	"sync/atomic"
	"unsafe"
)

// posting is the slots under one value of an index. Its address is its identity: when
// a value goes and comes back, that is another posting.
type posting struct {
	value string
	// cells points to an array of which the first word is the number of those that
	// follow: array and length are one word to publish, and an array needs no header. The
	// cells hold slot+1; the first 0 ends the set. Only the tail can be 0.
	cells atomic.Pointer[uint32]
	// last is the number of the last record about the posting. Like a slot's sequence it is
	// stored before the cells change, and a reader loads it after it has read the cells: if
	// it is not newer than the snapshot, the cells are what the snapshot had.
	last  atomic.Uint64
	birth uint64 // number of the record with which it came
	live  uint32 // slots in it; the writer's
	id    uint32 // position in the index's list
}

// block returns the cells as a reader may use them.
func (p *posting) block() []uint32 {
	first := p.cells.Load()
	return unsafe.Slice(first, *first+1)[1:]
}

// newBlock has room for at least size slots, and for all that fit into what the
// allocator gives for that.
func newBlock(size int) []uint32 {
	block := slices.Grow([]uint32(nil), max(size, 1)+1)
	block = block[:cap(block)]
	block[0] = uint32(len(block) - 1)
	return block
}

func newPosting(value string, id uint32) *posting {
	p := &posting{value: value, id: id}
	p.cells.Store(&newBlock(1)[0])
	return p
}

// add appends a slot after record number has been written, and returns its place.
func (p *posting) add(slot uint32, number uint64) uint32 {
	p.last.Store(number) // before the cells change, see last
	block, place := p.block(), p.live
	if int(place) < len(block) {
		atomic.StoreUint32(&block[place], slot+1)
	} else {
		p.resize(block, int(place)+1+int(place)/4, slot+1)
	}
	p.live++
	return place
}

// cut takes out the slot at a place after record number has been written. The last
// slot comes into its place; cut returns it and whether there was one to move.
func (p *posting) cut(place uint32, number uint64) {
	p.last.Store(number) // before the cells change, see last
	block, end := p.block(), p.live-1
	if place != end {
		atomic.StoreUint32(&block[place], block[end])
	}
	atomic.StoreUint32(&block[end], 0)
	p.live = end
	if len(block) > smallBlock && int(end) < len(block)/4 {
		p.resize(block, int(end)+int(end)/2, 0)
	}
}

// smallBlock is never shrunk.
const smallBlock = 16

// resize publishes a copy of the live cells, with one more unless it is 0. Who still reads
// the old array reads what it was.
func (p *posting) resize(block []uint32, size int, more uint32) {
	larger := newBlock(size)
	copy(larger[1:], block[:p.live])
	if more != 0 {
		larger[1+p.live] = more
	}
	p.cells.Store(&larger[0])
}

// lastSlot is the slot in the last cell; the posting must not be empty.
func (p *posting) lastSlot() uint32 { return p.block()[p.live-1] - 1 }
