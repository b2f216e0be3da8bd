package cow

// packLeaves is the number of leaves up to which a table is never packed: what it
// could give back is not worth a pause of the writer.
const packLeaves = 64

// sparse tells that the entries that are left would fit into a quarter of the leaves.
func (s *slots[V]) sparse() bool {
	return s.held > packLeaves && s.count*4 <= s.held*leafSlots
}

// pack gives back what mass deletes have left: single entries in leaves of many. It
// gives the entries new slots, which takes O(entries) and pays for itself: at least
// thrice as many were deleted since the leaves were full. Readers of older states
// keep the old slots, and the old postings with them.
func (d *draft) pack() {
	if d.items.sparse() {
		moved := d.items.pack(d.edit)
		for i := range d.indexes {
			d.index(i).renumber(moved, d.edit)
		}
	}
	if !d.ownIndexes {
		return
	}
	for i := range d.indexes {
		if d.indexes[i].sparse() {
			d.index(i).pack(d.edit)
		}
	}
}

// pack moves all entries into a new table and returns where each slot went.
func (t *table[V]) pack(edit uint64) (moved []uint32) {
	var last uint32
	for at := range t.tree.leaves {
		last = at
	}
	var packed table[V]
	packed.reserve(t.count, edit)
	moved = make([]uint32, (last+1)<<leafBits)
	for slot, val := range t.all {
		moved[slot] = packed.take(t.key(slot), val, edit)
	}
	for at := range t.bins.n { // sparse tables have entries
		for _, c := range t.bins.tree.at(at >> rackBits).at[at&rackMask] {
			packed.bins.add(newCell(c.tag(), moved[c.slot()]), packed.count, edit)
		}
	}
	*t = packed
	return moved
}

// renumber gives every posting the new slots of its objects.
func (x *index) renumber(moved []uint32, edit uint64) {
	for at, p := range x.all {
		var renewed posting
		n := 0
		for slots := range p.all {
			for _, slot := range slots {
				if n++; n == 1 {
					renewed.one = moved[slot]
				} else {
					renewed = renewed.with(moved[slot], edit)
				}
			}
		}
		*x.edited(at, edit) = renewed
	}
}
