package compactbench_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"informerbench/bench/compactbench"
)

func newRun(t *testing.T) *compactbench.Run {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := &compactbench.Run{
		Parts: compactbench.Parts(), Kept: []string{"all"}, Rounds: 2, Pods: 100, Events: 200, Procs: 2, MemoryGOGC: 25,
		Exe: exe, Server: func(compactbench.Corpus) []string { return []string{"server"} },
		Out: filepath.Join(t.TempDir(), "bench.txt"), Stderr: &strings.Builder{},
	}
	r.Start = func(p compactbench.Process) []string { return append([]string{"client"}, p.Names(r.Events)...) }
	return r
}

// Each round has each form once in each part, in an order of its own.
func TestFormsAreInterleaved(t *testing.T) {
	jobs := newRun(t).Jobs()
	half := len(jobs) / 2
	if want := 2 * len(compactbench.Names()); half != want {
		t.Fatalf("a round has %d jobs, want %d", half, want)
	}
	var rounds [2][]string
	for i, j := range jobs {
		_, what, _ := strings.Cut(j, ", ")
		rounds[i/half] = append(rounds[i/half], what)
	}
	if slices.Equal(rounds[0], rounds[1]) {
		t.Error("both rounds have the same order")
	}
	slices.Sort(rounds[0])
	slices.Sort(rounds[1])
	if !slices.Equal(rounds[0], rounds[1]) || len(slices.Compact(rounds[0])) != half {
		t.Errorf("the rounds have %q and %q", rounds[0], rounds[1])
	}
}

func TestSomeFormsMayBeChosen(t *testing.T) {
	r := newRun(t)
	r.Rounds, r.Kept, r.Parts = 1, []string{"strip-encoded"}, []compactbench.Part{compactbench.Memory}
	jobs := r.Jobs()
	slices.Sort(jobs)
	var names []string
	for _, j := range jobs {
		names = append(names, j[strings.LastIndex(j, ", ")+2:])
	}
	if want := []string{"clientgo", "clientgo-again", "wire", "wire+strip+encoded"}; !slices.Equal(names, want) {
		t.Errorf("measured are %q, want %q", names, want)
	}
}

func TestRoundsThatWouldTakeTooLongAreLeftOut(t *testing.T) {
	r := newRun(t)
	r.Rounds, r.Within = 4, time.Hour
	each := time.Hour / time.Duration(2*len(compactbench.Names())) // a round takes an hour
	for took, want := range map[time.Duration]int{each: 1, each / 2: 2, each / 3: 3, each / 100: 4, 10 * each: 1} {
		if got := r.RoundsWithin(took); got != want {
			t.Errorf("at %v a process %d rounds, want %d", took, got, want)
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
		"Unit heap-B/object better=lower\n",
		"BenchmarkCompactMemory/informer=clientgo-again/kept=plain/pods=100/profile=real/procs=2/gogc=25-2 1 ",
		"BenchmarkCompactSync/informer=wire+encoded/kept=encoded/pods=100/profile=real/procs=2/gogc=100-2 1 ",
		"BenchmarkCompactChurn/informer=packed/kept=packed/pods=100/profile=real/procs=2/gogc=100/events=200-2 1 ",
		"BenchmarkCompactGet/informer=packed/kept=packed/pods=100/profile=real/procs=2/gogc=100/reads=cold-2 1 ",
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// What the machine has no memory for is left out and said to be; the rest is measured.
func TestFormsThatDoNotFitAreLeftOut(t *testing.T) {
	t.Setenv(standIn, "well")
	r := newRun(t)
	var said strings.Builder
	r.Rounds, r.Stderr = 2, &said
	r.With(100 * 22_000)
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(r.Out)
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	if strings.Contains(s, "informer=clientgo/") || !strings.Contains(s, "CompactSync/informer=packed/") {
		t.Errorf("measured was\n%s", s)
	}
	if n := strings.Count(said.String(), "left out: memory of 100 pods, clientgo needs about"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, &said)
	}
}

func TestAProcessWithoutItsResultsEndsTheRun(t *testing.T) {
	t.Setenv(standIn, "silent")
	if err := newRun(t).Do(t.Context()); err == nil || !strings.Contains(err.Error(), "not the results") {
		t.Errorf("error %v", err)
	}
}

func TestWhatCannotBeMeasuredIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*compactbench.Run){
		"part": func(r *compactbench.Run) { r.Parts = []compactbench.Part{"x"} }, "no part": func(r *compactbench.Run) { r.Parts = nil },
		"form": func(r *compactbench.Run) { r.Kept = []string{"none"} }, "no form": func(r *compactbench.Run) { r.Kept = nil },
		"rounds": func(r *compactbench.Run) { r.Rounds = 0 }, "pods": func(r *compactbench.Run) { r.Pods = 2 },
		"events": func(r *compactbench.Run) { r.Events = -1 }, "GOGC": func(r *compactbench.Run) { r.MemoryGOGC = 0 },
	} {
		r := newRun(t)
		spoil(r)
		if r.Validate() == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}
