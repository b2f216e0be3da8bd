package reflectorbench

import (
	"context"
	"runtime"
	"time"

	"informerbench/workload"
)

// Burst is what events at full speed have found.
type Burst struct {
	Events int
	// Took is from the first sending until the last handler had seen the last event, and Sent until the source had taken all.
	Took, Sent time.Duration
	Coalesced  int // see [Played]
	Costs      Costs
	Reads      []Reading // in the order of the ops
}

// Burst plays the events as fast as the source takes them, with readers beside it, and waits until all handlers have seen
// them. It returns an error if an event was lost. The source's own work is in it; of one in this process that is the same for all
// pipelines.
func (l *Lab) Burst(ctx context.Context, events []workload.Event, readers Readers) (*Burst, error) {
	if err := l.playable(Play{Events: events, Rate: 1}); err != nil {
		return nil, err
	}
	l.run.progress("burst")
	windows := l.arm(events)
	crew, err := newCrew(readers, l.Store(), l.run.cell.Seed)
	if err != nil {
		return nil, err
	}
	runtime.GC() // what generating the events left behind
	before := l.costs()
	crew.start()
	b := &Burst{Events: len(events)}
	err = l.sendAll(ctx, events, windows, b)
	b.Reads = crew.finish()
	if err != nil {
		return nil, err
	}
	b.Costs = l.run.withWire(l.run.drained).since(before)
	return b, checkReads(b.Reads, l.run.cell.Objects)
}

func (l *Lab) sendAll(ctx context.Context, events []workload.Event, windows []*window, b *Burst) error {
	start, err := l.run.feed.play(ctx, batch{events: events}, pace{}, nil)
	if err != nil {
		return err
	}
	b.Sent = time.Since(start)
	for _, w := range windows {
		coalesced, err := l.run.drain(ctx, w)
		if err != nil {
			return err
		}
		b.Coalesced += coalesced
		b.Took = max(b.Took, w.last().Sub(start))
	}
	return nil
}
