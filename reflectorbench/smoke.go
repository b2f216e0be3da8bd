package reflectorbench

import (
	"context"
	"io"
	"sync"
	"time"

	"informerbench/reflector"
	"informerbench/workload"
)

const (
	// A smoke cell only proves that it runs; its numbers mean nothing.
	smokeObjects = 500
	smokeEvents  = 500
	smokePhase   = 20 * time.Millisecond
	smokeCost    = 10 * time.Microsecond
	// smokeParallel cells run at a time: each spends most of its second in the pause
	// before its relist.
	smokeParallel = 8
)

// SmokeCells returns tiny cells in which every pipeline, with each queue, meets every mix,
// both list modes and both sources, and every mix meets those too: all pairs, not
// all combinations.
func SmokeCells() []Cell {
	pipelines := Pipelines(nil)
	for _, c := range pipelines {
		if c.Informer == Ours {
			pipelines = append(pipelines, c.with(Ours, c.Store, DeltaFIFO), c.with(Ours, c.Store, Direct))
		}
	}
	var cells []Cell
	for i, c := range pipelines {
		for j, mix := range workload.Mixes() {
			c.Objects, c.Events, c.Phase, c.Mix = smokeObjects, smokeEvents, smokePhase, mix
			c.List = []reflector.ListMode{reflector.ListStream, reflector.ListPaged}[(i+j)%2]
			c.Source = []Source{Memory, HTTP}[(i/2+j/2)%2]
			c.Workers, c.Cost, c.FailureRate = 2*(j%2), smokeCost, 0.1
			cells = append(cells, c)
		}
	}
	return cells
}

// Smoke runs the smoke cells of one list mode in this process, several at a time, with
// verification, and writes their results to out as proof, not as measurements. progress is
// told the name of each finished cell. The first failure ends it.
func Smoke(ctx context.Context, list reflector.ListMode, out io.Writer, progress func(cell string)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		running sync.WaitGroup
		slots   = make(chan struct{}, smokeParallel)
		mu      sync.Mutex // makes out and progress see one cell at a time
	)
	for _, c := range SmokeCells() {
		if c.List != list {
			continue
		}
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			if err := Run(ctx, c, &lockedWriter{&mu, out}, nil); err != nil {
				cancel(err) // the first cause stays
				return
			}
			mu.Lock()
			defer mu.Unlock()
			progress(c.Name())
		})
	}
	running.Wait()
	return context.Cause(ctx)
}

type lockedWriter struct {
	mu  *sync.Mutex
	out io.Writer
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}
