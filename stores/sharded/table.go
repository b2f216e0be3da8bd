package sharded

import (
	"hash/maphash"
	"math/bits"
)

const (
	minCells = 8
	// A table is rebuilt smaller when at most one cell in sparse is in use: far from
	// where it grows, so that a store that breathes does not rebuild all the time.
	sparse = 16
)

// seed is one for the process, so that a hash once computed serves to find the shard,
// the object, and an index value in every shard.
var seed = maphash.MakeSeed()

// hashOf takes the string for opaque bytes: a shard for each namespace, say, would
// put a cluster with one large namespace into one shard. The highest bits choose the
// shard, the low 32 the cell.
func hashOf(s string) uint64 { return maphash.String(seed, s) }

// table finds the number of a string, by linear probing. A cell is the low half of
// the hash above the number plus one; 0 is free. The strings themselves are in a list
// of the owner, so there is no pointer in a table, and the collector does not scan it.
// Go's map would keep each key a second time, and would never give memory back.
type table struct {
	cells []uint64 // a power of two, or none
	used  int
}

// newTable has room for n entries.
func newTable(n int) table {
	if n == 0 {
		return table{}
	}
	return table{cells: make([]uint64, max(minCells, 1<<bits.Len(uint(n+n/3))))}
}

// find returns the number of a string; names is the list of strings by number.
func (t *table) find(hash uint64, names []string, name string) (number uint32, found bool) {
	if len(t.cells) == 0 {
		return 0, false
	}
	mask := len(t.cells) - 1
	for at := int(uint32(hash)) & mask; ; at = (at + 1) & mask {
		switch cell := t.cells[at]; {
		case cell == 0:
			return 0, false
		case uint32(cell>>32) == uint32(hash) && names[uint32(cell)-1] == name:
			return uint32(cell) - 1, true
		}
	}
}

// add enters a string that is not in the table.
func (t *table) add(hash uint64, number uint32) {
	if (t.used+1)*4 > len(t.cells)*3 {
		t.resize(max(minCells, 2*len(t.cells)))
	}
	t.used++
	t.place(hash<<32 | uint64(number+1))
}

func (t *table) place(cell uint64) {
	mask := len(t.cells) - 1
	at := int(cell>>32) & mask
	for t.cells[at] != 0 {
		at = (at + 1) & mask
	}
	t.cells[at] = cell
}

func (t *table) resize(cells int) {
	old := t.cells
	t.cells = make([]uint64, cells)
	for _, cell := range old {
		if cell != 0 {
			t.place(cell)
		}
	}
}

// where is the cell of a string with that number, which is in the table.
func (t *table) where(hash uint64, number uint32) int {
	mask := len(t.cells) - 1
	at := int(uint32(hash)) & mask
	for t.cells[at] != hash<<32|uint64(number+1) {
		at = (at + 1) & mask
	}
	return at
}

// renumber gives a string of the table another number.
func (t *table) renumber(hash uint64, old, number uint32) {
	t.cells[t.where(hash, old)] = hash<<32 | uint64(number+1)
}

// remove takes a string out. It leaves no mark in the cell: those behind it that
// would not be found across a free cell move up (Knuth's algorithm R).
func (t *table) remove(hash uint64, number uint32) {
	mask := len(t.cells) - 1
	free := t.where(hash, number)
	for at := (free + 1) & mask; t.cells[at] != 0; at = (at + 1) & mask {
		home := int(t.cells[at]>>32) & mask
		if (at-home)&mask >= (at-free)&mask { // home is not between free and at
			t.cells[free] = t.cells[at]
			free = at
		}
	}
	t.cells[free] = 0
	t.used--
	if len(t.cells) > minCells && t.used*sparse <= len(t.cells) {
		t.resize(len(t.cells) / 4)
	}
}
