package replay

import (
	"context"
	"errors"
	"time"

	"informerbench/workload"
)

// playBatch is how many events Play decodes at a time.
const playBatch = 256

// Play sends all events once, speed times as fast as they were recorded, and returns when the last one
// is sent, or with the first error of send, or ctx's. It keeps time as workload.Play does, well enough to
// serve others; a measurement keeps it by itself.
func (t *Trace) Play(ctx context.Context, speed float64, send func(workload.Event) error) (err error) {
	events, err := t.Events()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, events.Close()) }()
	start := time.Now()
	for events.Left() > 0 {
		batch, at, err := events.Next(min(events.Left(), playBatch))
		if err != nil {
			return err
		}
		for i, e := range batch {
			due := start.Add(time.Duration(float64(t.Offsets[at+i]-t.Offsets[0]) / speed))
			if err := sleepUntil(ctx, due); err != nil {
				return err
			}
			if err := send(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func sleepUntil(ctx context.Context, due time.Time) error {
	rest := time.Until(due)
	if rest <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
