package scenarios

import (
	"context"
	_ "embed"
	"time"

	"informerbench/reflectorbench"
	"informerbench/workload"
)

//go:embed polling.md
var pollingPage string

const (
	// pollPeriod is short for a poller: with a longer one it costs less, and its knowledge is older.
	pollPeriod = 5 * time.Second
	// pollLength holds several periods.
	pollLength = 20 * time.Second
	// pollRate is what a cluster of 100,000 pods does on a quiet day.
	pollRate = 100
	// askPause lies between two turns of a reader: with 4 readers 80 reads a second in all.
	askPause = 50 * time.Millisecond
)

// polling is to list again and again, and to compare.
func polling() Scenario {
	return Scenario{
		Name: "polling", Question: "What does an informer save against listing everything again and again?",
		Page: pollingPage, Defaults: overHTTP(), MinIndexes: 1,
		Instead: &Instead{Name: "polling", New: newPoller},
		Results: append(trafficResults(), readResult("get"), readResult("byindex-namespace")),
		Lab:     traffic,
		Act:     func(ctx context.Context, t *Trial) error { return t.measureTraffic(ctx) },
	}
}

func overHTTP() Params {
	p := rate(pollRate)
	p.Source, p.Length, p.Period = reflectorbench.HTTP, pollLength, pollPeriod
	return p
}

// traffic opens everyday events for both phases.
func traffic(c Cell, o *reflectorbench.LabOptions) {
	o.Cell.Mix, o.Events = workload.Churn, 2*c.events()
}
