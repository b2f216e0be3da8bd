package rounds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// Job is one measurement. Its text says for people what it is.
type Job interface {
	fmt.Stringer
	// Kind is the same for the same measurement in every round: what one took, the next will take.
	Kind() string
	// Size is the same for jobs of which one is to take about as long as another.
	Size() string
}

// Run is a list of jobs and where their results go.
type Run[J Job] struct {
	Jobs []J
	// Do measures one job and returns its results as benchmark text.
	Do func(context.Context, J) ([]byte, error)
	// Noun is what a number of jobs is called, such as "processes".
	Noun string
	// Leave, unless nil, is asked before each job, in order, whether it is left out.
	Leave func(J) bool
	// Out is the result file. It appears when the run is whole; until then, and after an
	// interruption, there is Out.partial, to which each job's results are added as a whole.
	Out string
	// Head stands before all results; empty where each job's text has its own.
	Head string
	// Stderr gets a line for each finished job.
	Stderr io.Writer
}

// Run does all jobs in order. The first that fails, or the end of ctx, ends it; the error says
// how much is kept where.
func (r Run[J]) Run(ctx context.Context) error {
	if err := os.MkdirAll(filepath.Dir(r.Out), 0o755); err != nil {
		return err
	}
	partial := r.Out + ".partial"
	out, err := os.Create(partial)
	if err != nil {
		return err
	}
	defer out.Close()
	if _, err := io.WriteString(out, r.Head); err != nil {
		return err
	}
	p := newProgress(r.Stderr, r.Jobs)
	for _, j := range r.Jobs {
		if r.Leave != nil && r.Leave(j) {
			p.left()
			continue
		}
		if err := r.one(ctx, j, out, p); err != nil {
			kept := fmt.Sprintf("%d of %d %s finished, kept in %s", p.done, p.total, r.Noun, partial)
			if errors.Is(err, context.Canceled) {
				return fmt.Errorf("interrupted: %s: %w", kept, err)
			}
			return fmt.Errorf("%s: %w\n%s", j, err, kept)
		}
	}
	if err := out.Sync(); err != nil {
		return err
	}
	return os.Rename(partial, r.Out)
}

func (r Run[J]) one(ctx context.Context, j J, out io.Writer, p *progress[J]) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	began := time.Now()
	text, err := r.Do(ctx, j)
	if err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	p.finished(j, time.Since(began))
	return nil
}

// Due tells whether something that is measured in share of the rounds (0 is in all) has its turn in
// this one: the turns are spread over the run.
func Due(round, rounds, share int) bool {
	n := min(share, rounds)
	return n == 0 || round*n/rounds != (round+1)*n/rounds
}

// Shuffle puts the jobs of one round into an order of its own, so that none always follows the same
// one.
func Shuffle[J any](seed uint64, round int, jobs []J) {
	dice := rand.New(rand.NewPCG(seed, uint64(round)))
	dice.Shuffle(len(jobs), func(i, j int) { jobs[i], jobs[j] = jobs[j], jobs[i] })
}
