package syncbench

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

// Run measures informers side by side.
type Run struct {
	Parts     []Part
	Informers []string // names, or "all"
	// Rounds is how often everything is measured.
	Rounds int
	// Pods of real size, SmallPods that are small, and FewPods for forms that have no target.
	Pods, SmallPods, FewPods int
	// Procs is GOMAXPROCS where not its effect is measured, and MemoryGOGC the collector's percentage
	// where memory is.
	Procs, MemoryGOGC int
	// Within, if above 0, is how long all may take: parts that would take longer are left out.
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

	server running
	budget *rounds.Budget[job]
}

// running is the server that runs, if any: there is one at a time, for memory.
type running struct {
	corpus Corpus
	url    string
	stop   func()
}

// Do takes all measurements.
func (r *Run) Do(ctx context.Context) error {
	if err := r.Validate(); err != nil {
		return err
	}
	defer r.leaveServer()
	r.budget = r.newBudget(time.Now)
	return rounds.Run[job]{
		Jobs: r.jobs(), Do: r.do, Leave: r.budget.Leave, Noun: "processes", Head: rounds.Header(r.Commit, units), Out: r.Out, Stderr: r.Stderr,
	}.Run(ctx)
}

// Validate reports what cannot be measured, before anything is.
func (r *Run) Validate() error {
	for _, p := range r.Parts {
		if !slices.Contains(Parts(), p) {
			return fmt.Errorf("unknown part %q: want some of %v", p, Parts())
		}
	}
	for _, name := range r.Informers {
		if _, err := subjectOf(name); err != nil && name != "all" {
			return err
		}
	}
	for _, n := range []struct {
		name      string
		have, low int
	}{
		{"rounds", r.Rounds, 1}, {"pods", r.Pods, 3}, {"small pods", r.SmallPods, 3}, {"pods of other forms", r.FewPods, 3},
		{"parts", len(r.Parts), 1}, {"informers", len(r.Informers), 1}, {"processors", r.Procs, 1}, {"percent of garbage", r.MemoryGOGC, 1},
	} {
		if n.have < n.low {
			return fmt.Errorf("%d %s: there must be at least %d", n.have, n.name, n.low)
		}
	}
	return nil
}

// jobs takes part after part, each in rounds. What has fewer rounds has them spread over the run.
func (r *Run) jobs() []job {
	var jobs []job
	for _, part := range r.Parts {
		rows := r.rows(part)
		for round := range r.Rounds {
			for _, row := range rows {
				from := len(jobs)
				for _, s := range row.shares {
					if r.chosen(s.informer) && rounds.Due(round, r.Rounds, s.rounds) {
						jobs = append(jobs, job{row, part, round, s.informer})
					}
				}
				rounds.Shuffle(seed, round, jobs[from:])
			}
		}
	}
	return jobs
}

// newBudget leaves out parts; few pods take next to nothing.
func (r *Run) newBudget(now func() time.Time) *rounds.Budget[job] {
	return &rounds.Budget[job]{
		Within: r.Within, Jobs: r.jobs(), Stderr: r.Stderr, Now: now,
		Group: func(j job) string { return string(j.part) },
		Like:  func(j job) string { return string(j.measure) },
		Small: func(j job) bool { return j.corpus.Pods < r.Pods },
	}
}

func (r *Run) do(ctx context.Context, j job) ([]byte, error) {
	url, err := r.serverOf(ctx, j.corpus)
	if err != nil {
		return nil, err
	}
	p := r.process(j, url)
	began := time.Now()
	text, err := rounds.Child(ctx, r.Exe, r.Start(p)...)
	if err != nil {
		return nil, err
	}
	r.budget.Took(j, time.Since(began))
	lines := strings.SplitAfter(strings.TrimSpace(string(text)), "\n")
	want := []string{p.Name(false)}
	if p.Relist {
		want = append(want, p.Name(true))
	}
	if !slices.EqualFunc(lines, want, func(line, name string) bool { return strings.HasPrefix(line, "Benchmark"+name+" ") }) {
		return nil, fmt.Errorf("the process's output is not the results %q: %q", want, text)
	}
	return text, nil
}

// serverOf returns the URL of a server of the corpus, and ends one of another.
func (r *Run) serverOf(ctx context.Context, c Corpus) (string, error) {
	if r.server.stop != nil && r.server.corpus == c {
		return r.server.url, nil
	}
	r.leaveServer()
	fmt.Fprintf(r.Stderr, "encoding %d %s pods, %s\n", c.Pods, c.Profile, c.Form)
	url, stop, err := reflectorbench.StartServer(ctx, r.Exe, r.Server(c)...)
	if err != nil {
		return "", errors.Join(ctx.Err(), fmt.Errorf("server: %w", err))
	}
	r.server = running{c, url, stop}
	return url, nil
}

func (r *Run) leaveServer() {
	if r.server.stop != nil {
		r.server.stop()
		r.server = running{}
	}
}
