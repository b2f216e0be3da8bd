package reflectorbench

import (
	"context"
	"runtime/pprof"
	"time"
)

// Values of the label stage, by which a CPU profile of a profiled run can be cut. A goroutine keeps
// the label of the part that it was started for; what one goroutine does for several parts,
// package report/flame tells apart by the frames, those of handlers among them.
const (
	stageReflector  = "reflector" // whoever lists and watches
	stageQueue      = "queue"     // takes from the queue and applies to the store
	stageReader     = "reader"
	stageWriter     = "writer"
	stageReconciler = "reconciler"
)

// stageLabels labels goroutines in profiled runs; nil, as in timed runs, it does nothing.
type stageLabels struct{ store string }

// enter gives the calling goroutine, and those that it will start, the stage's label for good. It is for
// goroutines that do nothing else before they end.
func (s *stageLabels) enter(stage string) {
	if s != nil {
		pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), s.labels(stage)))
	}
}

// entering is enter for one stage, to be called by a goroutine when it begins.
func (s *stageLabels) entering(stage string) func() { return func() { s.enter(stage) } }

func (s *stageLabels) labels(stage string) pprof.LabelSet {
	return pprof.Labels("stage", stage, "store", s.store)
}

// labelledFeed is a feed whose player is the stage writer.
type labelledFeed struct {
	feed
	stages *stageLabels
}

func (f labelledFeed) play(ctx context.Context, events batch, p pace, s *schedule) (began time.Time, err error) {
	pprof.Do(ctx, f.stages.labels(stageWriter), func(ctx context.Context) {
		began, err = f.feed.play(ctx, events, p, s)
	})
	return began, err
}
