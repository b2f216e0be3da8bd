package reflectorbench

import (
	"context"
	"time"
)

const (
	// probeNap: the probe sleeps until this long before an event is due, and spins
	// from there. It is more than a nap oversleeps, so that waking up late is not
	// taken for staleness, and leaves the core to the pipeline between events.
	probeNap = 150 * time.Microsecond
	// probePatience is how many looks at one event pass between two checks of ctx.
	probePatience = 1024
	// A patient probe spins for patientFrom, and then naps for a share of what it has waited, up to patientMost.
	patientFrom  = time.Millisecond
	patientShare = 20
	patientMost  = 10 * time.Millisecond
)

// probe is a reader that follows the events one after the other and notes when each
// is visible. It looks at an event only after it has seen the one before; a pipeline
// that delivers in another order is seen late by that much.
type probe struct {
	targets []target
	// patient: look the rarer the longer it takes, so that waiting costs next to nothing; what takes
	// long is then known to a twentieth.
	patient bool
}

// follow looks for each event from its sending on, until all were seen or ctx ends.
func (p *probe) follow(ctx context.Context, s *schedule) *visibility {
	v := &visibility{latencies: newLatencies(), seen: make([]int64, len(p.targets))}
	for i := range p.targets {
		t := &p.targets[i]
		if t.blind {
			continue
		}
		if !s.await(ctx, i) || !t.await(ctx, v, p.patient) {
			return v
		}
		v.seen[i] = max(s.since(), 1)
		v.latencies.record(v.seen[i] - s.intended[i])
	}
	return v
}

// await returns when event i is due and sent; false when ctx ended.
func (s *schedule) await(ctx context.Context, i int) bool {
	for looks := 1; s.sent.Load() <= int64(i) || s.since() < s.intended[i]; looks++ {
		if looks%probePatience == 0 && ctx.Err() != nil {
			return false
		}
		if rest := s.untilDue(i); rest > probeNap {
			if Nap(min(rest-probeNap, longestNap)); ctx.Err() != nil {
				return false
			}
			continue
		}
		yield()
	}
	return true
}

// untilDue is the time until event i is due. A schedule in this process is written only as events
// go out, so what lies ahead follows from when the first one was due.
func (s *schedule) untilDue(i int) time.Duration {
	due := int64(0)
	switch sent := s.sent.Load(); {
	case sent > int64(i):
		due = s.intended[i]
	case sent > 0:
		due = s.intended[0] + s.pace.due(i)
	}
	return time.Duration(due - s.since())
}

// await looks until the event is visible and counts the looks; false when ctx ended.
func (t *target) await(ctx context.Context, v *visibility, patient bool) bool {
	began := time.Now()
	defer func() { v.polling += time.Since(began) }()
	for {
		v.polls++
		if t.visible() {
			return true
		}
		if v.polls%probePatience == 0 && ctx.Err() != nil {
			return false
		}
		// The pipeline may be waiting for this very core.
		yield()
		if !patient {
			continue
		}
		if waited := time.Since(began); waited > patientFrom {
			if Nap(min(waited/patientShare, patientMost)); ctx.Err() != nil {
				return false
			}
		}
	}
}
