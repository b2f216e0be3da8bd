package scenarios

import (
	"context"
	_ "embed"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed index-heavy.md
var indexHeavyPage string

const (
	heavyIndexes = 16
	// heavyPause lies between two turns of a reader.
	heavyPause = 2 * time.Millisecond
	// Of the burst: three events for each ten objects, but as many as take long enough to be timed, and no more than fit.
	heavyShare, heavyLeast, heavyMost = 30, 20_000, 100_000
	// fewObjects is a population that is only a try: of so few no long burst is asked for.
	fewObjects = 1000
)

// indexHeavy keeps many indexes, among them some with several values for each object and some that every update moves it in.
func indexHeavy() Scenario {
	withIndexes := func(n int) func(Cell) bool { return func(c Cell) bool { return c.Indexes >= n } }
	labels, moving := readResult("byindex-"+workload.LabelsIndex), readResult("byindex-"+workload.MovingIndex(1))
	labels.If, moving.If = withIndexes(1), withIndexes(2)
	return Scenario{
		Name: "index-heavy", Question: "What does an index cost, in time for each event, in memory for each object, and who reads by it?",
		Page: indexHeavyPage, Defaults: heavyParams(),
		Results: append([]Result{
			{Measure: "Heap", Units: []string{"heap-B/object"}, If: inMemory},
			{Measure: "Heap", Units: []string{"total-B/object"}, If: func(c Cell) bool { return !inMemory(c) }},
			{Measure: "Throughput", Units: []string{
				"ns/op", "events/s", "cpu-ns/event", "gc-cpu-ns/event", "allocs/event", "B/event", "coalesced-events",
			}},
			readResult("get"), labels, moving,
		}, playResults()...),
		Lab: func(c Cell, o *reflectorbench.LabOptions) {
			o.Cell.Mix, o.Events = workload.Churn, c.burstEvents()+c.events()
			o.Indexers = func(r workload.Resource) cache.Indexers { return workload.HeavyIndexers(r, c.Indexes) }
		},
		Act: func(ctx context.Context, t *Trial) error { return t.measureIndexes(ctx) },
	}
}

func heavyParams() Params {
	p := Free()
	p.Indexes = heavyIndexes
	return p
}

func inMemory(c Cell) bool { return c.Source == reflectorbench.Memory }

// burstEvents is how many are played at full speed.
func (c Cell) burstEvents() int {
	n := min(c.share(heavyShare), heavyMost)
	if c.Objects >= fewObjects {
		n = max(n, heavyLeast)
	}
	return n
}

// measureIndexes weighs what the sync leaves, and plays at full speed with nobody beside it, and then on time with readers and a probe.
func (t *Trial) measureIndexes(ctx context.Context) error {
	synced, err := t.Lab.Sync(ctx)
	if err != nil {
		return err
	}
	unit := "heap-B/object"
	if !inMemory(t.Cell) {
		unit = "total-B/object"
	}
	t.Report("Heap", nil, values(unit, float64(synced.Live)/float64(max(synced.Objects, 1)))...)
	events := t.Lab.Prepare(t.Cell.burstEvents())
	if err := t.Lab.Arrange(ctx, len(events)); err != nil {
		return err
	}
	burst, err := t.Lab.Burst(ctx, events, reflectorbench.Readers{})
	if err != nil {
		return err
	}
	t.reportBurst(burst)
	played, err := t.Lab.Play(ctx, reflectorbench.Play{
		Events: t.Lab.Prepare(t.Cell.events()), Rate: t.Cell.Rate, Probe: true, Readers: t.indexReaders(),
	})
	if err != nil {
		return err
	}
	t.ReportPlay(played)
	return nil
}

func (t *Trial) indexReaders() reflectorbench.Readers {
	ops := []reflectorbench.ReadOp{
		{Name: "get"},
		{Name: "byindex", Index: workload.LabelsIndex},
		{Name: "byindex", Index: workload.MovingIndex(1)},
	}
	return reflectorbench.Readers{Goroutines: t.Cell.Readers, Pause: heavyPause, Ops: ops[:1+min(t.Cell.Indexes, 2)]}
}

// reportBurst reports a Throughput. With a source in this process its work and its allocations are in it.
func (t *Trial) reportBurst(b *reflectorbench.Burst) {
	n := float64(b.Events)
	t.Report("Throughput", []Param{P("events", b.Events)}, values(
		"ns/op", float64(b.Took)/n, "events/s", n/b.Took.Seconds(), "cpu-ns/event", float64(b.Costs.CPU)/n, "gc-cpu-ns/event", float64(b.Costs.GC)/n,
		"allocs/event", float64(b.Costs.Allocs)/n, "B/event", float64(b.Costs.Bytes)/n, "coalesced-events", float64(b.Coalesced),
	)...)
}
