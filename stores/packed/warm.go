package packed

import (
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// warm holds decoded objects by their records. A record never changes, so nothing in it is
// ever stale: what was replaced is looked up no more, and ages out.
//
// It is a table of sets of four places, each a pointer that is read and exchanged atomically,
// so that no reader waits. Which object goes is decided by CLOCK (Corbató, "A Paging
// Experiment with the Multics System", 1968), with more than one turn for one that was
// looked up again.
type warm struct {
	places []atomic.Pointer[cached]
	shift  int
	budget int64
	used   atomic.Int64 // of the budget; a little more for a moment
	hand   atomic.Uint64

	hits, misses atomic.Int64
}

// cached is one object. But for turns it never changes.
type cached struct {
	of    *record
	obj   any
	size  int64
	turns atomic.Int32 // how often the hand passes it by before it goes
}

const (
	ways = 4
	// moreTurns has who was looked up again. With one, two insertions into a set in quick
	// succession would take what is looked up all the time.
	moreTurns = 3
)

const (
	// decodedSize is how many bytes of memory an object takes for each byte that it is encoded in:
	// about three for API objects.
	decodedSize = 3
	// placeBytes is for how much of the budget there is one place: small objects then use less
	// of it than they might.
	placeBytes = 4 << 10
	// largePart of the budget is what one object may take.
	largePart = 8
)

// newWarm returns nil, which is a cache that holds nothing, for no budget.
func newWarm(budget int64) *warm {
	if budget <= 0 {
		return nil
	}
	size := bits.Len64(uint64(max(budget/placeBytes, ways) - 1)) // of places, as a power of two
	return &warm{places: make([]atomic.Pointer[cached], 1<<size), shift: 64 - size, budget: budget}
}

// set returns the places that a record may be in. Records do not move, so their address will do.
func (c *warm) set(r *record) []atomic.Pointer[cached] {
	hash := uint64(uintptr(unsafe.Pointer(r))) * 0x9e3779b97f4a7c15
	first := hash >> c.shift &^ (ways - 1)
	return c.places[first : first+ways]
}

func (c *warm) get(r *record) (obj any, there bool) {
	if c == nil {
		return nil, false
	}
	set := c.set(r)
	for i := range set {
		if e := set[i].Load(); e != nil && e.of == r {
			if e.turns.Load() < moreTurns { // most have them, and a write would take the line from other readers
				e.turns.Store(moreTurns)
			}
			c.hits.Add(1)
			return e.obj, true
		}
	}
	c.misses.Add(1)
	return nil, false
}

// put adds an object that was encoded in so many bytes.
func (c *warm) put(r *record, obj any, encoded int) {
	e := &cached{of: r, obj: obj, size: int64(encoded)*decodedSize + 64}
	if c == nil || e.size > c.budget/largePart {
		return
	}
	place := c.choose(c.set(r))
	old := place.Swap(e)
	c.used.Add(e.size - old.weight())
	c.trim()
}

func (e *cached) weight() int64 {
	if e == nil {
		return 0
	}
	return e.size
}

// choose returns the place of a set that is free or whose object goes.
func (c *warm) choose(set []atomic.Pointer[cached]) *atomic.Pointer[cached] {
	for i := range set {
		if set[i].Load() == nil {
			return &set[i]
		}
	}
	for range ways * (moreTurns + 1) {
		place := &set[c.hand.Add(1)%ways]
		if e := place.Load(); e == nil || e.over() {
			return place
		}
	}
	return &set[0]
}

// over tells whether an object shall go. It takes one of its turns. That another goroutine
// takes the same one does no harm.
func (e *cached) over() bool {
	turns := e.turns.Load()
	if turns > 0 {
		e.turns.Store(turns - 1)
	}
	return turns == 0
}

// trim lets objects go until the budget is kept.
func (c *warm) trim() {
	for range (moreTurns + 2) * len(c.places) {
		if c.used.Load() <= c.budget {
			return
		}
		place := &c.places[c.hand.Add(1)&uint64(len(c.places)-1)]
		e := place.Load()
		if e == nil || !e.over() {
			continue
		}
		if place.CompareAndSwap(e, nil) {
			c.used.Add(-e.size)
		}
	}
}
