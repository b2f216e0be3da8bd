package scenarios

import (
	"context"
	_ "embed"
	"sync/atomic"
	"time"

	"informerbench/informer"
	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed slow-handler.md
var slowHandlerPage string

const (
	// slowRate is more than a handler that takes slowCost can keep up with.
	slowRate     = 4000
	slowCost     = time.Millisecond
	slowLength   = time.Second
	slowHandlers = 4
	// slowPause lies between two turns of a reader.
	slowPause = 2 * time.Millisecond
	// coalescingFrom is how many notifications wait for a handler before updates are merged.
	coalescingFrom = 1000
)

// slowHandler lets one of several handlers fall behind.
func slowHandler() Scenario {
	slow := &atomic.Bool{} // the last handler is, at present
	return Scenario{
		Name: "slow-handler", Question: "One handler cannot keep up with a burst: what do the others feel, and what does that which waits weigh?",
		Page: slowHandlerPage, Defaults: slowParams(),
		Variants: []Variant{{Informer: "ours-coalescing", Options: []informer.Option{informer.WithCoalescing(coalescingFrom)}}},
		Results: []Result{
			{Measure: "Delivery", Op: "calm", Units: percentiles("deliver")},
			{Measure: "Delivery", Op: "others", Units: percentiles("deliver"), If: func(c Cell) bool { return c.Handlers > 1 }},
			{Measure: "Delivery", Op: "slow", Units: append(percentiles("deliver"), "coalesced-events")},
			{Measure: "Backlog", Units: []string{"waiting-events", "waiting-B", "waiting-B/event", "kept-B", "drain-ns"}},
			readResult("get"),
		},
		Lab: func(c Cell, o *reflectorbench.LabOptions) {
			o.Cell.Mix, o.Events = workload.Churn, 2*c.events()
			o.Work = func(handler int) func(any) {
				if handler != c.Handlers-1 {
					return nil
				}
				return func(any) {
					if slow.Load() {
						time.Sleep(c.Cost)
					}
				}
			}
		},
		Act: func(ctx context.Context, t *Trial) error { return t.measureSlow(ctx, slow) },
	}
}

func slowParams() Params {
	p := rate(slowRate)
	p.Source, p.Handlers, p.Cost, p.Length = reflectorbench.HTTP, slowHandlers, slowCost, slowLength
	return p
}

// measureSlow plays the same twice: while all handlers are quick, and while the last one is slow.
func (t *Trial) measureSlow(ctx context.Context, slow *atomic.Bool) error {
	if _, err := t.Lab.Sync(ctx); err != nil {
		return err
	}
	calm, own, err := t.playWeighed(ctx, t.slowPlay())
	if err != nil {
		return err
	}
	t.ReportLatencies("Delivery", []Param{P("op", "calm")}, "deliver", calm.Delivered)
	slow.Store(true)
	defer slow.Store(false)
	return t.measureBacklog(ctx, own)
}

func (t *Trial) slowPlay() reflectorbench.Play {
	return reflectorbench.Play{
		Events: t.Lab.Prepare(t.Cell.events()), Rate: t.Cell.Rate,
		Readers: reflectorbench.Readers{Goroutines: t.Cell.Readers, Pause: slowPause, Ops: []reflectorbench.ReadOp{{Name: "get", Skew: reflectorbench.Zipf}}},
	}
}

// backlog is what waits for the slow handler when the others have been told of everything.
type backlog struct {
	base, live, events uint64
	own                float64
}

// measureBacklog weighs the live heap before the burst, when only the slow handler is behind, and when nobody is. Of the last, own is
// what a burst leaves behind when all are quick.
func (t *Trial) measureBacklog(ctx context.Context, own float64) error {
	b := backlog{own: own}
	p := t.slowPlay()
	p.Before = func(context.Context) error {
		b.base = reflectorbench.LiveHeap()
		return nil
	}
	p.During = func(ctx context.Context) error {
		over, last := time.Now().Add(t.Cell.Length), t.Cell.Handlers-1
		if err := t.awaitTold(ctx, over, len(p.Events), 0, last); err != nil {
			return err
		}
		before := t.Lab.Waiting(last)
		b.live = reflectorbench.LiveHeap()
		b.events = uint64(before+t.Lab.Waiting(last)) / 2 // it goes on meanwhile
		return nil
	}
	played, err := t.Lab.Play(ctx, p)
	if err != nil {
		return err
	}
	last := len(played.Each) - 1
	if last > 0 {
		t.ReportLatencies("Delivery", []Param{P("op", "others")}, "deliver", reflectorbench.Merged(played.Each[:last]))
	}
	t.ReportLatencies("Delivery", []Param{P("op", "slow")}, "deliver", played.Each[last], values("coalesced-events", float64(played.Coalesced))...)
	b.report(t, played)
	t.ReportReads(played.Reads)
	return nil
}

// report needs what is live now that all is delivered.
func (b backlog) report(t *Trial, played *reflectorbench.Played) {
	waiting, kept := growth(b.base, b.live), max(growth(b.base, reflectorbench.LiveHeap())-b.own, 0)
	t.Report("Backlog", []Param{P("cost", t.Cell.Cost.Nanoseconds())}, values(
		"waiting-events", float64(b.events), "waiting-B", waiting, "waiting-B/event", waiting/float64(max(b.events, 1)),
		"kept-B", kept, "drain-ns", float64(played.Behind),
	)...)
}
