package reflectorbench

import (
	"context"
	"fmt"
	"time"
)

// syncDeadline bounds the initial sync. A million objects take well under a minute.
const syncDeadline = 10 * time.Minute

// measureSync starts the pipelines and times them from Run until each says that its
// handler has seen the whole initial state. peak-B is growth: in memory, without the
// objects of the source. The base of the heap has just been read, so every cell starts at the
// same point of the collector's cycle.
func (r *run) measureSync(ctx context.Context) error {
	peak := SamplePeak()
	began := time.Now()
	r.start()
	if err := r.awaitSync(ctx); err != nil {
		return err
	}
	elapsed := time.Since(began)
	most := peak.Finish() // collects, as measureHeap expects
	if !r.cell.takes(MeasureSync) {
		return nil
	}
	values := []value{
		{float64(elapsed.Nanoseconds()), "ns/op"},
		{float64(r.objects) / elapsed.Seconds(), "objects/s"},
		{float64(most.Heap), "peak-B"},
	}
	if most.RSS > 0 {
		values = append(values, value{float64(most.RSS), "rss-peak-B"})
	}
	r.report("Sync", 1, []param{intParam("handlers", r.cell.Handlers)}, values...)
	return nil
}

func (r *run) awaitSync(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, syncDeadline, fmt.Errorf("not synced after %v", syncDeadline))
	defer cancel()
	for _, p := range r.pipes {
		if err := p.awaitSync(ctx); err != nil {
			return err
		}
	}
	return nil
}
