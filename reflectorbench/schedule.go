package reflectorbench

import (
	"sync/atomic"
	"time"
)

// schedule is when each event of an open-loop phase was to be sent, written by the
// feed and read by the probe.
type schedule struct {
	base     time.Time
	pace     pace
	intended []int64 // nanoseconds since base
	// sent is how many entries of intended are valid. The feed stores it after the
	// entry, so a probe that has seen sent > i may read intended[i].
	sent atomic.Int64
	// late is the sender's own, until the phase has ended; empty of a sender elsewhere.
	late *latencies
}

func newSchedule(n int, p pace) *schedule {
	return &schedule{base: time.Now(), pace: p, intended: make([]int64, n), late: newLatencies()}
}

func (s *schedule) since() int64 { return int64(time.Since(s.base)) }

// plan notes that the next event was due at the given time since base and is being sent now.
func (s *schedule) plan(due int64) {
	i := s.sent.Load()
	s.intended[i] = due
	s.late.record(s.since() - due)
	s.sent.Store(i + 1)
}

// planAll notes the whole schedule of a sender in another process, whose lateness is
// not seen here but is in the latencies.
func (s *schedule) planAll(start time.Time) {
	// start comes from another process's wall clock and has no monotonic reading, so
	// compare wall clocks here too.
	first := start.UnixNano() - s.base.UnixNano()
	for i := range s.intended {
		s.intended[i] = first + s.pace.due(i)
	}
	s.sent.Store(int64(len(s.intended)))
}
