package storebench

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"informerbench/bench/rounds"
	"informerbench/stores/catalog"
)

// Run measures stores with populations, each pair in a process of its own, round by
// round.
type Run struct {
	Stores []Share
	// Peers are stores beside those of the catalogue.
	Peers   []catalog.Variant
	Objects []int
	Rounds  int
	Rows    []Row
	Procs   []int
	// Start builds the arguments of a process of this program that measures one pair and
	// writes the text of [Process.Run] to its standard output.
	Start func(store string, objects int) []string
	Exe   string
	// Out is the result file. It appears when the run is whole; until then, and after an
	// interruption, there is Out.partial, to which each process's results are added as a whole.
	Out    string
	Stderr io.Writer
}

// Share is a store and in how many of the rounds it is measured; 0 is in all.
type Share struct {
	Store  string
	Rounds int
}

// ParseShare reads "cow" or "cow:4", a store of the catalogue or a peer.
func ParseShare(text string, peers ...catalog.Variant) (Share, error) {
	name, rounds, some := strings.Cut(text, ":")
	s := Share{Store: name}
	if _, err := subjectOf(name, peers); err != nil {
		return s, err
	}
	if some {
		n, err := strconv.Atoi(rounds)
		if err != nil || n < 1 {
			return s, fmt.Errorf("store %q: after the colon stands a number of rounds, at least 1", text)
		}
		s.Rounds = n
	}
	return s, nil
}

// job is one process.
type job struct {
	round, objects int
	store          string
}

func (j job) String() string {
	return fmt.Sprintf("round %d, %s, %s", j.round+1, j.Size(), j.store)
}

func (j job) Kind() string { return j.Size() + " " + j.store }
func (j job) Size() string { return fmt.Sprintf("%d objects", j.objects) }

// jobs visits all pairs in each round before the next begins; a store with fewer rounds has them
// spread over the run.
func (r *Run) jobs() []job {
	var jobs []job
	for round := range r.Rounds {
		from := len(jobs)
		for _, objects := range r.Objects {
			for _, s := range r.Stores {
				if rounds.Due(round, r.Rounds, s.Rounds) {
					jobs = append(jobs, job{round, objects, s.Store})
				}
			}
		}
		rounds.Shuffle(seed, round, jobs[from:])
	}
	return jobs
}

// Do runs all processes one after the other.
func (r *Run) Do(ctx context.Context) error {
	if err := r.Validate(); err != nil {
		return err
	}
	return rounds.Run[job]{Jobs: r.jobs(), Do: r.do, Noun: "processes", Out: r.Out, Stderr: r.Stderr}.Run(ctx)
}

func (r *Run) do(ctx context.Context, j job) ([]byte, error) {
	text, err := rounds.Child(ctx, r.Exe, r.Start(j.store, j.objects)...)
	if err != nil {
		return nil, err
	}
	return text, r.expected(j, text)
}

// Validate reports what cannot be run, before anything does.
func (r *Run) Validate() error {
	if r.Rounds < 1 || len(r.Stores) == 0 || len(r.Objects) == 0 {
		return fmt.Errorf("nothing to run: %d rounds of %d stores with %d populations", r.Rounds, len(r.Stores), len(r.Objects))
	}
	for _, objects := range r.Objects {
		if len(plan(subject{}, objects, r.Rows, r.Procs)) == 0 {
			return fmt.Errorf("none of the rows is measured with %d objects", objects)
		}
	}
	return nil
}

// expected tells whether a process wrote one line for each measurement, in order.
func (r *Run) expected(j job, text []byte) error {
	s, err := subjectOf(j.store, r.Peers)
	if err != nil {
		return err
	}
	var got []string
	for line := range strings.Lines(string(text)) {
		if name, isResult := strings.CutPrefix(line, "Benchmark"); isResult {
			name, _, _ = strings.Cut(name, " ")
			got = append(got, name)
		}
	}
	want := plan(s, j.objects, r.Rows, r.Procs)
	for i, m := range want {
		if name := m.name(j.store, j.objects); i >= len(got) || got[i] != name {
			return fmt.Errorf("the process's output lacks %s", name)
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("the process wrote %d results, want %d", len(got), len(want))
	}
	return nil
}
