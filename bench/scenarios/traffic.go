package scenarios

import (
	"context"
	"errors"
	"time"

	"informerbench/reflectorbench"
)

// trafficResults are those of measureTraffic.
func trafficResults() []Result {
	return []Result{
		{Measure: "Sync", Units: []string{"ns/op", "requests", "wire-B", "cpu-ns", "server-cpu-ns", "peak-B", "live-B"}},
		{Measure: "Traffic", Units: []string{"requests", "wire-B", "sent-B", "cpu-ns", "server-cpu-ns", "allocs", "peak-B", "rss-peak-B"}},
		{Measure: "Staleness", Units: append(percentiles("visible"), "poll-ns"), Stored: true},
		{Measure: "Delivery", Units: append(percentiles("deliver"), "coalesced-events")},
	}
}

// measureTraffic starts the pipeline and then plays the cell's length of events twice: first with readers only, for what it costs,
// and then also with a probe, for how old the knowledge is. What a probe takes would else be in the costs.
func (t *Trial) measureTraffic(ctx context.Context) error {
	if err := t.measureStart(ctx); err != nil {
		return err
	}
	seconds := []Param{P("seconds", t.Cell.Length.Seconds())}
	server, err := t.serverCPU(ctx)
	if err != nil {
		return err
	}
	cost, err := t.Lab.Play(ctx, t.ask(false))
	if err != nil {
		return err
	}
	serverUsed, err := t.serverCPU(ctx)
	if err != nil {
		return err
	}
	sent := cost.Sending
	t.Report("Traffic", seconds, values(
		"requests", float64(sent.Wire.Requests), "wire-B", float64(sent.Wire.Received+sent.Wire.Sent), "sent-B", float64(sent.Wire.Sent),
		"cpu-ns", float64(sent.CPU), "server-cpu-ns", float64(serverUsed-server), "allocs", float64(sent.Allocs),
		"peak-B", float64(cost.Peak.Heap), "rss-peak-B", float64(cost.Peak.RSS),
	)...)
	t.ReportReads(cost.Reads)
	age, err := t.Lab.Play(ctx, t.ask(!t.remote()))
	if err != nil {
		return err
	}
	if !t.remote() {
		t.ReportLatencies("Staleness", nil, "visible", age.Visible, values("poll-ns", age.Resolution)...)
	}
	t.ReportLatencies("Delivery", nil, "deliver", age.Delivered, values("coalesced-events", float64(age.Coalesced))...)
	return nil
}

// measureStart reports what the first state has cost.
func (t *Trial) measureStart(ctx context.Context) error {
	before, err := t.serverCPU(ctx)
	if err != nil {
		return err
	}
	start, err := t.Lab.Sync(ctx)
	if err != nil {
		return err
	}
	after, err := t.serverCPU(ctx)
	if err != nil {
		return err
	}
	t.Report("Sync", nil, values(
		"ns/op", float64(start.Took), "requests", float64(start.Costs.Wire.Requests), "wire-B", float64(start.Costs.Wire.Received+start.Costs.Wire.Sent),
		"cpu-ns", float64(start.Costs.CPU), "server-cpu-ns", float64(after-before), "peak-B", float64(start.Peak.Heap), "live-B", float64(start.Live),
	)...)
	return nil
}

// ask is the everyday traffic with the cell's readers.
func (t *Trial) ask(probe bool) reflectorbench.Play {
	return reflectorbench.Play{
		Events: t.Lab.Prepare(t.Cell.events()), Rate: t.Cell.Rate, Probe: probe,
		Readers: reflectorbench.Readers{Goroutines: t.Cell.Readers, Pause: askPause, Ops: []reflectorbench.ReadOp{
			{Name: "get"},
			{Name: "byindex", Index: namespaceIndex, Every: 10},
		}},
	}
}

// remote tells whether what is measured keeps no objects.
func (t *Trial) remote() bool { return t.Cell.instead() && t.scenario.Instead.Remote }

func (t *Trial) serverCPU(ctx context.Context) (time.Duration, error) {
	used, own, err := t.Lab.ServerCPU(ctx)
	if err == nil && !own {
		err = errors.New("the server must be a process of its own: start the measurement with benchgen scenario run")
	}
	return used, err
}
