package reflectorbench_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"informerbench/reflector"
	"informerbench/reflectorbench"
	"informerbench/workload"
)

// parse reads benchmark text and fails on lines that are none.
func parse(t *testing.T, text []byte) (results []*benchfmt.Result, units benchfmt.UnitMetadataMap) {
	t.Helper()
	r := benchfmt.NewReader(bytes.NewReader(text), "output")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			results = append(results, rec.Clone())
		case *benchfmt.SyntaxError:
			t.Error(rec)
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return results, r.Units()
}

func run(t *testing.T, c reflectorbench.Cell) []*benchfmt.Result {
	t.Helper()
	var out bytes.Buffer
	if err := reflectorbench.Run(t.Context(), c, &out, nil); err != nil {
		t.Fatal(err)
	}
	results, units := parse(t, out.Bytes())
	for _, res := range results {
		for _, v := range res.Values {
			if units.GetBetter(v.Unit) == 0 {
				t.Errorf("%s: unit %s does not say which direction is better", res.Name, v.Unit)
			}
		}
	}
	return results
}

// The measured list mode of client-go's informers is a gate of the process; the tests run in
// its default, which is streaming.
func TestEveryPipelineRunsAndVerifies(t *testing.T) {
	for _, p := range reflectorbench.Pipelines(nil) {
		t.Run(string(p.Informer)+"-"+p.Store, func(t *testing.T) {
			c := tiny()
			c.Informer, c.Store, c.Queue = p.Informer, p.Store, p.Queue
			names := map[string]int{}
			for _, res := range run(t, c) {
				names[string(res.Name.Base())]++
				if _, ok := res.Value("p99-deliver-sec"); !ok && string(res.Name.Base()) == "GetBesideLister" {
					t.Errorf("%s does not say when events were delivered", res.Name)
				}
			}
			for name, want := range map[string]int{
				"Sync": 1, "Heap": 1, "Throughput": 1, "Staleness": 1, "Delivery": 1, "Read": 3, "GetBesideLister": 1,
			} {
				if names[name] != want {
					t.Errorf("%d results named %s, want %d", names[name], name, want)
				}
			}
		})
	}
}

func TestEveryMixRuns(t *testing.T) {
	for _, mix := range workload.Mixes() {
		t.Run(string(mix), func(t *testing.T) {
			c := tiny()
			c.Store, c.Mix = "rwmutex", mix
			run(t, c)
		})
	}
}

func TestKeyedQueueAndPlainListRun(t *testing.T) {
	c := tiny()
	c.Queue, c.List, c.Handlers, c.Readers, c.Skew = reflectorbench.DeltaFIFO, reflector.ListPaged, 3, 2, reflectorbench.Uniform
	run(t, c)
}

func TestRelistIsMeasuredWithItsStall(t *testing.T) {
	c := tiny()
	c.Measures = []reflectorbench.Measure{reflectorbench.MeasureRelist}
	for _, res := range run(t, c) {
		for _, unit := range []string{"relist-ns", "max-stall-ns"} {
			if v, ok := res.Value(unitOf(unit)); !ok || v <= 0 {
				t.Errorf("%s: %s is %v, %t", res.Name, unit, v, ok)
			}
		}
	}
}

// unitOf is the unit as benchfmt's reader tidies it.
func unitOf(unit string) string { return strings.TrimSuffix(unit, "ns") + "sec" }

func TestCancelledRunWritesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	err := reflectorbench.Run(ctx, tiny(), &out, func(phase string) {
		if phase == "throughput" {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("error is %v, output %q", err, out.String())
	}
}
