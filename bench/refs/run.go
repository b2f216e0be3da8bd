package refs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"informerbench/bench/rounds"
)

// The sides, as the results name them under the configuration key [Key].
const (
	Key   = "side"
	Base  = "base"
	Again = "base-again" // the base's program once more
	Head  = "head"
)

// Run is a measurement of two commits.
type Run struct {
	// Repo is a folder of the repository.
	Repo string
	// Base and Head are what git rev-parse understands. An empty Head is Repo as it is, with uncommitted
	// changes.
	Base, Head string
	// Build builds the program of the sources in dir into the file out; nil is [GoBuild].
	Build func(ctx context.Context, dir, out string) error
	// Stores to measure; none are all that both sides know, but for client-go's, which no commit changes.
	Stores []string
	Rounds int
	// Args are flags of `benchgen run` for all cells, as --name=value.
	Args []string
	// Out is the result file, see [rounds.Run].
	Out    string
	Stderr io.Writer
}

// side is one of the two programs.
type side struct {
	name, commit, dir, exe string
}

// cleanupTime bounds how long removing what was checked out may take when ctx has ended.
const cleanupTime = time.Minute

// Do measures. When ctx ends, it stops; what it has checked out is removed in any case.
func (r *Run) Do(ctx context.Context) (err error) {
	if r.Rounds < 1 {
		return fmt.Errorf("%d rounds: there must be at least 1", r.Rounds)
	}
	temp, err := os.MkdirTemp("", "benchgen-refs-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	var sides []*side
	for _, s := range []struct{ name, ref string }{{Base, r.Base}, {Head, r.Head}} {
		made, remove, err := r.checkOut(ctx, temp, s.name, s.ref)
		if err != nil {
			return err
		}
		defer func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
			defer cancel()
			remove(ctx)
		}()
		sides = append(sides, made)
	}
	if err := r.build(ctx, temp, sides); err != nil {
		return err
	}
	return r.measure(ctx, sides)
}

func (r *Run) build(ctx context.Context, temp string, sides []*side) error {
	build := r.Build
	if build == nil {
		build = GoBuild
	}
	for _, s := range sides {
		fmt.Fprintf(r.Stderr, "building %s (%s)\n", s.name, s.commit)
		s.exe = filepath.Join(temp, s.name+".benchgen")
		if err := build(ctx, s.dir, s.exe); err != nil {
			return fmt.Errorf("building %s (%s): %w", s.name, s.commit, err)
		}
	}
	return nil
}

// GoBuild builds benchgen with go build.
func GoBuild(ctx context.Context, dir, out string) error {
	// The results name the commit, so the binaries need not; a checkout that git does not trust builds too.
	_, err := output(ctx, dir, "go", "build", "-buildvcs=false", "-o", out, "./cmd/benchgen")
	return err
}

func (r *Run) measure(ctx context.Context, sides []*side) error {
	known, err := ask(ctx, sides)
	if err != nil {
		return err
	}
	stores, err := known.choose(r.Stores)
	if err != nil {
		return err
	}
	m := matrix{args: known.keep(r.Args, r.Stderr), commits: known.flags["commit"], results: map[string]int{}}
	again := *sides[0]
	again.name = Again
	return rounds.Run[job]{
		Jobs: jobs(r.Rounds, stores, []*side{sides[0], sides[1], &again}),
		Do:   m.do, Noun: "measurements", Out: r.Out, Stderr: r.Stderr,
	}.Run(ctx)
}

// job is one cell of one side in one round.
type job struct {
	round int
	store string
	side  *side
}

func (j job) String() string { return fmt.Sprintf("round %d, %s, %s", j.round+1, j.store, j.side.name) }
func (j job) Kind() string   { return j.store }
func (j job) Size() string   { return "cell" }

// seed of the order of the stores within a round.
const seed = 1

// jobs visits all cells of all sides in each round; within a cell the sides take turns in going first.
func jobs(n int, stores []string, sides []*side) (all []job) {
	for round := range n {
		order := slices.Clone(stores)
		rounds.Shuffle(seed, round, order)
		for _, store := range order {
			for i := range sides {
				all = append(all, job{round, store, sides[(round+i)%len(sides)]})
			}
		}
	}
	return all
}

// matrix measures jobs.
type matrix struct {
	args    []string
	commits bool // both sides note a commit that they are told
	results map[string]int
}

func (m *matrix) do(ctx context.Context, j job) ([]byte, error) {
	args := append([]string{"run", "--store=" + j.store}, m.args...)
	if m.commits {
		args = append(args, "--commit="+j.side.commit)
	}
	text, err := rounds.Child(ctx, j.side.exe, args...)
	if err != nil {
		return nil, err
	}
	if err := m.check(j, string(text)); err != nil {
		return nil, err
	}
	return append(fmt.Appendf(nil, "%s: %s\n", Key, j.side.name), text...), nil
}

// check refuses a run with fewer or more results than the same one had before.
func (m *matrix) check(j job, text string) error {
	n := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "Benchmark") {
			n++
		}
	}
	key := j.side.name + " " + j.store
	if want, measured := m.results[key]; n == 0 || measured && n != want {
		return fmt.Errorf("it wrote %d results, expected are %d", n, max(want, 1))
	}
	m.results[key] = n
	return nil
}
