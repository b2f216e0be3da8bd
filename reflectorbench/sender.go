package reflectorbench

import (
	"context"
	"runtime"
	"time"

	"informerbench/workload"
)

// senderSpin is how long before an event is due the sender stops sleeping: about as
// much as a nap oversleeps, which is more than a whole pipeline takes. workload.Play
// accepts that, a latency must not.
const senderSpin = 120 * time.Microsecond

// playOnTime is workload.Play with the last stretch of each wait spun instead of slept. The
// loop is as open: event i is due at start + i/rate, however late earlier ones went out.
func (f *localFeed) playOnTime(ctx context.Context, events []workload.Event, rate int, s *schedule) error {
	start := s.since()
	for i, e := range events {
		due := start + int64(i)*int64(time.Second)/int64(rate)
		s.spinUntil(due)
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

// spinUntil returns at due or as soon after it as the scheduler allows.
func (s *schedule) spinUntil(due int64) {
	for {
		rest := time.Duration(due - s.since())
		switch {
		case rest <= 0:
			return
		case rest > senderSpin:
			Nap(rest - senderSpin)
		default:
			runtime.Gosched() // the pipeline may be waiting for this core
		}
	}
}
