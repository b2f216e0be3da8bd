package scenarios

import (
	"context"
	_ "embed"
	"runtime/debug"
	"time"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed mass-relist.md
var massRelistPage string

const (
	// relistGOGC makes collections frequent while the peak is looked for: it is known only when one has ended.
	relistGOGC = 25
	// snapshotTime is how long after the informer's request its list is surely taken from the source's state.
	snapshotTime = 10 * time.Millisecond
)

// massRelist lets all watches expire while writes go on.
func massRelist() Scenario {
	return Scenario{
		Name: "mass-relist", Question: "When all watches expire, how soon is the state current again, and what does that cost meanwhile?",
		Page: massRelistPage, Defaults: relistParams(),
		Results: []Result{
			{Measure: "Relist", Units: []string{"relist-ns", "repeated-events", "outage-ns", "changed-events"}},
			{Measure: "Staleness", Units: append(percentiles("visible"), "poll-ns")},
			{Measure: "Delivery", Units: append(percentiles("deliver"), "coalesced-events")},
			stallResult(""),
			{Measure: "RelistMemory", Units: []string{"peak-live-B", "steady-live-B", "peak/steady", "peak-B", "rss-peak-B"}},
		},
		Lab: func(c Cell, o *reflectorbench.LabOptions) {
			o.Cell.Mix, o.Events = workload.Churn, 2*(c.share(c.Changed)+c.events())
		},
		Act: func(ctx context.Context, t *Trial) error { return t.measureRelists(ctx) },
	}
}

func relistParams() Params {
	p := Free()
	p.Source, p.Readers = reflectorbench.HTTP, 2
	return p
}

// share is so many per cent of the objects, but at least one.
func (c Cell) share(percent int) int { return max(c.Objects*percent/100, 1) }

// measureRelists lets the watches expire twice: once to time what follows, once to weigh it.
func (t *Trial) measureRelists(ctx context.Context) error {
	synced, err := t.Lab.Sync(ctx)
	if err != nil {
		return err
	}
	if err := t.timeRelist(ctx); err != nil {
		return err
	}
	return t.weighRelist(ctx, synced.Live)
}

// relist is one of them: what changes while the informer is told of nothing, and what follows from its request on.
type relist struct {
	lab     *reflectorbench.Lab
	changed []workload.Event
	play    reflectorbench.Play
	outage  reflectorbench.Outage
}

func (t *Trial) newRelist(ctx context.Context) (*relist, error) {
	r := &relist{lab: t.Lab, changed: t.Lab.Prepare(t.Cell.share(t.Cell.Changed))}
	r.play = reflectorbench.Play{Events: t.Lab.Prepare(t.Cell.events()), Rate: t.Cell.Rate, Before: r.cut}
	return r, t.Lab.Arrange(ctx, len(r.changed), len(r.play.Events))
}

// cut is done when everything for the play is prepared, so that it begins with the informer's request.
func (r *relist) cut(ctx context.Context) (err error) {
	r.outage, err = r.lab.Outage(ctx, r.changed)
	return err
}

// timeRelist measures how late readers and handlers see things, with a probe and readers beside it.
func (t *Trial) timeRelist(ctx context.Context) error {
	r, err := t.newRelist(ctx)
	if err != nil {
		return err
	}
	repeated := t.Lab.Repeated()
	r.play.Probe = true
	played, stalled, err := t.playWatched(ctx, r.play, t.Lab.Untouched(stallKeys, r.changed, r.play.Events))
	if err != nil {
		return err
	}
	current, ok := played.VisibleAfter(snapshotTime)
	if !ok { // the play is shorter
		current, _ = played.VisibleAfter(0)
	}
	extra := []Param{P("changed", t.Cell.Changed)}
	t.Report("Relist", extra, values(
		"relist-ns", float64(max(current.Sub(r.outage.Asked), 0)), "repeated-events", float64(t.Lab.Repeated()-repeated),
		"outage-ns", float64(r.outage.Asked.Sub(r.outage.Cut)), "changed-events", float64(len(r.changed)),
	)...)
	t.ReportLatencies("Staleness", extra, "visible", played.Visible, values("poll-ns", played.Resolution)...)
	t.ReportLatencies("Delivery", extra, "deliver", played.Delivered, values("coalesced-events", float64(played.Coalesced))...)
	t.reportStalls(extra, stalled)
	return nil
}

// weighRelist looks for the peak of the live heap, with nobody beside the informer. What the pipeline holds in the steady state is what
// it held after its first sync.
func (t *Trial) weighRelist(ctx context.Context, steady uint64) error {
	r, err := t.newRelist(ctx)
	if err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(relistGOGC))
	played, err := t.Lab.Play(ctx, r.play)
	if err != nil {
		return err
	}
	peak := steady + played.Peak.Live
	t.Report("RelistMemory", []Param{P("changed", t.Cell.Changed), P("gogc", relistGOGC)}, values(
		"peak-live-B", float64(peak), "steady-live-B", float64(steady), "peak/steady", float64(peak)/float64(max(steady, 1)),
		"peak-B", float64(played.Peak.Heap), "rss-peak-B", float64(played.Peak.RSS),
	)...)
	return nil
}
