package reflectorbench_test

import (
	"bytes"
	"context"
	"errors"
	"os"
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

func TestSourceOverHTTPInThisProcess(t *testing.T) {
	c := tiny()
	c.Source = reflectorbench.HTTP
	for _, res := range run(t, c) {
		if string(res.Name.Base()) != "Heap" {
			continue
		}
		for _, unit := range []string{"heap-B/object", "object-B/object"} {
			if v, _ := res.Value(unit); v <= 0 {
				t.Errorf("%s is %v", unit, v)
			}
		}
	}
}

func TestSourceInAProcessOfItsOwn(t *testing.T) {
	t.Setenv(childEnv, "1")
	c := tiny()
	c.Measures = nil // all, also what the server does at the client's order
	c.Source = reflectorbench.HTTP
	c.ServerExe = os.Args[0]
	run(t, c)
}

func TestServerOfAnotherPopulationIsRefused(t *testing.T) {
	url := serve(t, tiny())
	c := tiny()
	c.Source, c.SourceURL, c.Seed = reflectorbench.HTTP, url, 2
	err := reflectorbench.Run(t.Context(), c, &bytes.Buffer{}, nil)
	var usage *reflectorbench.UsageError
	if !errors.As(err, &usage) {
		t.Errorf("error is %v, want one that names both populations", err)
	}
}

func TestUnreachableServerIsAnError(t *testing.T) {
	c := tiny()
	c.Source, c.SourceURL = reflectorbench.HTTP, "http://127.0.0.1:1"
	var out bytes.Buffer
	if err := reflectorbench.Run(t.Context(), c, &out, nil); err == nil || out.Len() > 0 {
		t.Errorf("error is %v, output %q", err, out.String())
	}
}

// serve runs a source server until the test ends.
func serve(t *testing.T, c reflectorbench.Cell) (url string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- reflectorbench.ServeSource(ctx, c, nil, lineWriter(ready)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case url = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	return strings.TrimSpace(url)
}

type lineWriter chan string

func (w lineWriter) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

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

func TestClusterWithoutConfigurationIsAnError(t *testing.T) {
	c := tiny()
	c.Source, c.Kubeconfig, c.Measures = reflectorbench.Cluster, "no-such-file", nil
	if err := reflectorbench.Run(t.Context(), c, &bytes.Buffer{}, nil); err == nil || !strings.Contains(err.Error(), "no-such-file") {
		t.Errorf("error is %v, want one that names the file", err)
	}
}

// A kubeconfig that points at our own server stands for a real cluster: list and watch only.
func TestClusterIsReadOnly(t *testing.T) {
	served := tiny()
	url := serve(t, served)
	kubeconfig := t.TempDir() + "/config"
	text := "apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: '" + url + "'}}]\n" +
		"contexts: [{name: x, context: {cluster: c}}]\ncurrent-context: x\n"
	if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := tiny()
	c.Source, c.Kubeconfig, c.Measures = reflectorbench.Cluster, kubeconfig, nil
	for _, res := range run(t, c) {
		if !strings.Contains(string(res.Name), "/objects=200/") || !strings.Contains(string(res.Name), "/source=cluster") {
			t.Errorf("name %s does not say what was found", res.Name)
		}
	}
	c.Measures = []reflectorbench.Measure{reflectorbench.MeasureThroughput}
	var usage *reflectorbench.UsageError
	if err := c.Validate(); !errors.As(err, &usage) {
		t.Errorf("throughput of a cluster: error is %v", err)
	}
}
