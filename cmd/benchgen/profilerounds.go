package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"informerbench/bench/rounds"
	"informerbench/reflectorbench"
)

// profileRounds profiles cells kind by kind, in rounds, each in a process of its own: a process with one
// profile running is as little disturbed by profiling as can be.
type profileRounds struct {
	cells  []reflectorbench.Cell // the base, if there is one, is the second
	kinds  []string
	rounds int
	dir    string
	stderr io.Writer
}

// profileJob is one process.
type profileJob struct {
	round int
	kind  string
	cell  reflectorbench.Cell
}

func (j profileJob) String() string {
	return fmt.Sprintf("round %d, %s, %s", j.round+1, j.kind, j.cell.Name())
}

func (j profileJob) Kind() string { return j.kind + " " + j.cell.Name() }
func (j profileJob) Size() string { return fmt.Sprint(j.cell.Objects) }

// jobs puts the cells that are compared next to each other.
func (r *profileRounds) jobs() (jobs []profileJob) {
	for round := range r.rounds {
		for _, kind := range r.kinds {
			for _, c := range r.cells {
				jobs = append(jobs, profileJob{round, kind, c})
			}
		}
	}
	return jobs
}

// roundsDir has a folder for each round until all are added up.
func (r *profileRounds) roundsDir() string { return filepath.Join(r.dir, "rounds.partial") }

func (r *profileRounds) path(round int, kind string, c reflectorbench.Cell) string {
	return filepath.Join(r.roundsDir(), strconv.Itoa(round+1), reflectorbench.ProfileName(c, kind))
}

func (r *profileRounds) run(ctx context.Context) error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program to start the processes: %w", err)
	}
	if err := os.RemoveAll(r.roundsDir()); err != nil { // of a run that was interrupted
		return err
	}
	return rounds.Run[profileJob]{
		Jobs: r.jobs(), Noun: "runs", Out: filepath.Join(r.roundsDir(), "runs.txt"), Stderr: r.stderr,
		Do: func(ctx context.Context, j profileJob) ([]byte, error) {
			args := []string{"profileprocess", "--kind=" + j.kind, "--dir=" + filepath.Dir(r.path(j.round, j.kind, j.cell))}
			return rounds.Child(ctx, exe, append(args, j.cell.Args()...)...)
		},
	}.Run(ctx)
}

// newProfileprocess is what profile starts for each kind and round.
func newProfileprocess() *cobra.Command {
	cell := reflectorbench.DefaultCell()
	var kind, dir string
	cmd := &cobra.Command{
		Use:     "profileprocess",
		Short:   "profile one cell in this process",
		Example: "  benchgen profileprocess --store=cow --kind=heap",
		Hidden:  true,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := useSettings(cmd, &cell); err != nil {
				return err
			}
			if err := reflectorbench.UseListMode(cell); err != nil {
				return err
			}
			if err := useOwnServer(&cell); err != nil {
				return err
			}
			path, err := reflectorbench.Profile(cmd.Context(), cell, kind, dir)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
			return err
		},
	}
	addCellFlags(cmd, &cell)
	cmd.Flags().StringVar(&kind, "kind", "cpu", "what to profile")
	cmd.Flags().StringVar(&dir, "dir", "profiles", "folder for the profile")
	return cmd
}
