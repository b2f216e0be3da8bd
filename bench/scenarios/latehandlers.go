package scenarios

import (
	"context"
	_ "embed"
	"time"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed late-handlers.md
var lateHandlersPage string

// quietFirst is the share of the play before the first handler comes.
const quietFirst = 10

// lateHandlers adds handlers to an informer that is full and busy.
func lateHandlers() Scenario {
	return Scenario{
		Name: "late-handlers", Question: "When handlers are added to a full informer, when have they seen everything, and what do the others wait for?",
		Page: lateHandlersPage, Defaults: lateParams(),
		Results: []Result{
			{Measure: "Join", Units: append(percentiles("join"), "peak-B", "peak-live-B", "kept-B/handler")},
			{Measure: "Delivery", Op: "calm", Units: percentiles("deliver")},
			{Measure: "Delivery", Op: "joining", Units: append(percentiles("deliver"), "coalesced-events")},
			{Measure: "Staleness", Op: "joining", Units: append(percentiles("visible"), "poll-ns")},
			stallResult("joining"),
		},
		Lab: func(c Cell, o *reflectorbench.LabOptions) { o.Cell.Mix, o.Events = workload.Churn, 2*c.events() },
		Act: func(ctx context.Context, t *Trial) error { return t.measureJoins(ctx) },
	}
}

func lateParams() Params {
	p := Free()
	p.Readers = 2
	return p
}

// measureJoins plays the same twice: while nobody comes, and while handlers come one after the other.
func (t *Trial) measureJoins(ctx context.Context) error {
	if _, err := t.Lab.Sync(ctx); err != nil {
		return err
	}
	calm, own, err := t.playWeighed(ctx, reflectorbench.Play{Events: t.Lab.Prepare(t.Cell.events()), Rate: t.Cell.Rate})
	if err != nil {
		return err
	}
	t.ReportLatencies("Delivery", []Param{P("op", "calm")}, "deliver", calm.Delivered)
	t.Lab.MakeHandlers(t.Cell.Late)
	j := &joins{trial: t, own: own, took: reflectorbench.NewLatencies()}
	events := t.Lab.Prepare(t.Cell.events())
	played, stalled, err := t.playWatched(ctx, reflectorbench.Play{
		Events: events, Rate: t.Cell.Rate, Probe: true,
		Before: func(context.Context) error { j.base = reflectorbench.LiveHeap(); return nil },
		During: j.come,
	}, t.Lab.Untouched(stallKeys, events))
	if err != nil {
		return err
	}
	j.report(played)
	joining := []Param{P("late", t.Cell.Late), P("op", "joining")}
	t.ReportLatencies("Delivery", joining, "deliver", played.Delivered, values("coalesced-events", float64(played.Coalesced))...)
	t.ReportLatencies("Staleness", joining, "visible", played.Visible, values("poll-ns", played.Resolution)...)
	t.reportStalls(joining, stalled)
	return nil
}

// joins are the handlers that come late.
type joins struct {
	trial *Trial
	took  reflectorbench.Latencies
	base  uint64  // live before the first came
	own   float64 // what a play leaves behind when nobody comes
}

// come adds the handlers, each when the one before has seen everything.
func (j *joins) come(ctx context.Context) error {
	select {
	case <-time.After(j.trial.Cell.Length / quietFirst):
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	for range j.trial.Cell.Late {
		joined, err := j.trial.Lab.AddHandler(ctx)
		if err != nil {
			return err
		}
		j.took.Record(joined.Took)
	}
	return nil
}

// report weighs what is kept of the handlers when all is quiet again.
func (j *joins) report(played *reflectorbench.Played) {
	kept := max(growth(j.base, reflectorbench.LiveHeap())-j.own, 0) / float64(j.trial.Cell.Late)
	j.trial.ReportLatencies("Join", []Param{P("late", j.trial.Cell.Late)}, "join", j.took,
		values("peak-B", float64(played.Peak.Heap), "peak-live-B", float64(played.Peak.Live), "kept-B/handler", kept)...)
}
