package informerbench_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"informerbench/bench/informerbench"
)

func newRun(t *testing.T, informers ...string) *informerbench.Run {
	shares, err := informerbench.Shares(informers, 2)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &informerbench.Run{
		Parts: informerbench.Parts(), Subjects: shares, Rounds: 4, SlowRounds: 2, Pods: 50, Readers: []int{0, 10},
		SyncPods: 100, Handlers: 3, Pace: 0.001, Exe: exe, Start: func(p informerbench.Process) []string { return []string{p.Name} },
		Out: filepath.Join(t.TempDir(), "bench.txt"), Stderr: &strings.Builder{},
	}
}

func TestSlowMeasurementsHaveFewerRounds(t *testing.T) {
	count := map[string]int{}
	for _, j := range newRun(t, "ours-mvcc").Jobs() {
		_, what, _ := strings.Cut(j, ", ")
		count[what]++
	}
	for what, want := range map[string]int{
		"0 readers, reads=none, clientgo": 4, "0 readers, reads=none, clientgo-again": 4,
		"10 readers, reads=list, clientgo": 2, "10 readers, reads=list, clientgo-again": 1,
		"10 readers, reads=snapshot, ours-mvcc": 2, "10 readers, reads=snapshot, clientgo": 0,
		"sync by stream, ours-mvcc": 2, "sync by plain, clientgo": 2, "idle handlers, ours-mvcc": 4,
	} {
		if count[what] != want {
			t.Errorf("%s: %d rounds, want %d", what, count[what], want)
		}
	}
}

func TestARunLeavesOneResultForEachMeasurement(t *testing.T) {
	t.Setenv(standIn, "well")
	r := newRun(t, "ours-mvcc")
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(r.Out)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Count(string(text), "\nBenchmark"), len(r.Jobs()); got != want {
		t.Errorf("%d results, want %d:\n%s", got, want, text)
	}
	for _, part := range []string{
		"Unit reads/s better=higher\n", "BenchmarkReaders/informer=ours-mvcc/pods=50/readers=10/reads=snapshot",
		"BenchmarkSync/informer=clientgo-again/pods=100/list=plain", "BenchmarkIdle/informer=clientgo/handlers=3",
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

func TestAProcessWithoutItsResultEndsTheRun(t *testing.T) {
	t.Setenv(standIn, "silent")
	r := newRun(t, "ours-mvcc")
	r.Parts = []informerbench.Part{informerbench.IdlePart}
	if err := r.Do(t.Context()); err == nil || !strings.Contains(err.Error(), "not the one result") {
		t.Errorf("error %v", err)
	}
}

func TestWhatCannotBeMeasuredIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*informerbench.Run){
		"part": func(r *informerbench.Run) { r.Parts = []informerbench.Part{"x"} }, "no part": func(r *informerbench.Run) { r.Parts = nil },
		"rounds": func(r *informerbench.Run) { r.Rounds = 0 }, "pace": func(r *informerbench.Run) { r.Pace = 0 },
		"readers": func(r *informerbench.Run) { r.Readers = []int{-1} }, "pods": func(r *informerbench.Run) { r.Pods = 0 },
	} {
		r := newRun(t, "all")
		spoil(r)
		if r.Validate() == nil {
			t.Errorf("%s is not refused", name)
		}
	}
	for _, list := range []string{"none", "ours-mvcc:0", "ours-mvcc:x"} {
		if _, err := informerbench.Shares([]string{list}, 4); err == nil {
			t.Errorf("informer %q is not refused", list)
		}
	}
}
