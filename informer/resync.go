package informer

import (
	"time"

	"k8s.io/klog/v2"
)

// minimumResyncPeriod is the shortest resync period of a handler; shorter wishes are
// raised to it.
const minimumResyncPeriod = time.Second

// resyncSchedule says when a handler wants to see unchanged objects again.
type resyncSchedule struct {
	requested time.Duration
	period    time.Duration // 0: never
	next      time.Time     // the earliest time of the next resync
	// due says whether the handler takes part in the resync of this moment. It is
	// true from the start for handlers that ask for resyncs, so that a relist before
	// the first check shows them unchanged objects as well.
	due bool
}

func newResyncSchedule(requested, period time.Duration, now time.Time) resyncSchedule {
	return resyncSchedule{requested: requested, period: period, next: now.Add(period), due: period > 0}
}

// check sets due for the resync round that starts now.
func (r *resyncSchedule) check(now time.Time) bool {
	r.due = r.period > 0 && !now.Before(r.next)
	if r.due {
		r.next = now.Add(r.period)
	}
	return r.due
}

// setCheckPeriod fits the requested period to a new check period.
func (r *resyncSchedule) setCheckPeriod(logger klog.Logger, check time.Duration) {
	r.period = fitResyncPeriod(logger, r.requested, check)
}

// fitResyncPeriod returns the period that a handler gets: none when the informer does
// no resyncs, else no less than the period in which resyncs are checked.
func fitResyncPeriod(logger klog.Logger, requested, check time.Duration) time.Duration {
	switch {
	case requested == 0:
		return 0
	case check == 0:
		logger.Info("Warning: this informer does no resyncs, the handler's resync period is ignored", "requested", requested)
		return 0
	case requested < check:
		logger.Info("Warning: the handler's resync period is raised to the informer's check period", "requested", requested, "checkPeriod", check)
		return check
	}
	return requested
}

// resyncPeriods settles the requested period of a new handler and the informer's
// check period. Before the start a shorter wish shortens the check period for all;
// from then on it is fixed, because the reflector's timer runs with it.
func resyncPeriods(logger klog.Logger, requested, check time.Duration, started bool) (fitted, newCheck time.Duration) {
	if requested <= 0 {
		return requested, check
	}
	if requested < minimumResyncPeriod {
		logger.Info("Warning: the handler's resync period is raised to the minimum", "requested", requested, "minimum", minimumResyncPeriod)
		requested = minimumResyncPeriod
	}
	if requested >= check {
		return requested, check
	}
	if started {
		logger.Info("Warning: the informer has started, the handler's resync period is raised to its check period", "requested", requested, "checkPeriod", check)
		return check, check
	}
	return requested, requested
}
