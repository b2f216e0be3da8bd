package reflectorbench_test

import (
	"testing"
	"time"

	"informerbench/reflectorbench"
)

// That each key was reconciled at its newest version, every run checks by itself.
func TestReconcileIsMeasuredOfEveryPipeline(t *testing.T) {
	for _, p := range reflectorbench.Pipelines([]string{"mvcc"}) {
		t.Run(string(p.Informer), func(t *testing.T) {
			c := tiny()
			c.Informer, c.Store, c.Queue = p.Informer, p.Store, p.Queue
			c.Measures = []reflectorbench.Measure{reflectorbench.MeasureReconcile}
			c.Reconciling = reflectorbench.Reconciling{Workers: 2, Cost: 10 * time.Microsecond, Work: reflectorbench.Spin, FailureRate: 0.2}
			results := run(t, c)
			if len(results) != 1 || string(results[0].Name.Base()) != "Reconcile" {
				t.Fatalf("results %v", results)
			}
			for _, unit := range []string{"p50-queued-sec", "p99-reconcile-sec", "reconciles/s", "mean-depth", "max-depth", "retries"} {
				if v, ok := results[0].Value(unit); !ok || v < 0 {
					t.Errorf("%s is %v, %t", unit, v, ok)
				}
			}
			if v, _ := results[0].Value("dedup-fraction"); v < 0 || v >= 1 {
				t.Errorf("dedup-fraction is %v", v)
			}
		})
	}
}

func TestWithoutWorkersNothingIsReconciled(t *testing.T) {
	c := tiny()
	c.Measures = nil
	c.Source = reflectorbench.Memory
	for _, res := range run(t, c) {
		if string(res.Name.Base()) == "Reconcile" {
			t.Errorf("there is a result %s", res.Name)
		}
	}
}
