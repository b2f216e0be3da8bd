package reflectorbench

import (
	"context"
	"fmt"
	"runtime/pprof"
)

// phases takes the measures in order. The sync always happens; it reports only when asked.
func (r *run) phases(ctx context.Context) error {
	steps := []struct {
		name Measure
		run  func(context.Context) error
	}{
		{MeasureSync, r.measureSync},
		{MeasureHeap, r.measureHeap},
		{MeasureThroughput, r.measureThroughput},
		{MeasureLatency, r.measureLatency},
		{MeasureRead, r.measureReads},
		{MeasureReconcile, r.measureReconcile},
		{MeasureRelist, r.measureRelist}, // last: its sentinel takes a version of the stream's
		{"verify", r.verify},
	}
	for _, s := range steps {
		if s.name != MeasureSync && s.name != "verify" && !r.cell.takes(s.name) {
			continue
		}
		r.progress(string(s.name))
		var err error
		// Labels reach the goroutines that a phase starts, so a CPU profile can be
		// cut by phase; they are set in every run, as they cost nothing per event.
		pprof.Do(ctx, pprof.Labels("phase", string(s.name), "store", r.cell.Store), func(ctx context.Context) { err = s.run(ctx) })
		if err == nil {
			err = ctx.Err() // a phase that ended early because ctx did has measured nothing
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", r.cell.Name(), s.name, err)
		}
	}
	return nil
}
