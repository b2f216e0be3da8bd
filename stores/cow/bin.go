package cow

const (
	// binCells makes a bin a hash table of its own: 512 bytes without a pointer,
	// which the collector need not scan and one copy moves.
	binCells = 64
	// binMax is the number of cells from which a bin is split. Above 80% linear
	// probing gets slow.
	binMax = 52
	// binMerge is the sum at or below which two bins become one: under half of
	// binMax, so that a write that follows does not split it again.
	binMerge = 24
)

// cell is one entry of a trie: the tag (32 bits of the key's hash) above the slot
// plus one. Zero is no entry.
type cell uint64

func newCell(tag, slot uint32) cell { return cell(tag)<<32 | cell(slot+1) }

func (c cell) tag() uint32  { return uint32(c >> 32) }
func (c cell) slot() uint32 { return uint32(c) - 1 }

// bin is a leaf of a trie: an open-addressed table of cells whose tags share their
// leading bits. Of the four bits that its parent branch tells apart it covers those
// that agree in the first `bits`: 16>>bits places of the parent point to it. At the
// root bits is 4.
type bin struct {
	edit  uint64
	bits  uint8
	count uint8
	cells [binCells]cell
}

func (b *bin) own(edit uint64) *bin {
	if b.edit == edit {
		return b
	}
	fresh := *b
	fresh.edit = edit
	return &fresh
}

// add puts a cell that is not there into an owned bin with room. It starts from the
// low bits of the tag; the leading ones, which the trie has used, agree.
func (b *bin) add(c cell) {
	i := c.tag() % binCells
	for b.cells[i] != 0 {
		i = (i + 1) % binCells
	}
	b.cells[i] = c
	b.count++
}

// cut takes a cell that is there out of an owned bin.
func (b *bin) cut(c cell) {
	i := c.tag() % binCells
	for b.cells[i] != c {
		i = (i + 1) % binCells
	}
	b.closeGap(i)
	b.count--
}

// closeGap empties place i and moves later cells of the same run back, where that
// brings them no further forward than their own place; a hole within a run would
// end searches too early.
func (b *bin) closeGap(i uint32) {
	for j := (i + 1) % binCells; b.cells[j] != 0; j = (j + 1) % binCells {
		home := b.cells[j].tag() % binCells
		if (j-home)%binCells >= (j-i)%binCells {
			b.cells[i] = b.cells[j]
			i = j
		}
	}
	b.cells[i] = 0
}

// pile holds the cells of more than binMax keys with one and the same tag. With an
// honest hash function there is none.
type pile struct {
	edit  uint64
	cells []cell
}
