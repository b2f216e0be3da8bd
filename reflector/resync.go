package reflector

import (
	"time"

	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

// resync asks the store to resync, one period after it did so last. Every
// state that waits while the store is in step with the source (Connecting,
// Watching, and Pausing between them) also waits on due, so that no goroutine
// of its own has to be stopped and no resync runs beside a Replace.
type resync struct {
	r     *Reflector
	log   klog.Logger
	timer clock.Timer // nil while off
	err   error       // what ended the ticking
}

// start begins a period, unless one is running or resyncing is not wanted.
func (s *resync) start() {
	if s.timer == nil && s.err == nil && s.r.o.ResyncPeriod > 0 {
		s.timer = s.r.o.Clock.NewTimer(s.r.o.ResyncPeriod)
	}
}

// stop ends the ticking and forgets a failure.
func (s *resync) stop() {
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	s.err = nil
}

// due delivers when the period is over; never while off.
func (s *resync) due() <-chan time.Time {
	if s.timer == nil {
		return nil
	}
	return s.timer.C()
}

// tick resyncs and begins the next period. After an error it stays off and
// keeps the error for Watching, which then lists again.
func (s *resync) tick() {
	if should := s.r.o.ShouldResync; should == nil || should() {
		s.log.V(4).Info("Forcing resync", "reflector", s.r.o.Name)
		s.r.stats.resyncs.Add(1)
		if err := s.r.store.Resync(); err != nil {
			s.stop()
			s.err = err
			return
		}
	}
	s.timer.Reset(s.r.o.ResyncPeriod)
}
