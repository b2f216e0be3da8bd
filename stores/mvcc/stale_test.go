package mvcc

import (
	"sync/atomic"
	"unsafe"
)

// held is all that a reader can have loaded at one moment. A reader who stops there, while
// others write, and then goes on, sees any mixture of what was then and of what is now; with
// lets the code that reads run over such mixtures, without any timing.
type held struct {
	seen      seen
	directory *directory
	chunks    []heldChunk
	slots     heldTable
	indexes   []heldIndex
}

type heldChunk struct {
	chunk *chunk
	data  [slotsPerChunk]unsafe.Pointer
}

type heldTable struct {
	table *table
	array *[]atomic.Uint64
	cells []uint64
}

type heldIndex struct {
	index    *index
	ids      heldTable
	list     *[]atomic.Pointer[posting]
	postings []heldPosting
}

type heldPosting struct {
	posting *posting
	block   []uint32
	cells   []uint32
}

func hold(s seen) held {
	g := s.view.g
	h := held{seen: s, directory: g.directory.Load(), slots: holdTable(&g.slots)}
	for i := range *h.directory {
		c := (*h.directory)[i].Load()
		if c == nil {
			break
		}
		one := heldChunk{chunk: c}
		for offset := range c.entries {
			one.data[offset] = c.entries[offset].data
		}
		h.chunks = append(h.chunks, one)
	}
	for _, ix := range s.view.indexes.list {
		one := heldIndex{index: ix, ids: holdTable(&ix.ids), list: ix.byID.Load()}
		for i := range *one.list {
			if p := (*one.list)[i].Load(); p != nil {
				block := p.block()
				one.postings = append(one.postings, heldPosting{p, block, append([]uint32(nil), block...)})
			}
		}
		h.indexes = append(h.indexes, one)
	}
	return h
}

func holdTable(t *table) heldTable {
	array := t.cells.Load()
	h := heldTable{t, array, make([]uint64, len(*array))}
	for i := range *array {
		h.cells[i] = (*array)[i].Load()
	}
	return h
}

// mix puts a mixture into place, and returns what takes it away again.
func (h *held) mix(c chooser) (restore func()) {
	var undo []func()
	put := func(f func()) { undo = append(undo, f) }
	g := h.seen.view.g
	if d := h.mixedDirectory(c); d != nil {
		now := g.directory.Swap(d)
		put(func() { g.directory.Store(now) })
	}
	h.slots.mix(c, put)
	for _, one := range h.indexes {
		one.ids.mix(c, put)
		if ix := one.index; c.choose(2) == 0 {
			now := ix.byID.Swap(one.list)
			put(func() { ix.byID.Store(now) })
		}
		for _, p := range one.postings {
			p.mix(c, put)
		}
	}
	return func() {
		for _, f := range undo {
			f()
		}
	}
}

// mixedDirectory is the directory of then, with the chunks of now, or of then, or with
// objects of then in them beside sequences of now: the reader loads the object before.
func (h *held) mixedDirectory(c chooser) *directory {
	how := c.choose(4)
	switch how {
	case 0:
		return nil
	case 1:
		return h.directory
	}
	mixed := make(directory, len(*h.directory))
	for i, one := range h.chunks {
		if how == 3 {
			copied := &chunk{birth: one.chunk.birth, typ: one.chunk.typ}
			copied.types.Store(one.chunk.types.Load())
			for offset := range copied.entries {
				copied.entries[offset].key = one.chunk.entries[offset].key
				copied.entries[offset].data = one.data[offset]
				copied.entries[offset].seq.Store(one.chunk.entries[offset].seq.Load())
			}
			one.chunk = copied
		}
		mixed[i].Store(one.chunk)
	}
	return &mixed
}

// mix is the array of then as it is now, or partly as it was.
func (h *heldTable) mix(c chooser, put func(func())) {
	how := c.choose(4)
	if how == 0 {
		return
	}
	cells := make([]atomic.Uint64, len(h.cells))
	old := cut(c, how, len(cells))
	for i := range cells {
		if i < old {
			cells[i].Store(h.cells[i])
		} else {
			cells[i].Store((*h.array)[i].Load())
		}
	}
	now := h.table.cells.Swap(&cells)
	put(func() { h.table.cells.Store(now) })
}

// mix is like that of a table; the reader goes through the cells in order.
func (h *heldPosting) mix(c chooser, put func(func())) {
	how := c.choose(4)
	if how == 0 {
		return
	}
	block := newBlock(len(h.cells))[:len(h.cells)+1]
	block[0] = uint32(len(h.cells))
	copy(block[1:], h.block)
	copy(block[1:], h.cells[:cut(c, how, len(h.cells))])
	now := h.posting.cells.Swap(&block[0])
	put(func() { h.posting.cells.Store(now) })
}

// cut is how many cells are those of then.
func cut(c chooser, how, n int) int {
	switch how {
	case 1:
		return 0
	case 2:
		return n
	default:
		return c.choose(n + 1)
	}
}
