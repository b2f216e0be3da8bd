package reflectorbench

import (
	"context"
	"time"

	"informerbench/workload"
)

// senderSpin is how long before an event is due the sender stops sleeping: about as
// much as a nap oversleeps, which is more than a whole pipeline takes. workload.Play
// accepts that, a latency must not.
const senderSpin = 120 * time.Microsecond

// playOnTime is workload.Play with the last stretch of each wait spun instead of slept. The
// loop is as open: event i is due when its pace says, however late earlier ones went out.
func (f *localFeed) playOnTime(ctx context.Context, events []workload.Event, s *schedule) error {
	start := s.since()
	for i, e := range events {
		due := start + s.pace.due(i)
		s.spinUntil(ctx, due)
		if err := ctx.Err(); err != nil {
			return err
		}
		s.plan(due)
		if err := f.src.Apply(e); err != nil {
			return err
		}
	}
	return nil
}

// longestNap bounds how long the end of ctx goes unnoticed in the quiet stretches of a trace.
const longestNap = 20 * time.Millisecond

// spinUntil returns at due or as soon after it as the scheduler allows, or when ctx ends.
func (s *schedule) spinUntil(ctx context.Context, due int64) {
	for {
		rest := time.Duration(due - s.since())
		switch {
		case rest <= 0:
			return
		case rest > senderSpin:
			if Nap(min(rest-senderSpin, longestNap)); ctx.Err() != nil {
				return
			}
		default:
			yield() // the pipeline may be waiting for this core
		}
	}
}
