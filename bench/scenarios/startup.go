package scenarios

import (
	"context"
	_ "embed"
	"slices"
	"time"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed startup-20.md
var startup20Page string

// startupObjects is of the first kind; all kinds together are about three times as many, and all informers about eight times.
const startupObjects = 20_000

// startup20 starts the informers of a whole controller at once.
func startup20() Scenario {
	return Scenario{
		Name: "startup-20", Question: "When a process starts with 20 informers, when is it ready, and what does it take until then?",
		Page: startup20Page, Defaults: startupParams(),
		Results: []Result{
			{Measure: "Sync", Units: []string{
				"ns/op", "objects/s", "first-ns", "median-ns", "requests", "wire-B", "cpu-ns", "server-cpu-ns",
				"peak-B", "peak-live-B", "rss-peak-B", "live-B", "live-B/object",
			}},
			stallResult(""),
		},
		Lab: func(c Cell, o *reflectorbench.LabOptions) {
			o.Cell.Mix, o.Events = workload.Churn, 1
			o.Informers = startupKinds(c.Informers)
			o.Cell.Also = startupKinds(min(c.Informers, len(workload.Resources())))[1:]
		},
		Act: func(ctx context.Context, t *Trial) error { return t.measureStartup(ctx) },
	}
}

func startupParams() Params {
	p := Free()
	p.Source, p.Objects, p.Readers = reflectorbench.HTTP, startupObjects, 1
	return p
}

// startupKinds goes round all kinds that there are.
func startupKinds(n int) (kinds []workload.Resource) {
	all := workload.Resources()
	for i := range n {
		kinds = append(kinds, all[i%len(all)])
	}
	return kinds
}

// measureStartup runs all informers. Readers ask the first one, before it has anything too, for a key that is not there.
func (t *Trial) measureStartup(ctx context.Context) error {
	before, err := t.serverCPU(ctx)
	if err != nil {
		return err
	}
	stalls := t.Lab.WatchStalls(t.Cell.Readers, nil)
	synced, err := t.Lab.Sync(ctx)
	stalled, stallErr := stalls.Finish()
	if err == nil {
		err = stallErr
	}
	if err != nil {
		return err
	}
	after, err := t.serverCPU(ctx)
	if err != nil {
		return err
	}
	first, median := firstAndMedian(synced.Each)
	extra := []Param{P("informers", t.Cell.Informers)}
	t.Report("Sync", extra, values(
		"ns/op", float64(synced.Took), "objects/s", float64(synced.Objects)/synced.Took.Seconds(), "first-ns", first, "median-ns", median,
		"requests", float64(synced.Costs.Wire.Requests), "wire-B", float64(synced.Costs.Wire.Received+synced.Costs.Wire.Sent),
		"cpu-ns", float64(synced.Costs.CPU), "server-cpu-ns", float64(after-before),
		"peak-B", float64(synced.Peak.Heap), "peak-live-B", float64(synced.Peak.Live), "rss-peak-B", float64(synced.Peak.RSS),
		"live-B", float64(synced.Live), "live-B/object", float64(synced.Live)/float64(max(synced.Objects, 1)),
	)...)
	t.reportStalls(extra, stalled)
	return nil
}

// firstAndMedian are of the informers of one start, in nanoseconds.
func firstAndMedian(each []time.Duration) (first, median float64) {
	sorted := slices.Sorted(slices.Values(each))
	return float64(sorted[0]), float64(sorted[(len(sorted)-1)/2])
}
