package compactbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"informerbench/bench/rounds"
	"informerbench/reflectorbench"
)

// Run measures forms side by side.
type Run struct {
	Parts []Part
	// Kept are the forms, or "all"; objects as they were decoded are always measured along.
	Kept []string
	// Rounds is how often everything is measured.
	Rounds int
	// Pods of real size, and Events that follow.
	Pods, Events int
	// Procs is GOMAXPROCS, and MemoryGOGC the collector's percentage where memory is measured.
	Procs, MemoryGOGC int
	// Within, if above 0, is how long all may take: rounds that would take longer are left out.
	Within time.Duration
	Commit string
	// Exe is this program; Server makes the arguments for a process that calls [Serve], and Start
	// those for one that calls [Process.Run] and writes to standard output.
	Exe    string
	Server func(Corpus) []string
	Start  func(Process) []string
	// Out is the result file, see [rounds.Run].
	Out    string
	Stderr io.Writer

	url    string // of the server
	budget *rounds.Budget[job]
	told   map[string]bool // which kinds of jobs were said to be too large
	memory func() int64    // tests' in place of the machine's
}

// Do takes all measurements.
func (r *Run) Do(ctx context.Context) error {
	if err := r.Validate(); err != nil {
		return err
	}
	corpus := r.corpus()
	if corpus.Events > 0 { // which need the whole population at once
		if err := reflectorbench.FitsPopulation(corpus.population()); err != nil {
			return fmt.Errorf("%w; the part memory alone needs no more than the encoded pods", err)
		}
	}
	fmt.Fprintf(r.Stderr, "encoding %d pods and %d events\n", corpus.Pods, corpus.Events)
	url, stop, err := reflectorbench.StartServer(ctx, r.Exe, r.Server(corpus)...)
	if err != nil {
		return errors.Join(ctx.Err(), fmt.Errorf("server: %w", err))
	}
	defer stop()
	r.url = url
	r.budget = r.newBudget(time.Now)
	r.told = map[string]bool{}
	return rounds.Run[job]{
		Jobs: r.jobs(), Do: r.do, Leave: r.leave, Noun: "processes", Head: rounds.Header(r.Commit, units), Out: r.Out, Stderr: r.Stderr,
	}.Run(ctx)
}

// Validate reports what cannot be measured, before anything is.
func (r *Run) Validate() error {
	for _, p := range r.Parts {
		if !slices.Contains(Parts(), p) {
			return fmt.Errorf("unknown part %q: want some of %v", p, Parts())
		}
	}
	for _, name := range r.Kept {
		if err := validKept(name); err != nil {
			return err
		}
	}
	for _, n := range []struct {
		name string
		have int
	}{{"rounds", r.Rounds}, {"parts", len(r.Parts)}, {"forms", len(r.Kept)}, {"processors", r.Procs}, {"percent of garbage", r.MemoryGOGC}} {
		if n.have < 1 {
			return fmt.Errorf("%d %s: there must be at least 1", n.have, n.name)
		}
	}
	return r.corpus().Validate()
}

// corpus has no events if nothing is measured of them.
func (r *Run) corpus() Corpus {
	c := Corpus{r.Pods, r.Events}
	if len(r.Parts) > 0 && !slices.Contains(r.Parts, Time) {
		c.Events = 0
	}
	return c
}

// newBudget leaves out rounds, so that those that are measured are whole.
func (r *Run) newBudget(now func() time.Time) *rounds.Budget[job] {
	return &rounds.Budget[job]{
		Within: r.Within, Jobs: r.jobs(), Stderr: r.Stderr, Now: now,
		Group: func(j job) string { return fmt.Sprintf("round %d", j.round+1) },
		Like:  job.Kind,
	}
}

func (r *Run) leave(j job) bool { return r.budget.Leave(j) || r.tooLarge(j) }

func (r *Run) do(ctx context.Context, j job) ([]byte, error) {
	p := r.process(j)
	p.URL = r.url
	began := time.Now()
	text, err := rounds.Child(ctx, r.Exe, r.Start(p)...)
	if err != nil {
		return nil, err
	}
	r.budget.Took(j, time.Since(began))
	lines := strings.SplitAfter(strings.TrimSpace(string(text)), "\n")
	want := p.Names(r.corpus().Events)
	if !slices.EqualFunc(lines, want, func(line, name string) bool { return strings.HasPrefix(line, "Benchmark"+name+" ") }) {
		return nil, fmt.Errorf("the process's output is not the results %q: %q", want, text)
	}
	return text, nil
}
