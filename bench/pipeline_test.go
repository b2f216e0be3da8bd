package bench_test

import (
	"context"
	"testing"
	"time"

	"informerbench/reflectorbench"
)

// pipelineBatch is how many events one operation plays: enough that the queue fills and batches form.
const pipelineBatch = 1000

// How fast do events go from the source through a whole pipeline to the handler? One operation
// is a batch of events.
//
// A stream goes on where it was and is never played twice, and only b.Loop knows how many
// batches it takes, so they are generated within the loop. The clock of package testing and its
// allocation counters would count that: neither is reported, and events/s is the time of Play alone.
func BenchmarkPipeline(b *testing.B) {
	for _, objects := range populations(b) {
		for _, c := range reflectorbench.Pipelines(nil) {
			c.Objects = objects
			b.Run(c.Name(), func(b *testing.B) { playPipeline(b, c) })
		}
	}
}

func playPipeline(b *testing.B, c reflectorbench.Cell) {
	ctx := context.Background()
	session, err := reflectorbench.Open(ctx, c)
	if err != nil {
		b.Fatal(err)
	}
	var playing time.Duration
	for b.Loop() {
		events := session.Prepare(pipelineBatch)
		start := time.Now()
		if err := session.Play(ctx, events); err != nil {
			b.Fatal(err)
		}
		playing += time.Since(start)
	}
	b.ReportMetric(0, "ns/op") // package testing leaves it out then
	b.ReportMetric(float64(b.N*pipelineBatch)/playing.Seconds(), "events/s")
	// Close compares the store with the source, object by object.
	if err := session.Close(ctx); err != nil {
		b.Fatal(err)
	}
}
