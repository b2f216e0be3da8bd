package sharded

// part is what one shard has of one index: the values of its own objects. Of a value it
// has the slots of the objects, and of a slot its places, so that leaving
// a value of 100,000 objects takes constant time and no write asks an index function
// about an old object. Everything is numbers: the collector scans the values only.
//
// It is guarded by the lock of its shard.
type part struct {
	table  table
	values []string   // by number; "" for a free one
	slots  [][]uint32 // by number of the value, in no order; empty for a free one
	free   []uint32   // numbers

	in      []place            // by slot
	several map[uint32][]place // of the slots that are under more than one value
}

// place is where a slot is: the number of a value, and the position among its slots.
type place struct{ number, at uint32 }

// Two numbers of no value. A slot with one of them in its place is under none, or has
// an entry in several.
const (
	underNone    = ^uint32(0)
	underSeveral = ^uint32(0) - 1
)

// under returns the slots under a value.
func (p *part) under(hash uint64, value string) []uint32 {
	if number, found := p.table.find(hash, p.values, value); found {
		return p.slots[number]
	}
	return nil
}

// holds tells whether a slot is under exactly these values, in this order.
func (p *part) holds(slot uint32, v values) bool {
	in := p.in[slot]
	switch {
	case v.many == nil:
		return in.number < underSeveral && p.values[in.number] == v.one
	case len(v.many) == 0:
		return in.number == underNone
	case in.number != underSeveral || len(p.several[slot]) != len(v.many):
		return false
	}
	for i, at := range p.several[slot] {
		if p.values[at.number] != v.many[i] {
			return false
		}
	}
	return true
}

// extend makes a place for the next slot.
func (p *part) extend() { p.in = append(p.in, place{number: underNone}) }

// enroll puts a slot under these values and no others.
func (p *part) enroll(slot uint32, v values) {
	if p.holds(slot, v) {
		return
	}
	p.leave(slot)
	switch {
	case v.many == nil:
		p.in[slot] = p.join(slot, v.one)
	case len(v.many) > 0:
		places := make([]place, len(v.many))
		for i, value := range v.many {
			places[i] = p.join(slot, value)
		}
		if p.several == nil {
			p.several = map[uint32][]place{}
		}
		p.several[slot], p.in[slot] = places, place{number: underSeveral}
	}
}

func (p *part) join(slot uint32, value string) place {
	hash := hashOf(value)
	number, found := p.table.find(hash, p.values, value)
	if !found {
		number = p.number(value)
		p.table.add(hash, number)
	}
	p.slots[number] = append(p.slots[number], slot)
	return place{number: number, at: uint32(len(p.slots[number]) - 1)}
}

// number gives a number to a new value.
func (p *part) number(value string) uint32 {
	if last := len(p.free) - 1; last >= 0 {
		number := p.free[last]
		p.free = p.free[:last]
		p.values[number] = value
		return number
	}
	p.values = append(p.values, value)
	p.slots = append(p.slots, nil)
	return uint32(len(p.values) - 1)
}

// leave takes a slot out of all its values.
func (p *part) leave(slot uint32) {
	switch in := p.in[slot]; in.number {
	case underNone:
		return
	case underSeveral:
		for _, at := range p.several[slot] {
			p.vacate(at)
		}
		delete(p.several, slot)
	default:
		p.vacate(in)
	}
	p.in[slot] = place{number: underNone}
}

// vacate fills the place with the last slot of its value, and drops a value without
// slots (kubernetes/kubernetes#84959).
func (p *part) vacate(at place) {
	slots := p.slots[at.number]
	if last := uint32(len(slots) - 1); at.at != last {
		slots[at.at] = slots[last]
		*p.placeOf(slots[last], at.number) = at
	}
	p.slots[at.number] = dropLast(slots)
	if len(slots) == 1 {
		p.table.remove(hashOf(p.values[at.number]), at.number)
		p.values[at.number], p.slots[at.number] = "", nil
		p.free = append(p.free, at.number)
	}
}

// placeOf is a slot's place under the value with a number: O(1), or O(values of the
// slot) if it has several.
func (p *part) placeOf(slot, number uint32) *place {
	if p.in[slot].number == number {
		return &p.in[slot]
	}
	places := p.several[slot]
	for i := range places {
		if places[i].number == number {
			return &places[i]
		}
	}
	panic("sharded: a slot is not where its value has it")
}
