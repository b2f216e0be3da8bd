package mvcc

import (
	"sync"
	"sync/atomic"
	"weak"
)

// pin is a snapshot as the generation knows it: a view that outlives a call.
type pin struct {
	// view is replaced by an equal one with less log, by the writer only, and by nil when the
	// snapshot is closed. Whoever reads the snapshot loads it once for each call.
	view   atomic.Pointer[view]
	closed atomic.Bool
}

// pins are the snapshots of a generation. The writer folds those that lag, so that a held
// snapshot keeps a bounded part of the past alive. Nobody waits for anybody: snapshots
// are pushed onto a list, and whoever finds it free of others takes the closed ones out.
type pins struct {
	newest atomic.Pointer[pinned]
	pushed atomic.Int64 // since the last sweep, roughly
	// sweeping guards the links between the list's nodes. It is only ever tried: who
	// does not get it leaves the sweep to who has it.
	sweeping sync.Mutex
	// The writer's:
	folded uint64 // commit to which it has folded last
	folds  uint64 // how often
}

// pinned is a node of the list.
type pinned struct {
	pin  weak.Pointer[pin] // weak: a forgotten snapshot shall not live for ever
	next *pinned           // set before the node is pushed; then under sweeping
}

// sweepEvery is how many snapshots a store that nobody writes to gathers before they are swept.
const sweepEvery = 256

func (p *pins) add(one *pin) {
	node := &pinned{pin: weak.Make(one)}
	for {
		node.next = p.newest.Load()
		if p.newest.CompareAndSwap(node.next, node) {
			break
		}
	}
	if p.pushed.Add(1) >= sweepEvery && p.sweeping.TryLock() {
		p.sweep(func(*pin) {})
		p.sweeping.Unlock()
	}
}

// sweep takes closed and forgotten pins out of the list, and calls f for the others. The
// newest node stays in any case, so that nobody has to agree with who pushes. The
// caller holds sweeping.
func (p *pins) sweep(f func(*pin)) {
	p.pushed.Store(0)
	last := p.newest.Load()
	if last == nil {
		return
	}
	if one := last.open(); one != nil {
		f(one)
	}
	for last.next != nil {
		one := last.next.open()
		if one == nil {
			last.next = last.next.next
			continue
		}
		f(one)
		last = last.next
	}
}

// open returns the pin if it is still wanted.
func (n *pinned) open() *pin {
	if one := n.pin.Value(); one != nil && !one.closed.Load() {
		return one
	}
	return nil
}

// foldEvery is how many records a pinned snapshot may lag behind before the writer folds
// them for it: few enough to bound what they keep, many enough that a
// snapshot of usual duration costs the writer nothing.
const foldEvery = 4096
