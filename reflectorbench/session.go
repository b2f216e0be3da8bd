package reflectorbench

import (
	"context"
	"errors"

	"informerbench/workload"
)

// Session is a cell's pipeline, synced and running, for callers that have a clock of their
// own, such as benchmarks of package testing. It is for one goroutine.
type Session struct{ run *run }

// Open builds and starts the cell's pipeline and returns when its handler has seen the whole
// initial state. The caller closes the session.
func Open(ctx context.Context, c Cell) (*Session, error) {
	if c.replays() {
		return nil, usagef("a session generates its events: use Run to replay a trace")
	}
	c.Measures = []Measure{MeasureSync}
	r := newRun(c, nil)
	if err := r.open(ctx); err != nil {
		return nil, errors.Join(err, r.close())
	}
	r.start()
	if err := r.awaitSync(ctx); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return &Session{r}, nil
}

// Prepare generates the next n events. Prepared events must be played in order.
func (s *Session) Prepare(n int) []workload.Event {
	b, _ := s.run.feed.prepare(n) // the generator always has a next event
	return b.events
}

// Play sends the events at full speed and returns when the last one's handler has.
func (s *Session) Play(ctx context.Context, events []workload.Event) error {
	w := s.run.arm(events)
	if _, err := s.run.feed.play(ctx, batch{events: events}, pace{}, nil); err != nil {
		return err
	}
	_, err := s.run.drain(ctx, w)
	return err
}

// Close compares store and handler map with the source, as every run does, and stops the
// pipeline. An object lost or invented is an error.
func (s *Session) Close(ctx context.Context) error {
	return errors.Join(s.run.verify(ctx), s.run.close())
}
