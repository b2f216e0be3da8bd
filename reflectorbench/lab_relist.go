package reflectorbench

import (
	"context"
	"fmt"
	"time"
)

// Expire ends all watches of the primary resource with a 410 and returns when its informer sent its next request: the pause
// before that is the reflector's. It may be called while a Play goes on.
func (l *Lab) Expire(ctx context.Context) (asked time.Time, err error) {
	o, err := l.Outage(ctx, nil)
	return o.Asked, err
}

// awaitRequest waits for the time of the request that was to be told of.
func awaitRequest(ctx context.Context, requested <-chan time.Time) (asked time.Time, err error) {
	late := time.NewTimer(relistDeadline)
	defer late.Stop()
	select {
	case asked = <-requested:
		return asked, nil
	case <-late.C:
		return time.Time{}, fmt.Errorf("no request within %v after the watches have expired", relistDeadline)
	case <-ctx.Done():
		return time.Time{}, context.Cause(ctx)
	}
}

// Relisted is what a relist has taken.
type Relisted struct {
	Took  time.Duration // from the informer's request until an object that was added after it was visible
	Costs Costs
	Peak  Peak
	Reads []Reading
}

// Relist expires the watches and waits until the informer has the whole state again, with readers beside it from the
// informer's request on. It adds an object, which takes the next version of the events: nothing can be played afterwards.
func (l *Lab) Relist(ctx context.Context, readers Readers) (*Relisted, error) {
	l.run.progress("relist")
	crew, err := newCrew(readers, l.Store(), l.run.cell.Seed)
	if err != nil {
		return nil, err
	}
	asked, err := l.Expire(ctx)
	if err != nil {
		return nil, err
	}
	peak, before := SamplePeak(), l.costs()
	crew.start()
	err = l.run.awaitSentinel(ctx, l.run.primary())
	found := &Relisted{Took: time.Since(asked), Costs: l.costs().since(before)}
	found.Reads, found.Peak = crew.finish(), peak.Finish()
	return found, err
}
