package reflectorbench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/workload"
)

// Lab is one pipeline that a scenario drives step by step: opened, synced, played to, verified and closed. Source,
// handlers, probe and verification are those of [Run]. It is for one goroutine, except where a method says otherwise.
type Lab struct {
	options  LabOptions
	run      *run
	arrivals []*arrivals // of each handler, over all informers; the first is the run's
	late     lateHandlers
}

// LabOptions says what is driven.
type LabOptions struct {
	// Cell is the pipeline, its population and its source. Measures, Events, Phase and Reconciling are the lab's.
	Cell Cell
	// Handlers of each informer, at least 1. Each keeps a replica of what it was told, which is verified.
	Handlers int
	// Indexes of the primary resource, see [workload.IndexersOf]. The other resources have those of [workload.Indexers].
	Indexes int
	// Events bounds how many are played in all: the source keeps that many, so that no watch is lost to its log.
	Events int
	// Informers, if set, are the resources of the informers to start, in order; a resource may be there more than once.
	// The default is one for each of the mix's resources. Those that are not the mix's must be in Cell.Also.
	Informers []workload.Resource
	// Indexers, if set, are the indexes of each resource, instead of all that Indexes says.
	Indexers func(workload.Resource) cache.Indexers
	// Options are further ones of our informer.
	Options []informer.Option
	// Work, if set, is what handler i does in each call beside recording it: delivery has happened when it has returned.
	Work func(handler int) func(obj any)
	// Pipeline, if set, makes what stands in an informer's place.
	Pipeline func(LabParts) (LabPipeline, error)
	// Wrap, if set, makes what stands between the source and each pipeline; tests use it to lose something.
	Wrap func(cache.ListerWatcher) cache.ListerWatcher
	// Settle bounds how long nothing may move before what has not arrived is taken for lost (0: 30 s).
	Settle time.Duration
	// Progress, if set, is told what is being done.
	Progress func(step string)
}

// OpenLab makes the source and the pipelines; nothing runs yet. A *UsageError means that the cell cannot be measured as
// it is. The caller closes the lab.
func OpenLab(ctx context.Context, o LabOptions) (*Lab, error) {
	if o.Handlers < 1 {
		return nil, usagef("handlers is %d: there must be at least 1", o.Handlers)
	}
	c := o.Cell
	if c.replays() {
		return nil, usagef("a lab generates its events: use Run to replay a trace")
	}
	c.Measures, c.Events, c.Handlers, c.Readers, c.Reconciling = []Measure{MeasureSync}, max(o.Events, 1), o.Handlers, max(c.Readers, 1), Reconciling{}
	l := &Lab{options: o, run: newRun(c, o.Progress)}
	l.run.assemble, l.run.informed, l.run.wrap = l.assemble, o.Informers, o.Wrap
	if o.Settle > 0 {
		l.run.settle = o.Settle
	}
	l.arrivals = []*arrivals{&l.run.arrivals}
	for len(l.arrivals) < o.Handlers {
		l.arrivals = append(l.arrivals, &arrivals{})
	}
	if err := l.run.open(ctx); err != nil {
		return nil, errors.Join(err, l.run.close())
	}
	return l, nil
}

// Close verifies, unless failed is not nil, and stops everything. Verification compares every store, its indexes and each
// handler's replica with the source, object by object; a difference is an error.
func (l *Lab) Close(ctx context.Context, failed error) error {
	if failed == nil {
		l.run.progress("verify")
		if err := l.run.verify(ctx); err != nil {
			failed = fmt.Errorf("verification: %w", err)
		}
	}
	return errors.Join(failed, l.run.close())
}

// Store is the primary resource's; nil where a pipeline has none.
func (l *Lab) Store() Reads { return l.run.primary().store }

// Prepare generates the next n events. Prepared events must be played in order, all of them.
func (l *Lab) Prepare(n int) []workload.Event {
	b, _ := l.run.feed.prepare(n) // the generator always has a next event
	return b.events
}

// PrepareWave generates the events up to the end of the stream's wave, see [workload.Stream.EndsWave], at most limit. It
// needs a source that is not a real cluster.
func (l *Lab) PrepareWave(limit int) ([]workload.Event, error) {
	feed, ok := l.run.feed.(interface{ events() tape })
	if !ok {
		return nil, errReadOnly
	}
	generated, ok := feed.events().(*generatedTape)
	if !ok {
		return nil, usagef("a trace has no waves")
	}
	var events []workload.Event
	for stream := generated.stream; len(events) < limit; {
		events = append(events, stream.Next())
		if stream.EndsWave() {
			return events, nil
		}
	}
	return nil, fmt.Errorf("the wave has more than %d events", limit)
}

func (f *localFeed) events() tape  { return f.tape }
func (f *remoteFeed) events() tape { return f.tape }
