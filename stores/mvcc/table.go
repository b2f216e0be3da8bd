package mvcc

import "sync/atomic"

// table finds an id (of a slot or of a posting) by the 32-bit hash of its key: open
// addressing with linear probing (Knuth, The Art of Computer Programming, vol. 3, 6.4,
// algorithm L). It knows no keys: who looks up compares them. A cell is one word
// without a pointer, hash above id+1, so the collector never looks into a table.
//
// One writer, any number of readers. A cell never moves within an array, so a reader does
// not miss an id that is there throughout. Growing publishes a new array; who still reads
// the old one misses only what was put in after he came.
type table struct {
	cells atomic.Pointer[[]atomic.Uint64]
	*tally
}

// tally is the writer's. It is apart so that counting does not take the cache line of cells
// away from readers on other processors.
type tally struct {
	live int // ids in the table
	used int // cells that are not empty
}

const (
	emptyCell = 0
	// deadCell was taken out, and keeps the way open to cells behind it. Its id is 0,
	// that is none.
	deadCell = 1 << 32

	smallestTable = 16
)

func cellOf(hash, id uint32) uint64 { return uint64(hash)<<32 | uint64(id+1) }

// home maps a hash to a position evenly (Lemire, "Fast Random Integer Generation in an
// Interval", 2019). All of an id's way through a table follows from the cell itself, so
// growing reads no keys.
func home(hash uint32, size int) int { return int(uint64(hash) * uint64(size) >> 32) }

func (t *table) init(capacity int) {
	// Not full to the limit of insert, or the first one would rebuild it all.
	cells := make([]atomic.Uint64, max(smallestTable, capacity+capacity*2/5+1))
	t.cells.Store(&cells)
	t.tally = &tally{}
}

// probe walks over the ids of one hash. It is a value so that a Get needs no closure.
type probe struct {
	cells []atomic.Uint64
	at    int
	hash  uint32
}

func (t *table) probe(hash uint32) probe {
	cells := *t.cells.Load()
	return probe{cells, home(hash, len(cells)), hash}
}

// next returns the next id, false when there are no more.
func (p *probe) next() (uint32, bool) {
	for {
		cell := p.cells[p.at].Load()
		p.at++
		if p.at == len(p.cells) {
			p.at = 0
		}
		if cell == emptyCell {
			return 0, false
		}
		if uint32(cell>>32) == p.hash && uint32(cell) != 0 {
			return uint32(cell) - 1, true
		}
	}
}

// insert adds an id that is not in the table. It becomes visible at once, so whatever a
// reader needs behind the id must be there.
func (t *table) insert(hash, id uint32) {
	cells := *t.cells.Load()
	if (t.used+1)*4 > len(cells)*3 {
		cells = t.rebuild()
	}
	t.live++
	if put(cells, cellOf(hash, id)) == emptyCell {
		t.used++
	}
}

// put takes the first cell that is free, and returns what it was.
func put(cells []atomic.Uint64, cell uint64) uint64 {
	for i := home(uint32(cell>>32), len(cells)); ; {
		if was := cells[i].Load(); uint32(was) == 0 {
			cells[i].Store(cell)
			return was
		}
		if i++; i == len(cells) {
			i = 0
		}
	}
}

// rebuild makes room: half as large again as what is live, the dead left out.
func (t *table) rebuild() []atomic.Uint64 {
	old := *t.cells.Load()
	cells := make([]atomic.Uint64, max(smallestTable, (t.live+1)*2))
	for i := range old {
		if cell := old[i].Load(); uint32(cell) != 0 {
			put(cells, cell)
		}
	}
	t.used = t.live
	t.cells.Store(&cells) // complete: a reader finds in it all that it found in the old one
	return cells
}

// remove takes out an id that is in the table.
func (t *table) remove(hash, id uint32) {
	cells, cell := *t.cells.Load(), cellOf(hash, id)
	i := home(hash, len(cells))
	for cells[i].Load() != cell {
		if i++; i == len(cells) {
			i = 0
		}
	}
	t.live--
	cells[i].Store(deadCell)
	// Before an empty cell, nobody's way goes on: dead cells may be empty as well.
	for next := (i + 1) % len(cells); cells[next].Load() == emptyCell && cells[i].Load() == deadCell; {
		cells[i].Store(emptyCell)
		t.used--
		next = i
		if i--; i < 0 {
			i = len(cells) - 1
		}
	}
}
