package compact

import (
	"hash/maphash"
	"unsafe"
	"weak"
)

// table finds shared parts by their hash. Entries are weak: a part that no object has any more is
// collected as if there was no table, and its entry goes with the next sweep.
//
// A hash belongs to one part at a time. Another part with the same hash, which is one pair in 2^64, is just
// not shared.
type table struct {
	weakMap[tableEntry]
	seed maphash.Seed
}

type tableEntry struct {
	part weak.Pointer[byte]
	id   uint32 // of the type: memory is never read as something else
	n    uint32 // elements, or bytes of a string
}

func (e tableEntry) alive() bool { return e.part.Value() != nil }

// find returns the part of that type, size and hash, or nil. The caller compares it.
func (t *table) find(hash uint64, id uint32, n int) unsafe.Pointer {
	e, ok := t.get(hash)
	if !ok || e.id != id || e.n != uint32(n) {
		return nil
	}
	return unsafe.Pointer(e.part.Value())
}

// put enters a part unless there is one with its hash. p is where the part's memory begins. What was written to
// the part before is seen by whoever finds it, since both hold the shard's mutex.
func (t *table) put(hash uint64, id uint32, n int, p unsafe.Pointer) {
	part := weak.Make((*byte)(p))
	s := t.locked(hash)
	defer s.mu.Unlock()
	if e, ok := s.entries[hash]; ok && e.alive() {
		return
	}
	s.set(hash, tableEntry{part: part, id: id, n: uint32(n)})
}
