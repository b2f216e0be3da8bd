package reflectorbench

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/cache"
)

// enqueuer is where the recorder hands on each event. Between phases there is no stage, and
// nothing happens; the pointer makes a call see a whole one or none.
type enqueuer struct{ stage atomic.Pointer[stage] }

func (e *enqueuer) add(name cache.ObjectName) {
	if e == nil {
		return
	}
	if s := e.stage.Load(); s != nil {
		s.add(name)
	}
}

// measureReconcile plays events in an open loop and reports how long each key took from the
// handler's call through client-go's work queue to its reconcile. It ends when every key of the primary
// resource that the handler was told of was reconciled at its newest version.
func (r *run) measureReconcile(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	stage := newStage(r.cell.Reconciling, r.primary().store, r.cell.Seed)
	stage.enter = r.stages.entering(stageReconciler)
	defer stage.stop()
	defer cancel()
	stage.start(ctx)
	r.enqueuer.stage.Store(stage)
	defer r.enqueuer.stage.Store(nil)
	var elapsed time.Duration
	for _, n := range r.feed.plays(MeasureReconcile) {
		took, err := r.playReconciled(ctx, n, stage)
		if err != nil {
			return err
		}
		elapsed += took
	}
	if err := r.checkReconciled(ctx, stage); err != nil {
		return err
	}
	r.reportReconcile(&stage.found, elapsed)
	return nil
}

// playReconciled plays one batch and returns how long it took until all was reconciled.
func (r *run) playReconciled(ctx context.Context, n int, s *stage) (time.Duration, error) {
	b, err := r.feed.prepare(n)
	if err != nil {
		return 0, err
	}
	w, p := r.arm(b.events), b.at(r.cell.Rate)
	runtime.GC()
	began := time.Now()
	if _, err := r.feed.play(ctx, b, p, newSchedule(len(b.events), p)); err != nil {
		return 0, err
	}
	// The recorder adds an event's key before it shows the event, so nothing is added after this.
	if _, err := r.drain(ctx, w); err != nil {
		return 0, err
	}
	err = r.awaitReconciled(ctx, s)
	return time.Since(began), err
}

// awaitReconciled waits while keys are being settled.
func (r *run) awaitReconciled(ctx context.Context, s *stage) error {
	deadline := time.NewTimer(r.settle)
	defer deadline.Stop()
	for {
		left := s.left()
		if left == 0 {
			return nil
		}
		select {
		case <-s.moved:
			deadline.Reset(r.settle) // slow is not lost
		case <-deadline.C:
			return fmt.Errorf("%d keys were not reconciled, and none within %v", left, r.settle)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// checkReconciled demands that the last reconcile of each key saw the source's newest version.
func (r *run) checkReconciled(ctx context.Context, s *stage) error {
	want, err := r.feed.state(ctx, r.primary().resource)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, seen := range s.reconciled {
		newest := version{}
		if object, ok := want[name.String()]; ok {
			newest = versionOfObject(object)
		}
		if seen != newest {
			return fmt.Errorf("%s was last reconciled at version %d, but the source has %d (0: none)", name, seen.rv, newest.rv)
		}
	}
	return nil
}

func (r *run) reportReconcile(f *reconcileFindings, elapsed time.Duration) {
	c := r.cell.Reconciling
	extra := []param{
		intParam("workers", c.Workers), intParam("cost", int(c.Cost)), {"work", string(c.Work)},
		{"failures", strconv.FormatFloat(c.FailureRate, 'g', -1, 64)}, r.cell.rateParam(),
	}
	values := append(f.queued.values("queued"), f.done.values("reconcile")[:4]...)
	keys, adds := float64(f.attempts-f.fails), float64(max(f.adds, 1))
	r.report("Reconcile", f.adds, extra, append(values,
		value{1 - keys/adds, "dedup-fraction"},
		value{float64(f.depths) / adds, "mean-depth"},
		value{float64(f.deepest), "max-depth"},
		value{float64(f.attempts) / elapsed.Seconds(), "reconciles/s"},
		value{float64(f.fails), "retries"},
	)...)
	r.distributed(distribution{"queued", f.queued}, distribution{"reconcile", f.done})
}
