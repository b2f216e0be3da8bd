package scenarios

import (
	"context"
	"time"

	"informerbench/reflectorbench"
)

const (
	// stallKeys is how many keys readers that look for stalls go round at the most.
	stallKeys = 1 << 12
	// lookPause is the time between two looks at what waits for handlers.
	lookPause = time.Millisecond
	// mergedTime is how long nothing may have come to a handler before what it has not been told of is taken for merged.
	mergedTime = 500 * time.Millisecond
)

// stallResult is declared for readers that look for stalls.
func stallResult(op string) Result {
	return Result{Measure: "Stall", Op: op, Units: percentiles("stall"), Readers: true}
}

// playWatched plays with the cell's readers beside it, which Get the keys at intervals and look for stalls: from the end of p.Before
// until all handlers have been told of everything. p.During is its own.
func (t *Trial) playWatched(ctx context.Context, p reflectorbench.Play, keys []string) (*reflectorbench.Played, reflectorbench.Latencies, error) {
	var stalls *reflectorbench.Stalls
	before, during := p.Before, p.During
	p.Before = func(ctx context.Context) error {
		if before != nil {
			if err := before(ctx); err != nil {
				return err
			}
		}
		stalls = t.Lab.WatchStalls(t.Cell.Readers, keys)
		return nil
	}
	p.During = func(ctx context.Context) error {
		over := time.Now().Add(t.Cell.Length)
		if during != nil {
			if err := during(ctx); err != nil {
				return err
			}
		}
		err := t.awaitTold(ctx, over, len(p.Events), 0, t.Cell.Handlers)
		stalls.Finish() // what is wrong, the second call says
		return err
	}
	played, err := t.Lab.Play(ctx, p)
	if stalls == nil {
		return nil, reflectorbench.Latencies{}, err
	}
	stalled, stallErr := stalls.Finish()
	if err == nil {
		err = stallErr
	}
	return played, stalled, err
}

func (t *Trial) reportStalls(extra []Param, stalled reflectorbench.Latencies) {
	if t.Cell.Readers > 0 {
		t.ReportLatencies("Stall", extra, "stall", stalled)
	}
}

// awaitTold waits until the play is over, and until the handlers from first to before last have been told of all of
// its n events. What was merged on the way they will not be told of: so it also ends when nothing has come for some time after
// something had.
func (t *Trial) awaitTold(ctx context.Context, over time.Time, n, first, last int) error {
	tick := time.NewTicker(lookPause)
	defer tick.Stop()
	before, since := -1, time.Now()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case now := <-tick.C:
			waiting := 0
			for i := first; i < last; i++ {
				waiting += t.Lab.Waiting(i)
			}
			if waiting != before {
				before, since = waiting, now
			}
			merged := waiting < n*(last-first) && now.Sub(since) > mergedTime
			if now.After(over) && (waiting == 0 || merged) {
				return nil
			}
		}
	}
}
