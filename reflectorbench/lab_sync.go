package reflectorbench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Synced is what the start of a lab's pipelines has taken.
type Synced struct {
	// Took is from Run until every handler of every informer has seen the whole initial state, and Each that of each informer.
	Took time.Duration
	Each []time.Duration
	// Objects is how many the informers hold together.
	Objects int
	Peak    Peak
	Costs   Costs
	// Live is the live heap afterwards, above what there was before the pipelines ran: of a source in this process without
	// the objects, of one over HTTP with them.
	Live uint64
}

// Sync starts all pipelines at once and waits for their handlers.
func (l *Lab) Sync(ctx context.Context) (*Synced, error) {
	l.run.progress("sync")
	base := LiveHeap() // with the handlers' maps, which are no pipeline's
	before, peak := l.costs(), SamplePeak()
	began := time.Now()
	l.run.start()
	each, err := l.awaitSync(ctx, began)
	if err != nil {
		return nil, err
	}
	s := &Synced{Took: time.Since(began), Each: each, Costs: l.costs().since(before), Peak: peak.Finish()}
	live := LiveHeap()
	s.Live = live - min(live, base)
	for _, p := range l.run.pipes {
		s.Objects += p.recorder.size()
	}
	return s, nil
}

// awaitSync returns when each pipeline was ready.
func (l *Lab) awaitSync(ctx context.Context, began time.Time) ([]time.Duration, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, syncDeadline, fmt.Errorf("not synced after %v", syncDeadline))
	defer cancel()
	each := make([]time.Duration, len(l.run.pipes))
	errs := make([]error, len(each))
	var waiting sync.WaitGroup
	for i, p := range l.run.pipes {
		waiting.Go(func() {
			errs[i] = p.awaitSync(ctx)
			each[i] = time.Since(began)
		})
	}
	waiting.Wait()
	return each, errors.Join(errs...)
}

// Joined is what a handler that came late has seen.
type Joined struct {
	Took    time.Duration // from AddEventHandler until it had seen the whole state
	Objects int           // that it had seen then
}

// AddHandler gives the primary's informer one more handler while it runs, and waits until that has seen the whole state.
// Its replica is verified with the others. It may be called while a Play goes on, by several goroutines.
func (l *Lab) AddHandler(ctx context.Context) (Joined, error) {
	p := l.run.primary()
	if p.add == nil {
		return Joined{}, usagef("informer %s takes no handler once it runs", l.run.cell.Informer)
	}
	rec := l.nextHandler()
	began := time.Now()
	synced, err := p.add(rec)
	if err != nil {
		return Joined{}, err
	}
	p.addRecorder(rec)
	select {
	case <-synced:
		return Joined{time.Since(began), rec.size()}, nil
	case <-ctx.Done():
		return Joined{}, context.Cause(ctx)
	}
}
