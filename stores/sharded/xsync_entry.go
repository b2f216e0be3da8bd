package sharded

import "sync/atomic"

// entry is a key from when it is added until it is deleted; added again it has another
// entry. Rosters have entries, so an update of an object touches none of them.
type entry struct {
	key  string
	name uint64 // of its place in the roster of its stripe
	// now is everything that changes about the key, nil before and after its life. Storing
	// it is the one instant at which a write of this key takes effect, for Get, List
	// and readers of an index alike: its places have been taken before, and are given up after.
	// It is stored under the lock of the key's stripe.
	now atomic.Pointer[record]
}

// record is an object and where it stands. It never changes.
type record struct {
	obj any
	in  []standing // ordered by index
}

// standing is a place in a posting.
type standing struct {
	posting *posting
	name    uint64
}

// at tells whether the record is in a place of a posting.
func (r *record) at(p *posting, name uint64) bool {
	for _, s := range r.in {
		if s.posting == p {
			return s.name == name
		}
	}
	return false
}

// under are the standings of the record under one index.
func (r *record) under(index int) []standing {
	from := 0
	for from < len(r.in) && r.in[from].posting.index < index {
		from++
	}
	to := from
	for to < len(r.in) && r.in[to].posting.index == index {
		to++
	}
	return r.in[from:to]
}

// holds tells whether the record stands under exactly these values.
func (r *record) holds(after []values) bool {
	in := r.in
	for i := range after {
		n := 0
		for n < len(in) && in[n].posting.index == i {
			n++
		}
		if !equal(in[:n], after[i]) {
			return false
		}
		in = in[n:]
	}
	return true
}

func equal(in []standing, v values) bool {
	if v.many == nil {
		return len(in) == 1 && in[0].posting.value == v.one
	}
	if len(in) != len(v.many) {
		return false
	}
	for i, value := range v.many {
		if in[i].posting.value != value {
			return false
		}
	}
	return true
}

// find returns the standing under a value, if there is one.
func find(in []standing, value string) (standing, bool) {
	for _, s := range in {
		if s.posting.value == value {
			return s, true
		}
	}
	return standing{}, false
}
