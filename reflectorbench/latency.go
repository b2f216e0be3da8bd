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
	events := r.feed.prepare(latencyPhases * r.cell.phaseEvents())
	probe := &probe{targetsOf(r.pipes, events)}
	w := r.arm(events)
	runtime.GC()
	s := newSchedule(len(events))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a phase that fails must not leave its probe behind
	probed := make(chan *visibility, 1)
	go func() { probed <- probe.follow(ctx, s) }()
	if _, err := r.feed.play(ctx, events, r.cell.Rate, s); err != nil {
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
		return fmt.Errorf("the staleness probe saw %d of %d events", seen.latencies.count(), len(events))
	}
	r.reportLatency(s, w, seen, coalesced)
	return nil
}

func (r *run) reportLatency(s *schedule, w *window, seen *visibility, coalesced int) {
	extra := []param{intParam("handlers", r.cell.Handlers), intParam("rate", r.cell.Rate)}
	var late []value // not known of a sender in another process
	if s.late.count() > 0 {
		late = append(late, value{float64(s.late.percentile(99)), "p99-late-ns"}, value{float64(s.late.max), "max-late-ns"})
	}
	r.report("Staleness", int(seen.latencies.count()), extra,
		slices.Concat(seen.latencies.values("visible"), []value{{seen.resolution(), "poll-ns"}}, late)...)
	r.distributed(distribution{"visible", seen.latencies})
	delivered := deliveries(s, w)
	r.report("Delivery", int(delivered.count()), extra,
		slices.Concat(delivered.values("deliver"), []value{{float64(coalesced), "coalesced-events"}}, late)...)
	r.distributed(distribution{"deliver", delivered})
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
	polls     int64
	polling   time.Duration
}

// resolution is the mean time between two looks in nanoseconds.
func (v *visibility) resolution() float64 {
	if v.polls == 0 {
		return 0
	}
	return float64(v.polling.Nanoseconds()) / float64(v.polls)
}
