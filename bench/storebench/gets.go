package storebench

import (
	"sync/atomic"
	"time"
)

// getPause is the time between two Gets of a reader whose latencies are kept. Without one nearly
// all of a fast store's Gets would come through between two stalls and hide them; with it, Gets arrive
// over the whole time, and a stall of that length is always seen.
const getPause = 10 * time.Microsecond

// pacedGets is one reader in a closed loop.
type pacedGets struct {
	f      *filled
	found  *histogram
	missed int
	// began is closed after the first Get, if it is not nil.
	began chan struct{}
}

// loop Gets until stop and records service times: from just before the call until after it,
// one reading of the clock included. In the pause it keeps its core; a reader that gave
// it away would be waiting for the scheduler most of the time. When the scheduler
// takes the core away, that mostly happens in the pause, which is longer than a Get.
func (r *pacedGets) loop(stop *atomic.Bool) {
	base, picks := time.Now(), r.f.p.picks
	now := time.Since(base)
	for i := len(picks) / 2; !stop.Load(); i++ {
		for until := now + getPause; now < until; {
			now = time.Since(base)
		}
		_, ok := r.f.Get(picks[i%len(picks)].key)
		after := time.Since(base)
		r.found.record(int64(after - now))
		now = after
		if !ok {
			r.missed++
		}
		if r.began != nil {
			close(r.began)
			r.began = nil
		}
	}
}

// openInterval is the time between the intended starts of two Gets in the open loop.
const openInterval = 100 * time.Microsecond

// openLoop Gets at fixed times and records latencies from the intended start of each, however
// late it came. With more busy goroutines than cores most of that is the wait for a core.
func (r *pacedGets) openLoop(stop *atomic.Bool) {
	base, picks := time.Now(), r.f.p.picks
	for i := 1; !stop.Load(); i++ {
		intended := time.Duration(i) * openInterval
		if wait := intended - time.Since(base); wait > 0 {
			time.Sleep(wait)
		}
		_, ok := r.f.Get(picks[i%len(picks)].key)
		r.found.record(int64(time.Since(base) - intended))
		if !ok {
			r.missed++
		}
	}
}
