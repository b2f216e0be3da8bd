package cow

// posting is what an index value stands for: the slots of its objects. Most values
// of some indexes (a pod's IP) have one object; its slot is kept in place.
type posting struct {
	many *set   // nil when there is one
	one  uint32 // only without many
}

func (p posting) len() int {
	if p.many == nil {
		return 1
	}
	return int(p.many.count)
}

func (p posting) has(slot uint32) bool {
	if p.many == nil {
		return p.one == slot
	}
	return p.many.has(slot, setTop)
}

// with returns the posting with a slot that it does not have.
func (p posting) with(slot uint32, edit uint64) posting {
	if p.many == nil {
		return posting{many: newSet(edit, append(make([]uint32, 0, room(2)), p.one, slot))}
	}
	return posting{many: p.many.add(slot, setTop, edit)}
}

// without returns the posting without a slot that it has; some is false when it was
// the last.
func (p posting) without(slot uint32, edit uint64) (rest posting, some bool) {
	if p.many == nil {
		return posting{}, false
	}
	many := p.many.drop(slot, setTop, edit)
	if many.count > 1 {
		return posting{many: many}, true
	}
	return posting{one: many.slots[0]}, true // merged long ago, so it is an array
}

// all yields the slots array by array, in no order.
func (p posting) all(yield func([]uint32) bool) {
	if p.many == nil {
		yield([]uint32{p.one})
		return
	}
	p.many.all(yield)
}
