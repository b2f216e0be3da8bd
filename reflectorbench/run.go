package reflectorbench

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/workload"
)

// settleTime bounds how long a pipeline may take to reach the source's state after the last
// event: far beyond any honest delay, a deadline against waiting for ever.
const settleTime = 30 * time.Second

// Run measures the cell in this process and writes its results to out, in one write and
// only after the store has been found equal to the source. progress, if not nil, is
// told the name of each phase as it begins.
//
// A *UsageError means that the cell cannot be measured as it is. When ctx ends, Run
// stops the pipeline and returns ctx's error.
func Run(ctx context.Context, c Cell, out io.Writer, progress func(phase string)) error {
	r := newRun(c, progress)
	results, err := r.measure(ctx)
	if err != nil {
		return err
	}
	return writeResults(out, r.cell, results)
}

// run is the state of one measurement.
type run struct {
	cell     Cell
	progress func(phase string)
	settle   time.Duration
	assemble func(Cell, workload.Kind, *requestTap, *recorder) (*pipeline, error)
	hooks    hooks
	// informed, if set, are the resources of the informers to make, instead of one for each of the cell's; wrap
	// stands between source and pipeline.
	informed []workload.Resource
	wrap     func(cache.ListerWatcher) cache.ListerWatcher
	stages   *stageLabels // nil in timed runs

	feed     feed
	arrivals arrivals
	enqueuer enqueuer
	pipes    []*pipeline // the primary resource's first
	tap      *requestTap // of the primary
	objects  int         // that the pipelines hold after their sync, over all resources
	heap     heapReadings
	sizes    map[workload.Resource]int // of the source
	results  []result
	drained  costs              // when the last drain had nothing more to wait for
	keys     []string           // that readers choose from
	picks    [][]string         // of each reader
	stop     context.CancelFunc // of the pipelines; nil until they run
	running  sync.WaitGroup     // of their goroutines
}

// hooks let profiles begin after the set-up and end before the pipeline stops.
type hooks struct{ begin, end func() error }

func newRun(c Cell, progress func(string)) *run {
	if progress == nil {
		progress = func(string) {}
	}
	return &run{
		cell: c.WithDefaults(), progress: progress, settle: settleTime,
		assemble: func(c Cell, k workload.Kind, lw *requestTap, rec *recorder) (*pipeline, error) {
			return assemble(c, k, lw, rec)
		},
		hooks: hooks{begin: func() error { return nil }, end: func() error { return nil }},
	}
}

// check refuses what cannot be measured here before anything is generated.
func (r *run) check() error {
	if err := r.cell.Validate(); err != nil {
		return err
	}
	if err := r.cell.checkGate(); err != nil {
		return err
	}
	if r.cell.Source == Cluster {
		return nil // its size is not known before the list
	}
	return Fits(r.cell)
}

// measure runs all phases and returns their results if verification has passed.
func (r *run) measure(ctx context.Context) (_ []result, err error) {
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	if err := r.hooks.begin(); err != nil {
		return nil, err
	}
	if err := r.phases(ctx); err != nil {
		return nil, err
	}
	return r.results, r.hooks.end()
}

// open makes everything that is not measured: source, recorders, pipelines that do not run yet.
func (r *run) open(ctx context.Context) error {
	if err := r.check(); err != nil {
		return err
	}
	if r.cell.replays() {
		r.progress("read the trace")
	} else {
		r.progress("generate")
	}
	feed, err := openFeed(ctx, r.cell)
	if err != nil {
		return err
	}
	r.feed = feed // only now: a failed constructor's nil would be a feed that is not nil
	if r.stages != nil {
		r.feed = labelledFeed{feed, r.stages}
	}
	if note := feed.note(); note != "" {
		r.progress("the trace: " + note)
	}
	if err := r.prepareHeap(ctx); err != nil {
		return err
	}
	return r.assemblePipelines()
}

// start runs the pipelines until close. They have a context of their own, as they outlive
// the phase that starts them.
func (r *run) start() {
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	for _, p := range r.pipes {
		r.running.Go(func() {
			r.stages.enter(stageQueue)
			p.run(ctx)
		})
	}
}

// close stops what open and start have begun, however far they came.
func (r *run) close() error {
	if r.stop != nil {
		r.stop()
	}
	r.running.Wait()
	if r.feed != nil {
		return r.feed.close()
	}
	return nil
}

func (r *run) report(measure string, iters int, extra []param, values ...value) {
	r.results = append(r.results, result{measure: measure, extra: extra, iters: iters, values: values})
}

// primary is the pipeline that reads are measured on.
func (r *run) primary() *pipeline { return r.pipes[0] }

func (r *run) assemblePipelines() error {
	for i, kind := range r.kinds() {
		lw, err := r.feed.listerWatcher(kind.Resource)
		if err != nil {
			return err
		}
		if r.wrap != nil {
			lw = r.wrap(lw)
		}
		tap := newRequestTap(lw)
		tap.enter = r.stages.entering(stageReflector)
		p, err := r.assemble(r.cell, kind, tap, r.recorderOf(i))
		if err != nil {
			return err
		}
		r.pipes = append(r.pipes, p)
		if i == 0 {
			r.tap = tap
		}
	}
	return nil
}

// recorderOf is that of the i-th informer; nil when the informers are not one for each kind.
func (r *run) recorderOf(i int) *recorder {
	if r.informed != nil {
		return nil
	}
	return r.heap.recorders[i]
}

// kinds are those of the informers.
func (r *run) kinds() []workload.Kind {
	if r.informed == nil {
		return r.feed.kinds()
	}
	var kinds []workload.Kind
	for _, resource := range r.informed {
		k, _ := workload.KindOf(resource)
		kinds = append(kinds, k)
	}
	return kinds
}
