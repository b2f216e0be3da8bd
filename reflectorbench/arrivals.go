package reflectorbench

import (
	"sync/atomic"
	"time"
)

// arrivals counts handler calls over all informers of a run and notes when each event's
// handler returned. arm prepares it for one phase.
//
// The armed window is behind one atomic pointer: handlers load it once for each call, so
// a call sees a whole window or none, never the table of one phase with the count
// of another.
type arrivals struct{ window atomic.Pointer[window] }

type window struct {
	base  time.Time
	first uint64 // version of the first event
	// times holds the nanoseconds since base at which the handler of each event
	// returned, 0 while it has not. Atomic, because a phase that ends with coalesced
	// events is read while handlers may still run.
	times []atomic.Int64
	left  atomic.Int64
	done  chan struct{} // closed when the last event has arrived
}

// arm starts a window of n events whose versions begin at first.
func (a *arrivals) arm(base time.Time, first uint64, n int) *window {
	w := &window{base: base, first: first, times: make([]atomic.Int64, n), done: make(chan struct{})}
	w.left.Store(int64(n))
	a.window.Store(w)
	return w
}

// at notes that the handler has dealt with the given version. Versions outside the window
// and second calls for one version do not count.
func (a *arrivals) at(rv uint64) {
	w := a.window.Load()
	if w == nil || rv < w.first || rv-w.first >= uint64(len(w.times)) {
		return
	}
	now := max(int64(time.Since(w.base)), 1)
	if !w.times[rv-w.first].CompareAndSwap(0, now) {
		return
	}
	// The decrement comes after the time: whoever sees done closed sees every time.
	if w.left.Add(-1) == 0 {
		close(w.done)
	}
}

// missing returns how many events have not arrived under a version of their own.
func (w *window) missing() int { return int(w.left.Load()) }

// last returns when the last event that has arrived did.
func (w *window) last() time.Time {
	var last int64
	for i := range w.times {
		last = max(last, w.times[i].Load())
	}
	return w.base.Add(time.Duration(last))
}
