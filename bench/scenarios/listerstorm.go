package scenarios

import (
	"context"
	_ "embed"

	"informerbench/reflectorbench"
	"informerbench/stores/catalog"
	"informerbench/workload"
)

//go:embed lister-storm.md
var listerStormPage string

const (
	stormReaders = 80
	// stormNamespaces is so few that the largest holds two objects in three.
	stormNamespaces = 2
)

// listerStorm lets many readers list the largest namespace without a pause.
func listerStorm() Scenario {
	return Scenario{
		Name: "lister-storm", Question: "While many readers list one large namespace, how old is what they see, and how much do they get?", Main: true,
		Page: listerStormPage, Defaults: listerParams(), MinIndexes: 1, MinReaders: 1,
		Results: append(append(listerResults("lister", nil), listerResults("byindex", nil)...), listerResults("snapshot", hasSnapshots)...),
		Lab: func(c Cell, o *reflectorbench.LabOptions) {
			o.Cell.Mix, o.Events = workload.Churn, 3*c.events()
			o.Cell.Namespaces = stormNamespaces
		},
		Act: func(ctx context.Context, t *Trial) error { return t.measureListers(ctx) },
	}
}

func listerParams() Params {
	p := Free()
	p.Readers = stormReaders
	return p
}

func listerResults(op string, only func(Cell) bool) []Result {
	return []Result{
		{Measure: "Staleness", Op: op, Units: append(percentiles("visible"), "poll-ns"), If: only},
		{Measure: "Delivery", Op: op, Units: append(percentiles("deliver"), "coalesced-events"), If: only},
		{Measure: "Read", Op: op, Units: append(percentiles("list"), "reads/s", "rows/read", "rows/s"), If: only},
		{Measure: "Load", Op: op, Units: []string{"behind-ns", "cpu-ns/event", "gc-cpu-ns/event"}, If: only},
	}
}

// hasSnapshots: client-go's store has none.
func hasSnapshots(c Cell) bool {
	v, err := catalog.Lookup(c.Store)
	return err == nil && v.Snapshots != "" && c.Informer != string(reflectorbench.ClientGo)
}

// measureListers plays the same for each way to list, one after the other. Readers list for the cell's length, and end with the last
// intended sending: what has not come by then comes in the quiet after the storm.
func (t *Trial) measureListers(ctx context.Context) error {
	if _, err := t.Lab.Sync(ctx); err != nil {
		return err
	}
	namespace, err := largestNamespace(t.Lab.Store())
	if err != nil {
		return err
	}
	for _, way := range []struct {
		op   string
		read func(reflectorbench.Reads) (func(string) int, error)
	}{{"lister", throughLister}, {"byindex", throughIndex}, {"snapshot", throughSnapshot}} {
		if way.op == "snapshot" && !hasSnapshots(t.Cell) {
			continue
		}
		played, err := t.Lab.Play(ctx, reflectorbench.Play{
			Events: t.Lab.Prepare(t.Cell.events()), Rate: t.Cell.Rate, Probe: true,
			Readers: reflectorbench.Readers{Goroutines: t.Cell.Readers, For: t.Cell.Length, Ops: []reflectorbench.ReadOp{
				{Name: way.op, Values: []string{namespace}, Read: way.read},
			}},
		})
		if err != nil {
			return err
		}
		t.reportLister(way.op, played)
	}
	return nil
}

func (t *Trial) reportLister(op string, played *reflectorbench.Played) {
	extra, n, r := []Param{P("op", op)}, float64(played.Events), played.Reads[0]
	t.ReportLatencies("Staleness", extra, "visible", played.Visible, values("poll-ns", played.Resolution)...)
	t.ReportLatencies("Delivery", extra, "deliver", played.Delivered, values("coalesced-events", float64(played.Coalesced))...)
	seconds := r.Elapsed.Seconds()
	t.ReportLatencies("Read", extra, "list", r.Latencies, values(
		"reads/s", float64(r.Reads())/seconds, "rows/read", float64(r.Rows)/max(float64(r.Reads()), 1), "rows/s", float64(r.Rows)/seconds,
	)...)
	t.Report("Load", extra, values(
		"behind-ns", float64(played.Behind), "cpu-ns/event", float64(played.Costs.CPU)/n, "gc-cpu-ns/event", float64(played.Costs.GC)/n,
	)...)
}
