package encoded

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"unsafe"
	"weak"
)

// entry is a shared part or string. It is not changed once it is in a table.
type entry struct {
	hash  uint64
	kind  uint32 // of the field; 0 for a string
	len   uint32 // of a slice or string
	bytes string // encoded; a string is its own
	// data does not keep the part: it is nil when no object has it any more.
	data weak.Pointer[byte]
}

// table finds what is shared by its type and its bytes. Its entries go when no object uses them.
//
// Readers take no lock. A shard's cells are an open-addressed hash table in which an entry is
// stored once, after the part it points to is complete, into a cell that was nil; the atomic
// store publishes both. Nothing is ever taken out of cells: to remove, and to grow, a new array is
// filled with what is alive and published in place of the old one. A reader of the old one may
// miss what came since, which costs it a copy of a part and nothing else.
type table struct {
	seed   maphash.Seed
	most   int64        // encoded bytes that may be kept
	bytes  atomic.Int64 // kept, entries' own size included
	shards [shards]shard
}

const (
	shards     = 64 // so that writers on many cores seldom meet
	shardBits  = 6
	firstCells = 16
)

type shard struct {
	cells atomic.Pointer[cells]
	mu    sync.Mutex // of writers; guards used and the replacing of cells
	used  int        // cells that are not nil
}

type cells struct {
	mask uint64
	at   []atomic.Pointer[entry]
}

func newCells(n int) *cells { return &cells{uint64(n - 1), make([]atomic.Pointer[entry], n)} }

func newTable(most int) *table {
	t := &table{seed: maphash.MakeSeed(), most: int64(most)}
	for i := range t.shards {
		t.shards[i].cells.Store(newCells(firstCells))
	}
	return t
}

func (t *table) hash(kind uint32, b []byte) uint64 {
	return maphash.Bytes(t.seed, b) ^ uint64(kind)*0x9e3779b97f4a7c15
}

func (t *table) shard(hash uint64) *shard { return &t.shards[hash>>(64-shardBits)] }

// find returns a part that is used by an object, and was decoded from these bytes to this kind of
// field.
func (t *table) find(hash uint64, kind uint32, b []byte) (part, bool) {
	return t.shard(hash).cells.Load().find(hash, kind, b)
}

func (c *cells) find(hash uint64, kind uint32, b []byte) (part, bool) {
	for i := hash; ; i++ {
		e := c.at[i&c.mask].Load()
		if e == nil {
			return part{}, false
		}
		if e.hash != hash || e.kind != kind {
			continue
		}
		if v, ok := e.get(b); ok {
			return v, true
		}
	}
}

// get returns the entry's part if it is that of the bytes, and alive.
func (e *entry) get(b []byte) (part, bool) {
	if e.kind != 0 && e.bytes != string(b) {
		return part{}, false
	}
	data := unsafe.Pointer(e.data.Value())
	if data == nil || e.kind == 0 && textOf(data, int(e.len)) != string(b) {
		return part{}, false
	}
	return part{data, int(e.len)}, true
}

// entryCost is what an entry takes besides its bytes: itself, its cells, and the runtime's record
// of a weak pointer.
const entryCost = 48 + 2*8 + 16 + 32

// add enters a part, or returns the one that somebody else has entered for the same bytes. The
// caller holds the part until its object does.
func (t *table) add(hash uint64, kind uint32, b []byte, v part) part {
	s := t.shard(hash)
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.cells.Load()
	if old, ok := c.find(hash, kind, b); ok {
		return old
	}
	e := &entry{hash: hash, kind: kind, len: uint32(v.len), data: weak.Make((*byte)(v.data))}
	if kind != 0 {
		e.bytes = string(b)
	}
	if t.bytes.Add(e.cost()) > t.most {
		t.bytes.Add(-e.cost())
		return v
	}
	if s.used++; 2*s.used > len(c.at) {
		c = t.rebuild(s, c)
	}
	c.put(e)
	return v
}

func (e *entry) cost() int64 { return int64(len(e.bytes)) + entryCost }

// put stores an entry into the first free cell; at least half of them are free.
func (c *cells) put(e *entry) {
	i := e.hash
	for c.at[i&c.mask].Load() != nil {
		i++
	}
	c.at[i&c.mask].Store(e)
}
