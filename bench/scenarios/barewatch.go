package scenarios

import (
	"context"
	_ "embed"
)

//go:embed bare-watch.md
var bareWatchPage string

// bareWatch is a program that lists, watches and keeps nothing: it asks the API server for each object.
func bareWatch() Scenario {
	return Scenario{
		Name: "bare-watch", Question: "What does an informer save against a watch without a cache, whose readers ask the API server?",
		Page: bareWatchPage, Defaults: overHTTP(), MinIndexes: 1,
		Instead: &Instead{Name: "bare-watch", Remote: true, New: newWatcher},
		Results: append(trafficResults(), readResult("get"), readResult("byindex-namespace")),
		Lab:     traffic,
		Act:     func(ctx context.Context, t *Trial) error { return t.measureTraffic(ctx) },
	}
}
