package reflectorbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"
)

// Matrix measures cells in processes of their own, round by round.
type Matrix struct {
	Cells  []Cell
	Rounds int
	// Exe is the prebuilt program; it is started as `Exe Args... <flags of the cell>` and
	// writes a run's benchmark text to stdout. Args defaults to "run".
	Exe  string
	Args []string
	// Env is added to this process's environment, before the feature gate of client-go
	// that the cell's list mode needs.
	Env []string
	// Out is the result file. It appears only when the matrix is whole; until then,
	// and after an interruption, there is Out.partial.
	Out string
	// Seed shuffles the order of the cells anew in each round.
	Seed uint64
	// Stderr receives the progress; nil means os.Stderr.
	Stderr io.Writer
}

// job is one cell in one round.
type job struct{ round, cell int }

// Run measures every cell in every round and writes the result file. When ctx ends, it
// kills the running cell, says what was finished, and returns an error that wraps ctx's.
// When a cell fails, it stops and returns the child's stderr and the command to repeat it.
func (m Matrix) Run(ctx context.Context) error {
	for _, c := range m.Cells {
		if err := c.Validate(); err != nil {
			return err
		}
	}
	if len(m.Cells) == 0 || m.Rounds < 1 {
		return usagef("nothing to run: %d cells in %d rounds", len(m.Cells), m.Rounds)
	}
	out, err := createResultFile(m.Out)
	if err != nil {
		return err
	}
	jobs := m.jobs()
	if m.Stderr == nil {
		m.Stderr = os.Stderr
	}
	p := newProgress(m.Stderr, m.Cells, jobs)
	err = m.runJobs(ctx, jobs, out, p)
	p.close()
	if err == nil {
		return out.commit()
	}
	out.abandon(p.done)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted: %s finished, kept in %s: %w", p.finished(), out.partial, err)
	}
	return fmt.Errorf("%w\n%s finished, kept in %s", err, p.finished(), out.partial)
}

// jobs visits all cells in each round before the next begins: the machine's drift then
// meets all of them. The order within a round is shuffled, so that no cell always
// follows the same one.
func (m Matrix) jobs() []job {
	var jobs []job
	for round := range m.Rounds {
		dice := rand.New(rand.NewPCG(m.Seed, uint64(round)))
		for _, cell := range dice.Perm(len(m.Cells)) {
			jobs = append(jobs, job{round, cell})
		}
	}
	return jobs
}

// runJobs runs the jobs one after the other until one fails or ctx ends.
func (m Matrix) runJobs(ctx context.Context, jobs []job, out *resultFile, p *progress) error {
	for _, j := range jobs {
		if err := m.runJob(ctx, j, out, p); err != nil {
			return err
		}
	}
	return nil
}

func (m Matrix) runJob(ctx context.Context, j job, out *resultFile, p *progress) error {
	p.begin(j)
	began := time.Now()
	text, err := m.child(ctx, m.Cells[j.cell])
	if err == nil {
		err = out.add(m.Cells[j.cell], text)
	}
	if err != nil {
		return err
	}
	p.end(j, time.Since(began))
	return nil
}
