package cow

import "math/bits"

const (
	// binLoad is the average number of cells in a bin above which one more bin is
	// made: a bin is one or two cache lines.
	binLoad = 8
	// binSpare is the average below which one goes, low enough that writes that
	// follow do not make it again.
	binSpare = 3

	rackBits = 3
	rackBins = 1 << rackBits
	rackMask = rackBins - 1
)

// cell is one entry of a hash table: the tag (32 bits of the key's hash) above the
// slot.
type cell uint64

func newCell(tag, slot uint32) cell { return cell(tag)<<32 | cell(slot) }

func (c cell) tag() uint32  { return uint32(c >> 32) }
func (c cell) slot() uint32 { return uint32(c) }

// rack is a leaf of a bins' tree. A bin is an unordered array of cells, without a
// pointer that the collector would have to follow.
//
// Arrays are shared between states, and nothing within the length of one that was
// published may change. But a cell may be written behind that length: states that
// are older never look there, and of two states with one array the older one is
// never written to again. That makes an insert copy the way to its bin and no bin.
// The price: who takes a cell out of an array that is not the edit's own must copy.
type rack struct {
	edit uint64
	mine uint8 // bit i: the array of bin i was made by edit
	at   [rackBins][]cell
}

// bins is a persistent hash table from tags to slots by linear hashing: it grows and
// shrinks by one bin at a time, so no write has to copy the table.
type bins struct {
	edit uint64
	n    uint32 // number of bins
	tree tree[rack]
}

// under returns the cells of the bin of a tag.
func (b *bins) under(tag uint32) []cell {
	if b == nil {
		return nil
	}
	at := binOf(tag, b.n)
	return b.tree.at(at >> rackBits).at[at&rackMask]
}

// binOf is the bin of a tag among n. Those that do not exist yet are still part of
// the one with their highest bit taken away.
func binOf(tag, n uint32) uint32 {
	mask := uint32(1)<<bits.Len32(n-1) - 1
	if at := tag & mask; at < n {
		return at
	}
	return tag & (mask >> 1)
}

// buddy is the bin from which bin `at` was split.
func buddy(at uint32) uint32 { return at &^ (1 << (bits.Len32(at) - 1)) }

// edited returns bins for writing; nil has none.
func (b *bins) edited(edit uint64) *bins {
	switch {
	case b == nil:
		return &bins{edit: edit}
	case b.edit != edit:
		fresh := *b
		fresh.edit = edit
		return &fresh
	}
	return b
}

// add puts in a cell that is not there; count is how many there are with it.
func (b *bins) add(c cell, count int, edit uint64) {
	if count > int(b.n)*binLoad {
		b.split(edit)
	}
	at := binOf(c.tag(), b.n)
	b.own(at, edit).push(at&rackMask, c)
}

// cut takes out a cell that is there; count is how many there are without it.
func (b *bins) cut(c cell, count int, edit uint64) {
	at := binOf(c.tag(), b.n)
	b.own(at, edit).pull(at&rackMask, c)
	if b.n > 1 && count < int(b.n)*binSpare {
		b.merge(edit)
	}
}

// own makes the rack of a bin and the way to it the edit's, but not the bin.
func (b *bins) own(at uint32, edit uint64) *rack {
	place := b.tree.place(at>>rackBits, edit)
	switch node := *place; {
	case node == nil:
		*place = &rack{edit: edit}
		b.tree.mark(at>>rackBits, true, false)
	case node.edit != edit:
		fresh := *node
		fresh.edit, fresh.mine = edit, 0
		*place = &fresh
	}
	return *place
}

// split makes one more bin, from its buddy's cells.
func (b *bins) split(edit uint64) {
	at := b.n
	b.n++
	if at == 0 {
		b.own(0, edit)
		return
	}
	from := buddy(at)
	source := b.own(from, edit)
	target := b.own(at, edit)
	cells := source.at[from&rackMask]
	leaving := 0
	for _, c := range cells {
		if binOf(c.tag(), b.n) == at {
			leaving++
		}
	}
	left := make([]cell, 0, room(leaving+1)) // one more is on its way to one of them
	kept := make([]cell, 0, room(len(cells)-leaving+1))
	for _, c := range cells {
		if binOf(c.tag(), b.n) == at {
			left = append(left, c)
		} else {
			kept = append(kept, c)
		}
	}
	source.set(from&rackMask, kept)
	target.set(at&rackMask, left)
}

// merge gives the last bin's cells back to its buddy.
func (b *bins) merge(edit uint64) {
	at := b.n - 1
	into := buddy(at)
	source := b.own(at, edit)
	target := b.own(into, edit)
	cells := target.at[into&rackMask]
	both := make([]cell, 0, room(len(cells)+len(source.at[at&rackMask])))
	both = append(append(both, cells...), source.at[at&rackMask]...)
	target.set(into&rackMask, both)
	source.set(at&rackMask, nil)
	b.n--
	if at&rackMask == 0 {
		b.tree.mark(at>>rackBits, false, false)
	}
}

// set hangs an array of the edit's own in an owned rack.
func (r *rack) set(i uint32, cells []cell) {
	r.at[i] = cells
	r.mine |= 1 << i
}

// push is for an owned rack. See rack for why it may write into a shared array.
func (r *rack) push(i uint32, c cell) {
	cells := r.at[i]
	if len(cells) == cap(cells) {
		r.set(i, append(append(make([]cell, 0, room(len(cells)+1)), cells...), c))
		return
	}
	r.at[i] = append(cells, c)
}

// pull is for an owned rack.
func (r *rack) pull(i uint32, c cell) {
	cells := r.at[i]
	last := len(cells) - 1
	at := 0
	for cells[at] != c {
		at++
	}
	if r.mine>>i&1 == 0 {
		r.set(i, append(make([]cell, 0, room(last)), cells[:last]...))
	} else {
		r.at[i] = cells[:last]
	}
	if at < last {
		r.at[i][at] = cells[last]
	}
}

// room rounds up to what Go's allocator would give anyway.
func room(n int) int { return (n + 3) &^ 3 }
