package syncbench_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"informerbench/bench/syncbench"
)

func newRun(t *testing.T) *syncbench.Run {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &syncbench.Run{
		Parts: syncbench.Parts(), Informers: []string{"all"}, Rounds: 4, Pods: 100, SmallPods: 200, FewPods: 50, Procs: 2, MemoryGOGC: 25,
		Exe: exe, Server: func(syncbench.Corpus) []string { return []string{"server"} },
		Start: func(p syncbench.Process) []string {
			args := []string{"client", p.Name(false)}
			if p.Relist {
				args = append(args, p.Name(true))
			}
			return args
		},
		Out: filepath.Join(t.TempDir(), "bench.txt"), Stderr: &strings.Builder{},
	}
}

func TestWhatIsSlowOrClaimsNothingHasFewerRounds(t *testing.T) {
	count := map[string]int{}
	for _, j := range newRun(t).Jobs() {
		part, rest, _ := strings.Cut(j, ", round ")
		_, what, _ := strings.Cut(rest, ", ")
		count[part+": "+what]++
	}
	for what, want := range map[string]int{
		"stream: time of 100 real pods, typed-protobuf, list=stream, procs=2, clientgo":         4,
		"stream: time of 100 real pods, typed-protobuf, list=stream, procs=2, ours-wire-direct": 4,
		"memory: memory of 100 real pods, typed-protobuf, list=plain, procs=2, clientgo":        1,
		"memory: memory of 100 real pods, typed-protobuf, list=plain, procs=2, ours-wire":       4,
		"memory: memory of 100 real pods, typed-protobuf, list=plain, procs=2, ours-mvcc":       0,
		"procs: time of 100 real pods, typed-protobuf, list=stream, procs=1, ours-wire":         2,
		"small: memory of 200 small pods, typed-protobuf, list=stream, procs=2, ours-wire":      4,
		"forms: time of 50 real pods, unstructured-json, list=stream, procs=2, ours-mvcc":       4,
		"stream: time of 100 real pods, typed-protobuf, list=stream, procs=2, clientgo-again":   4,
	} {
		if count[what] != want {
			t.Errorf("%s: %d rounds, want %d; there are %v", what, count[what], want, count)
		}
	}
}

func TestPartsThatWouldTakeTooLongAreLeftOut(t *testing.T) {
	r := newRun(t)
	r.Within = 25 * time.Minute
	for each, want := range map[time.Duration][]syncbench.Part{
		time.Second:      syncbench.Parts(),
		25 * time.Second: {"stream", "memory", "plain", "procs", "paged", "forms"},
		time.Hour:        {"stream"},
	} {
		if got := r.PartsWithin(each); !slices.Equal(got, want) {
			t.Errorf("at %v for each: %v, want %v", each, got, want)
		}
	}
}

func TestARunLeavesTheResultsOfEachProcess(t *testing.T) {
	t.Setenv(standIn, "well")
	r := newRun(t)
	r.Rounds = 1
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(r.Out)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"Unit peak/steady better=lower\n",
		"BenchmarkSync/informer=clientgo-again/pods=100/profile=real/form=typed-protobuf/list=stream/procs=2/gogc=100-2 1 ",
		"BenchmarkRelistMemory/informer=ours-wire/pods=200/profile=small/form=typed-protobuf/list=stream/procs=2/gogc=25-2 1 ",
		"BenchmarkSync/informer=clientgo/pods=100/profile=real/form=typed-protobuf/list=stream/procs=1/gogc=100 1 ",
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

func TestAProcessWithoutItsResultsEndsTheRun(t *testing.T) {
	t.Setenv(standIn, "silent")
	if err := newRun(t).Do(t.Context()); err == nil || !strings.Contains(err.Error(), "not the results") {
		t.Errorf("error %v", err)
	}
}

func TestWhatCannotBeMeasuredIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*syncbench.Run){
		"part": func(r *syncbench.Run) { r.Parts = []syncbench.Part{"x"} }, "no part": func(r *syncbench.Run) { r.Parts = nil },
		"rounds": func(r *syncbench.Run) { r.Rounds = 0 }, "informer": func(r *syncbench.Run) { r.Informers = []string{"none"} },
		"pods": func(r *syncbench.Run) { r.Pods = 2 }, "GOGC": func(r *syncbench.Run) { r.MemoryGOGC = 0 },
	} {
		r := newRun(t)
		spoil(r)
		if r.Validate() == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}
