package reflectorbench

import (
	"context"
	"fmt"
	"time"
)

// quietTime is how long no event may have arrived before a phase whose count is not
// full is taken for finished and compared with the source.
const quietTime = 500 * time.Millisecond

// drain waits until every event of the window has reached a handler. Events that a
// queue or a relist has merged never arrive under their own version; so when nothing
// has moved for a while, an equal state also ends the wait. It returns how many events
// were merged, or an error that says what was lost.
func (r *run) drain(ctx context.Context, w *window) (coalesced int, err error) {
	deadline := time.NewTimer(r.settle)
	defer deadline.Stop()
	quiet := time.NewTicker(quietTime)
	defer quiet.Stop()
	for before := w.missing(); ; {
		select {
		case <-w.done:
			r.drained = readCosts()
			return 0, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-deadline.C:
			// A long comparison may have let the deadline pass beside the last arrival.
			if err := r.compare(ctx); err != nil {
				return 0, fmt.Errorf("%d of %d events did not arrive within %v: %w", w.missing(), len(w.times), r.settle, err)
			}
			return w.missing(), nil
		case <-quiet.C:
			missing := w.missing()
			r.drained = readCosts() // the comparison is none of the pipeline's cost
			if missing == before && r.compare(ctx) == nil {
				return w.missing(), nil // read again: the last handler call may have been about to count
			}
			if missing != before {
				deadline.Reset(r.settle) // slow is not lost
			}
			before = missing
		}
	}
}
