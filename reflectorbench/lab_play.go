package reflectorbench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"informerbench/workload"
)

// Play says what is played to a lab's pipelines and who reads beside it.
type Play struct {
	// Events were prepared by the lab.
	Events []workload.Event
	// Rate is how many are sent a second, at least 1; the loop is open.
	Rate int
	// Readers read from before the first event until the last was delivered.
	Readers Readers
	// Probe follows the events and notes when each is visible in the store. It takes a good part of a core.
	Probe bool
	// Before, if set, is called when everything is prepared and nothing has begun.
	Before func(context.Context) error
	// During, if set, runs beside all of this in a goroutine of its own. Its error ends the play.
	During func(context.Context) error
}

// Played is what was found.
type Played struct {
	Events int
	// Took is from the first intended sending until the last handler has seen the last event, and Behind that from the last
	// intended sending on.
	Took, Behind time.Duration
	// Visible and Delivered run from the intended sending: until a reader could see the event in the store, and until the
	// handler had returned, over all handlers. Each is that of every handler.
	Visible, Delivered Latencies
	Each               []Latencies
	// Resolution is the mean time between two looks of the probe, in nanoseconds.
	Resolution float64
	// Coalesced is how many events have reached the handlers only within a later one, summed over the handlers.
	Coalesced int
	// Late is how late the sender was, which is in all latencies; none of a sender in another process.
	Late Latencies
	// Sending is what was spent until the last event was sent, and Costs until all were delivered.
	Sending, Costs Costs
	Peak           Peak
	Reads          []Reading // in the order of the ops

	base           time.Time
	intended, seen []int64 // nanoseconds since base, of each event; seen is nil without a probe
}

// VisibleAfter returns when all was visible that was due in the first d of the play, and one event more: the probe has seen the first
// event that was due later, and looks at one after the other. It is false without a probe, or if there is no such event.
func (p *Played) VisibleAfter(d time.Duration) (at time.Time, ok bool) {
	for i, seen := range p.seen {
		if seen != 0 && p.intended[i] >= p.intended[0]+int64(d) {
			return p.base.Add(time.Duration(seen)), true
		}
	}
	return time.Time{}, false
}

// Play sends the events and waits until all handlers have seen them. It returns an error if an event was lost.
func (l *Lab) Play(ctx context.Context, p Play) (*Played, error) {
	if err := l.playable(p); err != nil {
		return nil, err
	}
	l.run.progress("play")
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := &take{lab: l, play: p, schedule: newSchedule(len(p.Events), pace{rate: p.Rate}), windows: l.arm(p.Events)}
	var err error
	if t.crew, err = newCrew(p.Readers, l.Store(), l.run.cell.Seed); err != nil {
		return nil, err
	}
	runtime.GC()
	if p.Before != nil {
		if err := p.Before(ctx); err != nil {
			return nil, err
		}
	}
	t.follow(ctx)
	t.begin(ctx, cancel)
	err = t.playOut(ctx)
	if err != nil {
		cancel(err)
	}
	return t.end(ctx, err)
}

func (l *Lab) playable(p Play) error {
	switch resources := l.resources(); {
	case len(p.Events) == 0 || p.Rate < 1:
		return usagef("%d events at %d a second: there must be at least 1 of each", len(p.Events), p.Rate)
	case len(slices.Compact(slices.Sorted(slices.Values(resources)))) != len(resources):
		return usagef("with several informers of one resource no events can be played: their handlers' times would mix")
	case p.Probe && l.run.primary().remote:
		return usagef("there is no store in which a probe could look")
	}
	return nil
}

// resources are those of the informers.
func (l *Lab) resources() (all []workload.Resource) {
	for _, k := range l.run.kinds() {
		all = append(all, k.Resource)
	}
	return all
}

// arm opens a window for each handler.
func (l *Lab) arm(events []workload.Event) (windows []*window) {
	first, base := versionOfObject(events[0].Object).rv, time.Now()
	for _, a := range l.arrivals {
		windows = append(windows, a.arm(base, first, len(events)))
	}
	return windows
}

// take is one play under way.
type take struct {
	lab      *Lab
	play     Play
	schedule *schedule
	windows  []*window
	crew     *crew

	probed chan *visibility // nil without a probe
	seen   *visibility      // once received
	aside  chan error       // of During
	peak   *PeakSampler
	before Costs
	found  Played
}

// follow starts the probe, which waits for the first event.
func (t *take) follow(ctx context.Context) {
	if !t.play.Probe {
		return
	}
	t.probed = make(chan *visibility, 1)
	p := &probe{targets: targetsOf(t.lab.run.pipes, t.play.Events), patient: true}
	go func() { t.probed <- p.follow(ctx, t.schedule) }()
}

func (t *take) begin(ctx context.Context, cancel context.CancelCauseFunc) {
	t.peak, t.before = SamplePeak(), t.lab.costs()
	t.crew.start()
	t.aside = make(chan error, 1)
	go func() {
		var err error
		if t.play.During != nil {
			if err = t.play.During(ctx); err != nil {
				cancel(err)
			}
		}
		t.aside <- err
	}()
}

// playOut sends everything and waits until it has arrived.
func (t *take) playOut(ctx context.Context) error {
	r := t.lab.run
	if _, err := r.feed.play(ctx, batch{events: t.play.Events}, pace{rate: t.play.Rate}, t.schedule); err != nil {
		return err
	}
	t.found.Sending = t.lab.costs().since(t.before)
	// Of what merges changes, nobody can tell from its handlers that it is done; and comparing its state with the source
	// again and again, as drain does, would be work beside the probe.
	if t.probed != nil && r.primary().merges {
		if err := t.awaitProbe(ctx); err != nil {
			return err
		}
	}
	for _, w := range t.windows {
		coalesced, err := r.drain(ctx, w)
		if err != nil {
			return err
		}
		t.found.Coalesced += coalesced
	}
	t.found.Costs = r.withWire(r.drained).since(t.before)
	if t.probed != nil && t.seen == nil {
		return t.awaitProbe(ctx)
	}
	return nil
}

// awaitProbe waits for the probe, which is about to end.
func (t *take) awaitProbe(ctx context.Context) error {
	late := time.NewTimer(t.lab.run.settle)
	defer late.Stop()
	select {
	case t.seen = <-t.probed:
		return nil
	case <-late.C:
		return errors.New("the staleness probe has not seen all events")
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// end stops what runs beside, however the play went, and collects what was found.
func (t *take) end(ctx context.Context, failed error) (*Played, error) {
	aside := <-t.aside
	t.found.Reads = t.crew.finish()
	t.found.Peak = t.peak.Finish()
	if t.probed != nil && t.seen == nil {
		t.seen = <-t.probed // ctx has ended
	}
	if err := errors.Join(failed, aside); err != nil {
		if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
			return nil, cause
		}
		return nil, err
	}
	t.collect()
	return &t.found, checkReads(t.found.Reads, t.lab.run.cell.Objects)
}

func (t *take) collect() {
	f, s := &t.found, t.schedule
	f.Events, f.Late, f.base, f.intended = len(t.play.Events), Latencies{s.late}, s.base, s.intended
	var last time.Time
	for _, w := range t.windows {
		f.Each = append(f.Each, Latencies{deliveries(s, w)})
		if at := w.last(); at.After(last) {
			last = at
		}
	}
	f.Delivered = merged(f.Each)
	first, sent := s.base.Add(time.Duration(s.intended[0])), s.base.Add(time.Duration(s.intended[len(s.intended)-1]))
	f.Took, f.Behind = last.Sub(first), max(last.Sub(sent), 0)
	if t.seen != nil {
		f.Visible, f.Resolution, f.seen = Latencies{t.seen.latencies}, t.seen.resolution(), t.seen.seen
	}
}

// checkReads refuses reads that found next to nothing: a store that finds nothing is fast.
func checkReads(reads []Reading, objects int) error {
	for _, r := range reads {
		if objects >= minChecked && r.Reads() > 0 && float64(r.Rows) < foundAtLeast*float64(r.Reads()) {
			return fmt.Errorf("%d reads (%s) returned only %d objects", r.Reads(), r.Op.Name, r.Rows)
		}
	}
	return nil
}
