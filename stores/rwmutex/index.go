package rwmutex

// index is one index: a posting for each value that has objects, and for each slot
// the places that it takes in postings. It calls no index function: what the old
// object of a slot had is read from its places.
type index struct {
	numbers  map[string]uint32 // of the posting of each value
	postings vector[posting]   // by number
	spare    []uint32          // numbers of postings that are not in use
	places   vector[place]     // by slot
	many     map[uint32][]place
}

// posting is the slots of the objects that have one value, in no order.
type posting struct {
	value string
	slots []uint32
}

// place is where a slot stands: postings.at(posting).slots[at] is the slot. It makes
// leaving a posting O(1), however long that is.
type place struct{ posting, at uint32 }

// Instead of a posting's number.
const (
	// nowhere: the slot has no value.
	nowhere = ^uint32(0)
	// manifold: the slot has several values, and its places are in index.many.
	manifold = nowhere - 1
)

func newIndex() *index { return &index{numbers: map[string]uint32{}, many: map[uint32][]place{}} }

// has tells whether the slot has exactly these values, in this order if there are several.
func (x *index) has(slot uint32, u *under) bool {
	at := x.places.at(slot)
	switch at.posting {
	case nowhere:
		return u.n == 0
	case manifold:
		return u.n > 1 && x.hasMany(x.many[slot], u.list)
	default:
		return u.n == 1 && x.postings.at(at.posting).value == u.one
	}
}

func (x *index) hasMany(places []place, values []string) bool {
	if len(places) != len(values) {
		return false
	}
	for i, value := range values {
		if x.postings.at(places[i].posting).value != value {
			return false
		}
	}
	return true
}

// put gives the slot the values, and takes from it those it had.
func (x *index) put(slot uint32, u *under) {
	if x.has(slot, u) {
		return
	}
	at := x.places.at(slot)
	if at.posting == manifold || u.n > 1 {
		x.putMany(slot, u)
		return
	}
	if at.posting != nowhere {
		x.leave(*at)
	}
	*at = place{posting: nowhere}
	if u.n == 1 {
		*at = x.join(slot, u.one)
	}
}

// join adds the slot to the posting of a value, in which it is not.
func (x *index) join(slot uint32, value string) place {
	number, exists := x.numbers[value]
	if !exists {
		number = x.open(value)
	}
	p := x.postings.at(number)
	p.slots = append(p.slots, slot)
	return place{number, uint32(len(p.slots) - 1)}
}

func (x *index) open(value string) uint32 {
	number := uint32(x.postings.n)
	if n := len(x.spare); n > 0 {
		number, x.spare = x.spare[n-1], x.spare[:n-1]
		x.postings.at(number).value = value
	} else {
		x.postings.push(posting{value: value})
	}
	x.numbers[value] = number
	return number
}

// leave takes the slot at that place out of its posting. The last slot of the posting takes the
// place over. A posting goes with its last slot: kept ones would pile up under
// values that never come back, such as owners of short-lived objects
// (kubernetes/kubernetes#84959).
func (x *index) leave(from place) {
	p := x.postings.at(from.posting)
	last := uint32(len(p.slots) - 1)
	if last == 0 {
		delete(x.numbers, p.value)
		*p = posting{}
		x.spare = append(x.spare, from.posting)
		return
	}
	if moved := p.slots[last]; from.at != last {
		p.slots[from.at] = moved
		x.moved(moved, place{from.posting, last}, from.at)
	}
	p.slots = shrunk(p.slots[:last])
}

// moved notes that a slot stands elsewhere in a posting now.
func (x *index) moved(slot uint32, from place, at uint32) {
	p := x.places.at(slot)
	if p.posting != manifold {
		p.at = at
		return
	}
	places := x.many[slot]
	for i := range places {
		if places[i] == from {
			places[i].at = at
		}
	}
}

// shrunk gives memory back when three quarters of it are unused.
func shrunk(slots []uint32) []uint32 {
	if cap(slots) <= 32 || len(slots) > cap(slots)/4 {
		return slots
	}
	return append(make([]uint32, 0, 2*len(slots)), slots...)
}
