package encoded

import (
	"hash/maphash"
	"sync"
	"unsafe"
)

// state is what one goroutine needs while it decodes an object, and what it keeps for the next
// ones. It belongs to one goroutine between take and give.
type state struct {
	decoder *Decoder
	object  uint64 // identifies the one that is decoded; 0 if it cannot be told
	rest    []byte // fields that are left to the generated code, a stack
	// scratch has an empty struct for each message, by its number; nil where none was needed yet.
	scratch []unsafe.Pointer
	learned []learned
	parts   [partSets]set[recentPart]
	texts   [textSets]set[recentText]
	held    int // bytes of parts
	fresh   bool
	counts  counts
}

// counts of one object's fields: those that the version that is held had already, and those that were looked up.
type counts struct{ kept, found, missed uint64 }

// states are those that no goroutine has. The one that was given back last is taken first: it knows
// most of the siblings, and the others may go.
//
// It is a stack and not a sync.Pool so that what is recent does not depend on chance, and so
// that at most as many exist as have decoded at once.
type states struct {
	mu   sync.Mutex // guards idle and the fresh of those in it
	idle []*state
}

func (p *states) take(d *Decoder) *state {
	p.mu.Lock()
	n := len(p.idle)
	if n == 0 {
		p.mu.Unlock()
		return &state{decoder: d}
	}
	s := p.idle[n-1]
	p.idle[n-1] = nil
	p.idle = p.idle[:n-1]
	p.mu.Unlock()
	return s
}

// give hands a state back. The mutex orders its use before the next one's.
func (p *states) give(s *state) {
	if cap(s.rest) > mostRest {
		s.rest = nil
	}
	p.mu.Lock()
	s.fresh = true
	p.idle = append(p.idle, s)
	p.mu.Unlock()
}

// rest lets those go that nobody has used since the last call, with all that they hold.
func (p *states) rest() {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.idle[:0]
	for _, s := range p.idle {
		if s.fresh {
			s.fresh = false
			kept = append(kept, s)
		}
	}
	clear(p.idle[len(kept):])
	p.idle = kept
}

// mostRest is how much memory for left-over fields is kept: a large object now and then must not stay for good.
const mostRest = 64 << 10

// begin readies the state for an object.
func (s *state) begin(message []byte, fields uint32) {
	s.object, s.rest, s.counts = 0, s.rest[:0], counts{}
	if uid := identity(message); uid != nil {
		s.object = maphash.Bytes(s.decoder.table.seed, uid)
	}
	if n := int(fields) - len(s.learned); n > 0 {
		s.learned = append(s.learned, make([]learned, n)...)
	}
}
