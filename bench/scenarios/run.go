package scenarios

import (
	"context"
	"fmt"
	"io"
	"strings"

	"informerbench/bench/rounds"
)

// Run measures scenarios, one after the other, each in rounds.
type Run struct {
	Scenarios []Scenario
	// Stores and Queues of our informers.
	Stores, Queues []string
	// Objects are the populations; empty: each scenario's own.
	Objects []int
	// Params are what the user chose; its Objects do not count.
	Params Params
	// Rounds is how often each cell is measured.
	Rounds int
	Commit string
	// Exe is this program, and Start makes the arguments for a process that calls [Cell.Run] and writes its text to standard
	// output.
	Exe   string
	Start func(Cell) []string
	// Out is the result file, see [rounds.Run].
	Out    string
	Stderr io.Writer
}

// job is one cell in one round.
type job struct {
	cell  Cell
	round int
}

func (j job) String() string {
	name := j.cell.Subject.String()
	if j.cell.Repeat != "" {
		name += "/" + j.cell.Repeat
	}
	return fmt.Sprintf("round %d, %s, %s", j.round+1, j.Size(), name)
}

func (j job) Kind() string { return j.Size() + " " + j.cell.Subject.String() }

func (j job) Size() string { return fmt.Sprintf("%s with %d objects", j.cell.Scenario, j.cell.Objects) }

// Do takes all measurements.
func (r *Run) Do(ctx context.Context) error {
	if err := r.Validate(); err != nil {
		return err
	}
	head := rounds.Header(r.Commit, units(r.Scenarios)) + fmt.Sprintf("seed: %d\nlist: stream\n", r.cells(r.Scenarios[0])[0].Seed)
	for _, s := range r.Scenarios {
		for _, c := range r.cells(s) {
			if err := c.Fits(); err != nil {
				return err
			}
		}
	}
	return rounds.Run[job]{
		Jobs: r.jobs(), Do: r.do, Noun: "processes", Head: head, Out: r.Out, Stderr: r.Stderr,
	}.Run(ctx)
}

// Validate reports what cannot be measured, before anything is.
func (r *Run) Validate() error {
	if r.Rounds < 1 || len(r.Scenarios) == 0 {
		return fmt.Errorf("%d rounds of %d scenarios: there must be at least one of each", r.Rounds, len(r.Scenarios))
	}
	if err := validSubjects(r.Stores, r.Queues); err != nil {
		return err
	}
	for _, s := range r.Scenarios {
		for _, c := range r.cells(s) {
			if err := c.Validate(); err != nil {
				return err
			}
		}
	}
	return nil
}

// cells are a scenario's: every subject with every population, and the base twice.
func (r *Run) cells(s Scenario) (cells []Cell) {
	objects := r.Objects
	if len(objects) == 0 {
		objects = []int{Unset}
	}
	for _, n := range objects {
		p := r.Params
		p.Objects = n
		p = p.Or(s.Params())
		for i, subject := range s.Subjects(r.Stores, r.Queues) {
			cells = append(cells, Cell{Scenario: s.Name, Subject: subject, Params: p})
			if i == 0 {
				cells = append(cells, Cell{Scenario: s.Name, Subject: subject, Params: p, Repeat: Again})
			}
		}
	}
	return cells
}

// jobs takes scenario after scenario, so that what was finished of an interrupted run is whole; each visits all of its cells in
// every round before the next begins, in an order that is shuffled anew.
func (r *Run) jobs() (jobs []job) {
	for _, s := range r.Scenarios {
		cells := r.cells(s)
		for round := range r.Rounds {
			from := len(jobs)
			for _, c := range cells {
				jobs = append(jobs, job{c, round})
			}
			rounds.Shuffle(cells[0].Seed, round, jobs[from:])
		}
	}
	return jobs
}

// do measures one cell in a process of its own.
func (r *Run) do(ctx context.Context, j job) ([]byte, error) {
	c := j.cell
	c.ServerExe = r.Exe
	text, err := rounds.Child(ctx, r.Exe, r.Start(c)...)
	if err != nil {
		return nil, err
	}
	results := 0
	for line := range strings.Lines(string(text)) {
		isResult := strings.HasPrefix(line, "Benchmark")
		if !isResult && !strings.HasPrefix(line, "Histogram ") || !strings.Contains(line, "/"+c.Name()) {
			return nil, fmt.Errorf("the process wrote a line that is no result of %s: %q", c.Name(), line)
		}
		if isResult {
			results++
		}
	}
	if want := c.resultCount(); results != want {
		return nil, fmt.Errorf("the process wrote %d results of %s, want %d", results, c.Name(), want)
	}
	return text, nil
}

// resultCount is how many results the cell must have.
func (c Cell) resultCount() (n int) {
	s, err := Lookup(c.Scenario)
	if err != nil {
		return 0
	}
	for _, r := range s.Results {
		if r.expected(c, s) {
			n++
		}
	}
	return n
}

// expected tells whether a cell has such a result.
func (r Result) expected(c Cell, s Scenario) bool {
	if r.Readers && c.Readers == 0 || r.If != nil && !r.If(c) {
		return false
	}
	return !(r.Stored && c.instead() && s.Instead != nil && s.Instead.Remote)
}
