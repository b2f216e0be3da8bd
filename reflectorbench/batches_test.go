package reflectorbench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// A long stretch is played in batches, each after the one before has arrived; the results are of all.
func TestBatchesOfATraceAreOneMeasurement(t *testing.T) {
	p, err := workload.Generate(t.Context(), workload.Config{Seed: 1, Objects: 300, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "made.trace")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := trace.WriteRecording(t.Context(), f, p, workload.Churn, 1, 900, 5000); err != nil {
		t.Fatal(err)
	}
	c := DefaultCell()
	c.Trace, c.Speed, c.Store = path, "2", "rwmutex"
	c.Workers, c.Measures = 1, []Measure{MeasureThroughput, MeasureLatency, MeasureRead, MeasureReconcile}
	r := newRun(c, nil)
	defer r.close()
	if err := r.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.feed.(*localFeed).tape.(*recordedTape).size = 30
	if n := len(r.feed.plays(MeasureLatency)); n < 7 {
		t.Fatalf("%d batches", n)
	}
	if err := r.phases(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, res := range r.results {
		if (res.measure == "Throughput" || res.measure == "Delivery") && res.iters != 225 {
			t.Errorf("%s is of %d events, want 225", res.measure, res.iters)
		}
		if res.measure == "Read" && res.iters == 0 || strings.HasPrefix(res.measure, "Reconcile") && res.iters < 225 {
			t.Errorf("%s is of %d", res.measure, res.iters)
		}
	}
}
