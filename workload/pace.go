package workload

import (
	"context"
	"fmt"
	"math"
	"time"
)

// sleepAhead is how far ahead of its plan Play must be before it sleeps. The
// kernel wakes a sleeper 50 to 100 µs late, so shorter sleeps would cost more
// than they give; at high rates events go out in bursts of this length instead.
// An event is therefore sent up to sleepAhead before its intended time, never more.
const sleepAhead = 100 * time.Microsecond

// Play sends n events, or events without end when n is negative, and returns the
// first error of send, or ctx's.
//
// With rate 0 each event is sent as soon as the one before it returned, and its
// intended time is the present. Otherwise the loop is open: event i is intended
// at start + i/rate, however long earlier ones took. No event is skipped; when
// send is too slow, later events follow at full speed and keep their intended
// times, so that latency measured from those includes the waiting (no
// coordinated omission).
func Play(ctx context.Context, next func() Event, n int, rate float64, send func(e Event, intended time.Time) error) error {
	if rate < 0 || math.IsNaN(rate) || math.IsInf(rate, 0) {
		return fmt.Errorf("rate %v: allowed are 0 (full speed) and positive numbers of events per second", rate)
	}
	p := pacer{start: time.Now(), interval: float64(time.Second) / rate}
	for i := 0; i != n; i++ {
		intended := time.Now()
		if rate > 0 {
			intended = p.intended(i)
		}
		if err := p.wait(ctx, intended); err != nil {
			return err
		}
		if err := send(next(), intended); err != nil {
			return err
		}
	}
	return nil
}

type pacer struct {
	start    time.Time
	interval float64 // nanoseconds
	timer    *time.Timer
}

// intended is computed from the start each time: added up, the rounding of one
// interval would become a drift of the rate.
func (p *pacer) intended(i int) time.Time {
	return p.start.Add(time.Duration(float64(i) * p.interval))
}

// wait sleeps until the intended time when that is far enough away.
func (p *pacer) wait(ctx context.Context, intended time.Time) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ahead := time.Until(intended)
	if ahead <= sleepAhead {
		return nil
	}
	if p.timer == nil {
		p.timer = time.NewTimer(ahead)
	} else {
		p.timer.Reset(ahead)
	}
	select {
	case <-p.timer.C:
		return nil
	case <-ctx.Done():
		p.timer.Stop()
		return ctx.Err()
	}
}
