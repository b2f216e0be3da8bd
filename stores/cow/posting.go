package cow

import "slices"

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
	return p.many.count
}

func (p posting) has(slot uint32) bool {
	if p.many == nil {
		return p.one == slot
	}
	return p.many.has(slot, topNibble)
}

// with returns the posting with a slot that it does not have.
func (p posting) with(slot uint32, edit uint64) posting {
	if p.many == nil {
		slots := append(make([]uint32, 0, room(2)), p.one, slot)
		return posting{many: newSet(edit, slots...)}
	}
	return posting{many: p.many.add(slot, topNibble, edit)}
}

// without returns the posting without a slot that it has; some is false when it was
// the last.
func (p posting) without(slot uint32, edit uint64) (rest posting, some bool) {
	if p.many == nil {
		return posting{}, false
	}
	many := p.many.drop(slot, topNibble, edit)
	if many.count > 1 {
		return posting{many: many}, true
	}
	return posting{one: many.appendSlots(nil)[0]}, true
}

// appendSlots appends the posting's slots, in no order.
func (p posting) appendSlots(to []uint32) []uint32 {
	if p.many == nil {
		return append(to, p.one)
	}
	return p.many.appendSlots(to)
}

// index is one secondary index: value → posting. A value without objects is not in
// it (kubernetes/kubernetes#84959).
type index = table[posting]

// lookup returns the slots under a value, in no order.
func lookup(ix *index, value string, tag uint32) []uint32 {
	at, exists := ix.find(value, tag)
	if !exists {
		return nil
	}
	p := ix.value(at)
	return p.appendSlots(make([]uint32, 0, p.len()))
}

// union returns the slots under any of the values, each once.
func union(ix *index, values []string, hash hasher) []uint32 {
	var slots []uint32
	for _, value := range values {
		if at, exists := ix.find(value, hash.tag(value)); exists {
			slots = ix.value(at).appendSlots(slots)
		}
	}
	if len(values) > 1 {
		slices.Sort(slots)
		slots = slices.Compact(slots)
	}
	return slots
}

// join and leave ask first whether there is anything to do. There always is, unless
// an index function answers differently for the same object, which happens to users
// who change objects after they stored them; that must not break other postings.
func join(ix *index, value string, tag, slot uint32, edit uint64) {
	at, exists := ix.find(value, tag)
	if !exists {
		ix.insert(value, tag, posting{one: slot}, edit)
		return
	}
	if p := ix.value(at); !p.has(slot) {
		*ix.edited(at, edit) = p.with(slot, edit)
	}
}

func leave(ix *index, value string, tag, slot uint32, edit uint64) {
	at, exists := ix.find(value, tag)
	if !exists || !ix.value(at).has(slot) {
		return
	}
	if rest, some := ix.value(at).without(slot, edit); some {
		*ix.edited(at, edit) = rest
	} else {
		ix.remove(at, tag, edit)
	}
}
