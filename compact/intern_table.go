package compact

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// shard is a part of the table, so that those who add strings do not all wait for each other.
//
// Readers take no lock: they load slots, and then its cells, atomically. mu is held by who changes
// either. An entry is complete before it is stored into its cell, and a slots' cells are
// filled before the slots are published; a reader could see half of it otherwise. A reader with old
// slots may miss an entry, and then finds it under mu in admit, or it would make a second copy.
type shard struct {
	slots atomic.Pointer[slots]
	used  atomic.Int64 // cells that are filled, with live entries or dead ones; changed under mu
	limit int64        // of used; set before the first use
	mu    sync.Mutex

	recent atomic.Pointer[sightings] // see intern_seen.go

	admitted, refused, dropped atomic.Uint64

	_ [64]byte // cores that write to one shard must not slow down those that read the next
}

// slots is an open hash table with linear probing. Cells are only ever filled, until the
// whole of it is replaced; at least a quarter stay empty, so that every search ends.
type slots struct {
	mask  uint64
	cells []atomic.Pointer[entry]
}

// entry is a string that is shared. It does not change.
type entry struct {
	hash uint64
	size int
	data weak.Pointer[byte] // the first byte of the string, at the start of its allocation
}

const fewestSlots = 16

// text returns the string, unless nobody has it any more.
func (e *entry) text() (string, bool) {
	data := e.data.Value()
	if data == nil {
		return "", false
	}
	return unsafe.String(data, e.size), true // which keeps it alive from here on
}

// slotOf takes bits of the hash that the choice of a shard did not use.
func slotOf(hash uint64) uint64 { return hash >> 8 }

// find returns the shared copy of s.
func (sh *shard) find(hash uint64, s string) (string, bool) {
	t := sh.slots.Load()
	if t == nil {
		return "", false
	}
	for i := slotOf(hash); ; i++ {
		e := t.cells[i&t.mask].Load()
		if e == nil {
			return "", false
		}
		if e.hash != hash || e.size != len(s) {
			continue
		}
		if text, ok := e.text(); ok && text == s {
			return text, true
		}
	}
}

// admit makes a shared copy of s, unless someone else just did or there is no room.
func (sh *shard) admit(hash uint64, s string) (string, outcome) {
	if sh.used.Load() >= sh.limit { // until a sweep finds something to drop
		sh.refused.Add(1)
		return "", absent
	}
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if shared, ok := sh.find(hash, s); ok {
		return shared, known
	}
	if t := sh.slots.Load(); t == nil || uint64(sh.used.Load())+1 > t.most() {
		sh.rebuild()
	}
	if sh.used.Load() >= sh.limit {
		sh.refused.Add(1)
		return "", absent
	}
	shared := copyOf(s)
	sh.slots.Load().fill(&entry{hash, len(s), weak.Make(unsafe.StringData(shared))})
	sh.used.Add(1)
	sh.admitted.Add(1)
	return shared, added
}

// most is how many cells may be filled.
func (t *slots) most() uint64 { return uint64(len(t.cells)) / 4 * 3 }

func (t *slots) fill(e *entry) {
	for i := slotOf(e.hash); ; i++ {
		if cell := &t.cells[i&t.mask]; cell.Load() == nil {
			cell.Store(e)
			return
		}
	}
}

// rebuild replaces the slots by ones without dead entries, at most half full. Whatever it copies it
// leaves room for half as many new ones, so filling a table costs O(1) each. mu is held.
func (sh *shard) rebuild() {
	var live []*entry
	if old := sh.slots.Load(); old != nil {
		live = make([]*entry, 0, sh.used.Load())
		for i := range old.cells {
			if e := old.cells[i].Load(); e != nil && e.data.Value() != nil {
				live = append(live, e)
			}
		}
	}
	n := max(fewestSlots, 1<<bits.Len(uint(2*len(live))))
	next := &slots{mask: uint64(n - 1), cells: make([]atomic.Pointer[entry], n)}
	for _, e := range live {
		next.fill(e)
	}
	sh.slots.Store(next)
	sh.dropped.Add(uint64(sh.used.Load()) - uint64(len(live)))
	sh.used.Store(int64(len(live)))
}

// copyOf returns s in an allocation of its own. Go puts small strings together into blocks of
// 16 bytes, and a weak pointer into such a block lives as long as its neighbours; a
// string of 16 bytes or more is alone.
func copyOf(s string) string {
	b := make([]byte, max(len(s), 16))
	copy(b, s)
	return unsafe.String(unsafe.SliceData(b), len(s))
}
