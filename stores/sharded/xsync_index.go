package sharded

import (
	"sync"
	"sync/atomic"

	"github.com/puzpuzpuz/xsync/v3"
)

// xsyncIndex is one index: value → posting.
type xsyncIndex struct{ *xsync.MapOf[string, *posting] }

// posting is the roster of one value of one index, of all keys of the store. When its
// last entry leaves, it goes (kubernetes/kubernetes#84959) and never comes back: the next one
// to join makes another.
type posting struct {
	value string
	index int

	mu sync.Mutex // held by writers of the roster; readers take none
	roster
	// gone is stored under mu. It is not guarded by mu, because it is asked for within
	// Compute, which holds the lock of a bucket: a writer that holds mu takes that one.
	gone atomic.Bool
}

func newXsyncIndex() *xsyncIndex { return &xsyncIndex{xsync.NewMapOf[string, *posting]()} }

// join gives an entry a place under a value.
func (x *xsyncIndex) join(index int, value string, e *entry) standing {
	for {
		p, exists := x.Load(value)
		if !exists || p.gone.Load() {
			// Compute lets one writer decide: the others find his posting.
			p, _ = x.Compute(value, func(old *posting, exists bool) (*posting, bool) {
				if exists && !old.gone.Load() {
					return old, false
				}
				return &posting{value: value, index: index}, false
			})
		}
		p.mu.Lock()
		if !p.gone.Load() {
			name := p.roster.join(e)
			p.mu.Unlock()
			return standing{p, name}
		}
		p.mu.Unlock()
	}
}

// leave gives up a place. The function given to Compute must not panic, which would
// leave the bucket locked.
func (x *xsyncIndex) leave(s standing) {
	p := s.posting
	p.mu.Lock()
	p.roster.leave(s.name)
	last := p.members.Load() == 0
	if last {
		p.gone.Store(true)
	}
	p.mu.Unlock()
	if last {
		x.Compute(p.value, func(now *posting, exists bool) (*posting, bool) {
			return now, !exists || now == p // not another writer's, who has joined meanwhile
		})
	}
}

// visit calls f with each entry under a value and its record, until that answers false.
// Every entry that stands under the value from before this call until it is met is met
// once.
func (x *xsyncIndex) visit(value string, f func(*entry, *record) bool) {
	p, exists := x.Load(value)
	if !exists {
		return
	}
	for _, spot := range p.spots() {
		if r := spot.entry.now.Load(); r != nil && r.at(p, spot.name) && !f(spot.entry, r) {
			return
		}
	}
}

// room is about how many entries are under a value.
func (x *xsyncIndex) room(value string) int {
	if p, exists := x.Load(value); exists {
		return int(p.members.Load())
	}
	return 0
}
