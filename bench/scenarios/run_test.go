package scenarios_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"informerbench/bench/scenarios"
)

func newRun(t *testing.T, names ...string) *scenarios.Run {
	t.Helper()
	chosen, err := scenarios.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &scenarios.Run{
		Scenarios: chosen, Stores: []string{"mvcc"}, Queues: []string{"inorder"}, Objects: []int{300}, Params: scenarios.Free(), Rounds: 3,
		Commit: "abc", Exe: exe, Start: func(c scenarios.Cell) []string { return c.ResultNames() },
		Out: filepath.Join(t.TempDir(), "bench.txt"), Stderr: &strings.Builder{},
	}
}

func TestARunVisitsEveryCellInEachRoundAndTheBaseTwice(t *testing.T) {
	jobs := newRun(t, "steady-churn", "polling").Jobs()
	if len(jobs) != 3*3+3*4 {
		t.Fatalf("%d jobs: %q", len(jobs), jobs)
	}
	for round, from := range map[string]int{"round 1": 0, "round 2": 3, "round 3": 6} {
		got := slices.Sorted(slices.Values(jobs[from : from+3]))
		want := []string{
			round + ", steady-churn with 300 objects, clientgo/realfifo/clientgo",
			round + ", steady-churn with 300 objects, clientgo/realfifo/clientgo/again",
			round + ", steady-churn with 300 objects, ours/inorder/mvcc",
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", round, got, want)
		}
	}
	if !slices.Contains(jobs, "round 2, polling with 300 objects, polling/none/none") {
		t.Errorf("nothing polls: %q", jobs)
	}
}

func TestARunLeavesTheResultsOfEachProcess(t *testing.T) {
	t.Setenv(standIn, "results")
	r := newRun(t, "steady-churn")
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(r.Out)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"commit: abc\n", "Unit p99-visible-ns better=lower\n", "Unit events/s better=higher\n", "list: stream\n", "seed: 1\n",
		"BenchmarkStaleness/scenario=steady-churn/informer=ours/store=mvcc/queue=inorder/profile=small/objects=300/indexes=3/readers=4/handlers=1/rate=2000",
		"BenchmarkRead/scenario=steady-churn/informer=clientgo/store=clientgo/queue=realfifo/profile=small/objects=300/indexes=3/readers=4/handlers=1/rate=2000/op=get/repeat=again",
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

func TestAProcessWithoutItsResultsEndsTheRun(t *testing.T) {
	t.Setenv(standIn, "silence")
	if err := newRun(t, "steady-churn").Do(t.Context()); err == nil || !strings.Contains(err.Error(), "wrote 0 results") {
		t.Errorf("error %v", err)
	}
}

func TestWhatCannotBeMeasuredIsRefused(t *testing.T) {
	for want, spoil := range map[string]func(*scenarios.Run){
		"0 rounds":             func(r *scenarios.Run) { r.Rounds = 0 },
		"store":                func(r *scenarios.Run) { r.Stores = []string{"none"} },
		"queue":                func(r *scenarios.Run) { r.Queues = []string{"x"} },
		"objects is 0":         func(r *scenarios.Run) { r.Objects = []int{0} },
		"readers is -2":        func(r *scenarios.Run) { r.Params.Readers = -2 },
		"handlers is 0":        func(r *scenarios.Run) { r.Params.Handlers = 0 },
		"between 3 and":        func(r *scenarios.Run) { r.Params.Indexes = 2 },
		"rate is 0":            func(r *scenarios.Run) { r.Params.Rate = 0 },
		"source":               func(r *scenarios.Run) { r.Params.Source = "cluster" },
		"profile":              func(r *scenarios.Run) { r.Params.Profile = "huge" },
		"length is -1":         func(r *scenarios.Run) { r.Params.Length = -1 },
		"its source is http":   func(r *scenarios.Run) { r.Scenarios, r.Params.Source = selected("polling"), "memory" },
		"at least one of each": func(r *scenarios.Run) { r.Scenarios = nil },
	} {
		r := newRun(t, "steady-churn")
		spoil(r)
		if err := r.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func selected(name string) []scenarios.Scenario {
	s, err := scenarios.Lookup(name)
	if err != nil {
		panic(err)
	}
	return []scenarios.Scenario{s}
}

func TestACellGoesThroughTheCommandLine(t *testing.T) {
	for _, c := range newRun(t, "all").Cells() {
		got := scenarios.DefaultCell()
		f := pflag.NewFlagSet("cell", pflag.ContinueOnError)
		got.AddFlags(f)
		if err := f.Parse(c.Args()); err != nil {
			t.Fatal(err)
		}
		if got != c {
			t.Errorf("%+v has become %+v", c, got)
		}
	}
}

func TestNamesSelectScenariosInTheirOrder(t *testing.T) {
	chosen, err := scenarios.Select([]string{"rollout-storm", "steady-churn"})
	if err != nil || len(chosen) != 2 || chosen[0].Name != "steady-churn" {
		t.Errorf("chosen are %v (%v)", chosen, err)
	}
	main, err := scenarios.Select([]string{"main"})
	if err != nil || len(main) == 0 || len(main) == len(scenarios.All()) {
		t.Errorf("main are %d of %d (%v)", len(main), len(scenarios.All()), err)
	}
	for _, names := range [][]string{{"storm"}, nil} {
		if _, err := scenarios.Select(names); err == nil || !strings.Contains(err.Error(), "rollout-storm") {
			t.Errorf("%q: error %v", names, err)
		}
	}
}
