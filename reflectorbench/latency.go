package reflectorbench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// measureLatency plays events in an open loop and reports, from the intended send time of
// each, when a reader could see it (Staleness) and when its handler had returned
// (Delivery).
func (r *run) measureLatency(ctx context.Context) error {
	all := followed{visibility{latencies: newLatencies()}, newLatencies(), newLatencies(), 0}
	for _, n := range r.feed.plays(MeasureLatency) {
		if err := r.follow(ctx, n, &all); err != nil {
			return err
		}
	}
	r.reportLatency(all)
	return nil
}

// followed is what the batches of an open loop have shown together.
type followed struct {
	seen            visibility
	delivered, late *latencies
	coalesced       int
}

// follow plays one batch.
func (r *run) follow(ctx context.Context, n int, all *followed) error {
	b, err := r.feed.prepare(n)
	if err != nil {
		return err
	}
	probe := &probe{targets: targetsOf(r.pipes, b.events)}
	w := r.arm(b.events)
	runtime.GC()
	p := b.at(r.cell.Rate)
	s := newSchedule(len(b.events), p)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a phase that fails must not leave its probe behind
	probed := make(chan *visibility, 1)
	go func() { probed <- probe.follow(ctx, s) }()
	if _, err := r.feed.play(ctx, b, p, s); err != nil {
		cancel()
		<-probed
		return err
	}
	coalesced, err := r.drain(ctx, w)
	if err != nil {
		cancel()
		<-probed
		return err
	}
	// The handlers have seen everything, so the store shows it: the probe is about to end.
	tooLate := time.AfterFunc(r.settle, cancel)
	seen := <-probed
	if !tooLate.Stop() || ctx.Err() != nil {
		return fmt.Errorf("the staleness probe saw %d of %d events", seen.latencies.count(), len(b.events))
	}
	all.add(seen, deliveries(s, w), s.late, coalesced)
	return nil
}

func (f *followed) add(seen *visibility, delivered, late *latencies, coalesced int) {
	f.seen.latencies.merge(seen.latencies)
	f.seen.polls += seen.polls
	f.seen.polling += seen.polling
	f.delivered.merge(delivered)
	f.late.merge(late)
	f.coalesced += coalesced
}

func (r *run) reportLatency(f followed) {
	extra := []param{intParam("handlers", r.cell.Handlers), r.cell.rateParam()}
	var late []value // not known of a sender in another process
	if f.late.count() > 0 {
		late = append(late, value{float64(f.late.percentile(99)), "p99-late-ns"}, value{float64(f.late.max), "max-late-ns"})
	}
	r.report("Staleness", int(f.seen.latencies.count()), extra,
		slices.Concat(f.seen.latencies.values("visible"), []value{{f.seen.resolution(), "poll-ns"}}, late)...)
	r.distributed(distribution{"visible", f.seen.latencies})
	r.report("Delivery", int(f.delivered.count()), extra,
		slices.Concat(f.delivered.values("deliver"), []value{{float64(f.coalesced), "coalesced-events"}}, late)...)
	r.distributed(distribution{"deliver", f.delivered})
}

// deliveries joins both clocks: intended send times and handler times. Events that never
// arrived under their own version have no time and are counted as coalesced.
func deliveries(s *schedule, w *window) *latencies {
	l := newLatencies()
	shift := int64(w.base.Sub(s.base))
	for i := range w.times {
		if at := w.times[i].Load(); at != 0 {
			l.record(at + shift - s.intended[i])
		}
	}
	return l
}

// visibility is what a probe has found.
type visibility struct {
	latencies *latencies
	// seen is when each event was visible, in nanoseconds since the schedule's base; 0 of those that were not followed.
	seen    []int64
	polls   int64
	polling time.Duration
}

// resolution is the mean time between two looks in nanoseconds.
func (v *visibility) resolution() float64 {
	if v.polls == 0 {
		return 0
	}
	return float64(v.polling.Nanoseconds()) / float64(v.polls)
}
