package mvcc

import (
	"sync/atomic"
	"unsafe"
)

// types spares a reader the header of a chunk, a cache line of its own, as long as all
// objects of a generation are of one type, as they nearly always are.
type types struct {
	// first is the type of the first object.
	first unsafe.Pointer
	// several is set before the data of the first object of another type is stored. A reader
	// loads the data before: whoever has seen that data sees several.
	several atomic.Bool
	known   bool // whether there was a first object; the writer's
}

// note is called by the writer for the type of each object before it stores the data.
func (t *types) note(typ unsafe.Pointer) {
	switch {
	case !t.known:
		t.known = true
		atomic.StorePointer(&t.first, typ)
	case typ != t.first && !t.several.Load():
		t.several.Store(true)
	}
}

// words returns the words in a slot, given its data, which was loaded before. They
// belong together only if the sequence, loaded after, is committed.
func (t *types) words(data unsafe.Pointer, c *chunk, offset int) words {
	if t.several.Load() {
		return words{c.typeAt(offset), data}
	}
	return words{atomic.LoadPointer(&t.first), data}
}
