package sharded

import (
	"slices"
	"sync/atomic"
)

// roster is a list of entries that is read without a lock. Writers take turns by a lock
// of the owner.
//
// Places are only ever added, at the end, and never change; who leaves is struck off
// later, by a copy without him. So a reader must ask each entry whether it
// still is where the place says, and never meets one twice: a place that is taken after he
// began is not among those that he reads, and before an entry takes a second place it has
// ceased to be at its first.
type roster struct {
	page atomic.Pointer[page]

	members atomic.Int64 // how many there are, for readers who make room
	joined  uint64       // how many have ever joined: the name of the last place
	left    []uint64     // names of the places on the page whose entries have left
}

// page is published as a whole: the length belongs to its list, or a reader could take
// the length of a new list for that of an old one.
type page struct {
	list []spot // all of it allocated; those from length on are nobody's
	// length is stored after the spot before it is written, and loaded before that is read.
	length atomic.Int64
}

// spot is a place: an entry, and the name that the place has among all of its roster.
type spot struct {
	entry *entry
	name  uint64
}

// spots are the places as of now. They never change.
func (r *roster) spots() []spot {
	p := r.page.Load()
	if p == nil {
		return nil
	}
	return p.list[:p.length.Load()]
}

// join returns the name of the new place.
func (r *roster) join(e *entry) uint64 {
	p := r.page.Load()
	n := 0
	if p != nil {
		n = int(p.length.Load())
	}
	if p == nil || n == len(p.list) {
		p = r.turn(n - len(r.left) + 1)
		n = int(p.length.Load())
	}
	r.joined++
	r.members.Add(1)
	p.list[n] = spot{e, r.joined}
	p.length.Store(int64(n + 1))
	return r.joined
}

// leave strikes off the place when enough have left to pay for it. The entry must have
// ceased to be there for readers.
func (r *roster) leave(name uint64) {
	r.left = append(r.left, name)
	r.members.Add(-1)
	if n := int(r.page.Load().length.Load()); len(r.left)*2 > n {
		r.turn(n - len(r.left))
	}
}

// turn begins a page for those who have not left, with room for some more than n. Names rise
// along a page, so those of the leavers, sorted, are met in order.
func (r *roster) turn(n int) *page {
	p := &page{}
	if n > 0 {
		p.list = make([]spot, 0, n+n/4+n/16)
	}
	slices.Sort(r.left)
	left := r.left
	for _, s := range r.spots() {
		if len(left) > 0 && left[0] == s.name {
			left = left[1:]
			continue
		}
		p.list = append(p.list, s)
	}
	p.length.Store(int64(len(p.list)))
	p.list = p.list[:cap(p.list)]
	if r.left = r.left[:0]; cap(r.left) >= shrinkMin {
		r.left = nil
	}
	r.page.Store(p)
	return p
}
