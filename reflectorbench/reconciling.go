package reflectorbench

import (
	"context"
	"time"
)

// ReconcileWork says how a reconciler spends its cost.
type ReconcileWork string

const (
	Spin  ReconcileWork = "spin"  // on a processor, as one that computes
	Sleep ReconcileWork = "sleep" // waiting, as one that calls an API server
)

// Reconciling is the consumer stage behind the handler: client-go's rate-limiting work queue and
// reconcilers. With zero Workers there is none.
type Reconciling struct {
	Workers int
	// Cost of one reconcile, beside reading the object from the store.
	Cost time.Duration
	Work ReconcileWork
	// FailureRate is the share of reconciles that fail, and whose key is added again rate-limited.
	FailureRate float64
}

// maxFailureRate: with more, what is measured is only the waiting of retries.
const maxFailureRate = 0.9

func (r Reconciling) validate() error {
	switch {
	case r.Workers < 0 || r.Workers > 1000:
		return usagef("workers is %d: it must lie between 0 and 1000", r.Workers)
	case r.Cost < 0 || r.Cost > time.Minute:
		return usagef("reconcile cost is %v: it must lie between 0 and %v", r.Cost, time.Minute)
	case !(r.FailureRate >= 0 && r.FailureRate <= maxFailureRate):
		return usagef("failure rate is %v: it must lie between 0 and %v", r.FailureRate, maxFailureRate)
	case r.Workers == 0:
		return nil
	}
	return oneOf("reconcile work", r.Work, Spin, Sleep)
}

// spend takes a reconcile's cost, or less when ctx ends.
func (r Reconciling) spend(ctx context.Context) {
	if r.Cost == 0 {
		return
	}
	if r.Work == Sleep {
		timer := time.NewTimer(r.Cost)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
		return
	}
	for began := time.Now(); time.Since(began) < r.Cost && ctx.Err() == nil; {
	}
}
