package packed

import (
	"math/bits"
	"sync/atomic"
)

// warm holds decoded objects. Each hangs on its record, where a reader finds it with one load;
// the places here are the way back, for the hand that decides which object goes. That is CLOCK
// (Corbató, "A Paging Experiment with the Multics System", 1968), with more than one turn for an
// object that was looked up again.
//
// A record never changes, so nothing that hangs on one is ever stale. Nobody locks anything: what
// hangs on a record is exchanged atomically, and so is what is in a place.
//
// What hangs on a record has a place, or a call that runs will give it one or take it off.
// So what hangs on all records together is what the budget allows, and what running calls hold.
type warm struct {
	places []atomic.Pointer[cached] // a power of two
	budget int64
	used   atomic.Int64 // of the budget; a little more for a moment
	hand   atomic.Uint64

	hits, misses tally
}

// cached is one decoded object. But for turns and place it never changes.
type cached struct {
	of    *record
	obj   any
	size  int64
	turns atomic.Int32  // how often the hand passes it by before it goes
	place atomic.Uint32 // where it is, or was; anything before it has a place
}

// moreTurns has who was looked up again. With one, some insertions in quick succession would take
// what is looked up all the time.
const moreTurns = 3

const (
	// decodedSize is how many bytes of memory an object takes for each byte that it is encoded in:
	// about three for API objects.
	decodedSize = 3
	// placeBytes is for how much of the budget there is one place: objects that are smaller when
	// decoded use less of it than they might.
	placeBytes = 2 << 10
	// largePart of the budget is what one object may take.
	largePart = 8
	// writtenPart of the budget is what the objects of one transaction may take.
	writtenPart = 4
)

// newWarm returns nil, which is a cache that holds nothing, for no budget.
func newWarm(budget int64) *warm {
	if budget <= 0 {
		return nil
	}
	places := 1 << bits.Len64(uint64(max(budget/placeBytes, 2)-1))
	return &warm{places: make([]atomic.Pointer[cached], places), budget: budget}
}

func newCached(r *record, obj any, encoded int) *cached {
	return &cached{of: r, obj: obj, size: int64(encoded)*decodedSize + 64}
}

// get returns what hangs on a record, and remembers that somebody asked; nil if there is nothing.
func (c *warm) get(r *record) *cached {
	e := c.peek(r)
	if e != nil && e.turns.Load() < moreTurns { // most have them, and a write would take the line from other readers
		e.turns.Store(moreTurns)
	}
	return e
}

// peek is get without remembering.
func (c *warm) peek(r *record) *cached {
	e := r.shown.Load()
	if e == nil {
		c.misses.add()
	} else {
		c.hits.add()
	}
	return e
}

// takes tells whether an object may be held. One that is large would push out many.
func (c *warm) takes(e *cached) bool { return c != nil && e.size <= c.budget/largePart }

// keep hangs an object on the record from which it was decoded, and returns the object for the
// caller: that of another reader, if one was first, so that both have the same.
func (c *warm) keep(r *record, obj any, encoded int) any {
	e := newCached(r, obj, encoded)
	if !c.takes(e) {
		return obj
	}
	if !r.shown.CompareAndSwap(nil, e) {
		if first := r.shown.Load(); first != nil {
			return first.obj
		}
		return obj
	}
	c.admit(e)
	return obj
}

// admit gives a place to what hangs on a record already. In the other order the hand might take
// the place away before, and then the object would hang there for good.
func (c *warm) admit(e *cached) {
	c.used.Add(e.size) // before the hand can find it and subtract it
	for tries := 0; ; tries++ {
		at := uint32(c.hand.Add(1) & uint64(len(c.places)-1))
		old := c.places[at].Load()
		if old != nil && tries < (moreTurns+1)*len(c.places) && !old.over() {
			continue
		}
		e.place.Store(at)
		if c.places[at].CompareAndSwap(old, e) {
			c.off(old)
			break
		}
	}
	c.trim()
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

// off takes an object that has just lost its place off its record. Whoever took the place calls
// it, so it happens once.
func (c *warm) off(e *cached) {
	if e != nil {
		e.of.shown.CompareAndSwap(e, nil)
		c.used.Add(-e.size)
	}
}

// trim lets objects go until the budget is kept.
func (c *warm) trim() {
	for range (moreTurns + 2) * len(c.places) {
		if c.used.Load() <= c.budget {
			return
		}
		place := &c.places[c.hand.Add(1)&uint64(len(c.places)-1)]
		if e := place.Load(); e != nil && e.over() && place.CompareAndSwap(e, nil) {
			c.off(e)
		}
	}
}

// drop lets go of what hangs on a record that is replaced. It may miss what is being admitted at
// this moment: that ages out.
func (c *warm) drop(r *record) {
	if c == nil {
		return
	}
	if e := r.shown.Load(); e != nil && c.places[e.place.Load()].CompareAndSwap(e, nil) {
		c.off(e)
	}
}
