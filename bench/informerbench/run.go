package informerbench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"informerbench/bench/rounds"
)

// Run measures informers side by side.
type Run struct {
	Parts    []Part
	Subjects []Share
	// Rounds is how often everything is measured, except what is slow: syncs, and samples
	// with ten readers or more. Those are measured in SlowRounds of them.
	Rounds, SlowRounds int
	// Pods of the one namespace that readers list, and how many readers there are in turn.
	Pods    int
	Readers []int
	// SyncPods are in an initial sync.
	SyncPods int
	// Handlers have nothing to do.
	Handlers int
	// Pace stretches the time of each sample; below 1 only to try something out.
	Pace   float64
	Commit string
	// Exe is this program and Start makes the arguments for a process that calls
	// [Process.Run] and writes its text to standard output.
	Exe   string
	Start func(Process) []string
	// Out is the result file, see [rounds.Run].
	Out    string
	Stderr io.Writer

	pods []corev1.Pod // made when first needed
}

// Do takes all measurements.
func (r *Run) Do(ctx context.Context) error {
	if err := r.Validate(); err != nil {
		return err
	}
	return rounds.Run[job]{
		Jobs: r.jobs(), Do: r.do, Noun: "measurements", Head: r.header(), Out: r.Out, Stderr: r.Stderr,
	}.Run(ctx)
}

// Validate reports what cannot be measured, before anything is.
func (r *Run) Validate() error {
	for _, p := range r.Parts {
		if !slices.Contains(Parts(), p) {
			return fmt.Errorf("unknown part %q: want some of %v", p, Parts())
		}
	}
	for _, n := range []struct {
		name      string
		have, low int
	}{
		{"rounds", r.Rounds, 1}, {"slow rounds", r.SlowRounds, 1}, {"pods", r.Pods, 1}, {"pods of a sync", r.SyncPods, 1},
		{"handlers", r.Handlers, 1}, {"parts", len(r.Parts), 1}, {"informers", len(r.Subjects), 1}, {"numbers of readers", len(r.Readers), 1},
		{"readers", slices.Min(append([]int{0}, r.Readers...)), 0},
	} {
		if n.have < n.low {
			return fmt.Errorf("%d %s: there must be at least %d", n.have, n.name, n.low)
		}
	}
	if r.Pace <= 0 {
		return fmt.Errorf("pace is %v: it must be above 0", r.Pace)
	}
	return nil
}

func (r *Run) header() string {
	text := rounds.Header(r.Commit, units)
	if r.Pace != 1 {
		text += fmt.Sprintf("pace: %v\n", r.Pace)
	}
	return text
}

func (r *Run) do(ctx context.Context, j job) ([]byte, error) {
	if j.part != ReadersPart {
		return r.process(ctx, j)
	}
	if r.pods == nil {
		r.pods = newPods(r.Pods, 0)
	}
	rates, err := r.sample(j).Run(ctx, r.pods)
	if err != nil {
		return nil, err
	}
	unitsOf := []string{"writes/s", "sampled-writes", "sample-ns"}
	values := []float64{rates.WritesPerSecond, float64(rates.Writes), float64(rates.Took.Nanoseconds())}
	if j.readers > 0 {
		unitsOf = append(unitsOf, "reads/s", "sampled-reads")
		values = append(values, rates.ReadsPerSecond, float64(rates.Reads))
	}
	return []byte(rounds.Line(r.name(j), unitsOf, values)), nil
}

// process measures in a process of its own, so that neither heap nor collector is shared.
func (r *Run) process(ctx context.Context, j job) ([]byte, error) {
	name := r.name(j)
	text, err := rounds.Child(ctx, r.Exe, r.Start(Process{
		Name: name, Part: j.part, Informer: j.subject.Name, List: j.list, Pods: r.SyncPods, Handlers: r.Handlers,
	})...)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(string(text), "Benchmark"+name+" ") || strings.Count(string(text), "\n") != 1 {
		return nil, fmt.Errorf("the process's output is not the one result %s: %q", name, text)
	}
	return text, nil
}
