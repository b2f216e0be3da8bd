package reflectorbench

import (
	"context"
	"fmt"
	"time"
)

// relistDeadline bounds the wait for the reflector's next request: client-go pauses
// 0.8 to 1.6 s before it, longer when it has failed before.
const relistDeadline = time.Minute

// measureRelist ends the watches, waits for the reflector to ask anew, and lets one reader
// Get in a loop until an object that was added after that request is visible. The
// object's key sorts last in a list, and it is queued last when it comes by the watch, so
// the whole Replace has been applied before.
func (r *run) measureRelist(ctx context.Context) error {
	p := r.primary()
	reading := r.newReaders(1, r.keyPicks, getter(p.store))
	requested := r.tap.nextRequest()
	if err := r.feed.expire(ctx, p.resource); err != nil {
		return err
	}
	var began time.Time
	select {
	case began = <-requested:
	case <-time.After(relistDeadline):
		return fmt.Errorf("no request within %v after the watches have expired", relistDeadline)
	case <-ctx.Done():
		return ctx.Err()
	}
	running := startReaders(reading)
	err := r.awaitSentinel(ctx, p)
	elapsed := time.Since(began)
	found := running.finish()
	if err != nil {
		return err
	}
	r.report("Relist", int(found.count()), []param{intParam("readers", 1), {"skew", string(r.cell.Skew)}},
		value{float64(elapsed.Nanoseconds()), "relist-ns"},
		value{float64(found.max), "max-stall-ns"},
		value{float64(found.percentile(99)), "p99-get-ns"},
		value{float64(found.overflow), "overflow"},
	)
	r.distributed(distribution{"get", found.latencies})
	return nil
}

// sentinelPause is the time between two looks for the sentinel: short beside a relist, and
// long beside a look, so that the looking is no second reader.
const sentinelPause = 100 * time.Microsecond

func (r *run) awaitSentinel(ctx context.Context, p *pipeline) error {
	key, err := r.feed.sentinel(ctx, p.resource)
	if err != nil {
		return err
	}
	deadline := time.Now().Add(r.settle + relistDeadline)
	for {
		if _, ok, err := p.store.GetByKey(key); err == nil && ok {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("relist: %s is not visible after %v", key, r.settle+relistDeadline)
		}
		select {
		case <-time.After(sentinelPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
