package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"informerbench/bench/storebench"
)

type storebenchFlags struct {
	scale, store, rows, procs, out, commit string
	count                                  int
	pace                                   float64
}

func newStorebench() *cobra.Command {
	s := storebenchFlags{}
	cmd := &cobra.Command{
		Use:   "storebench",
		Short: "measure the stores alone, each operation beside client-go's store",
		Long: `storebench measures rows (Get, Update, List beside a writer, heap, ...) of the stores
alone, without an informer. Each store and population runs in a process of its own, all of
them round by round in turn. client-go's store is always measured along, twice: the column
clientgo-again shows what is only noise.

It leaves raw Go benchmark text and tables of ratios in the folder --out, and prints the
tables. Interrupted, it keeps what was finished in a file that ends in .partial.`,
		Example: `  benchgen storebench --scale=10k --count=10
  benchgen storebench --scale=100k --store=cow --rows='get,scale*' --count=4
  benchgen storebench --scale=1M --store=rwmutex,cow:4 --out=results/latest/stores-1m`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.scale, "scale", "10k,100k", "populations: 10k, 100k, 1M, separated by commas")
	f.StringVar(&s.store, "store", "all", "stores, separated by commas, or all; cow:4 measures cow in 4 of the rounds")
	f.StringVar(&s.rows, "rows", "all", "rows by their op, such as get or 'scale*', separated by commas, or all")
	f.IntVar(&s.count, "count", 10, "rounds; a claim needs 10, a verdict 4")
	f.StringVar(&s.procs, "procs", defaultProcs(), "values of GOMAXPROCS for the rows that show scaling; others use the largest")
	f.Float64Var(&s.pace, "pace", 1, "stretches the time of each row; below 1 only to try something out")
	f.StringVar(&s.commit, "commit", "", "commit to note in the results (default what the build recorded)")
	f.StringVar(&s.out, "out", "results/latest/stores", "folder for the results")
	return cmd
}

// defaultProcs are the powers of two below the number of cores, and that number.
func defaultProcs() (list string) {
	for n := 1; n < runtime.NumCPU(); n *= 2 {
		list += strconv.Itoa(n) + ","
	}
	return list + strconv.Itoa(runtime.NumCPU())
}

func (s *storebenchFlags) run(cmd *cobra.Command) error {
	run, err := s.plan()
	if err != nil {
		return err
	}
	run.Stderr = cmd.ErrOrStderr()
	if err := run.Do(cmd.Context()); err != nil {
		return err
	}
	return s.publish(cmd)
}

func (s *storebenchFlags) plan() (*storebench.Run, error) {
	if s.count < 1 {
		return nil, usagef("count is %d: it must be at least 1", s.count)
	}
	if s.pace <= 0 {
		return nil, usagef("pace is %v: it must be above 0", s.pace)
	}
	objects, err := parseScales(s.scale)
	if err != nil {
		return nil, err
	}
	rows, err := storebench.Select(splitList(s.rows))
	if err != nil {
		return nil, usageError{err}
	}
	procs, err := parseProcs(s.procs)
	if err != nil {
		return nil, err
	}
	shares, err := parseShares(s.store)
	if err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program to start the processes: %w", err)
	}
	run := &storebench.Run{
		Stores: shares, Objects: objects, Rounds: s.count, Rows: rows, Procs: procs,
		Exe: exe, Start: s.start, Out: filepath.Join(s.out, benchFile),
	}
	if err := run.Validate(); err != nil {
		return nil, usageError{err}
	}
	return run, nil
}

// start is the command line of one process.
func (s *storebenchFlags) start(store string, objects int) []string {
	return []string{
		"storeprocess", "--store=" + store, fmt.Sprintf("--objects=%d", objects), "--rows=" + s.rows,
		"--procs=" + s.procs, fmt.Sprintf("--pace=%v", s.pace), "--commit=" + s.commit,
	}
}

func parseProcs(list string) ([]int, error) {
	var out []int
	for _, text := range splitList(list) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1024 {
			return nil, usagef("procs %q: it must be a number from 1 to 1024", text)
		}
		out = append(out, n)
	}
	if out == nil {
		return nil, usagef("no procs given: use --procs=1,2")
	}
	return out, nil
}

// parseShares puts client-go's store in front, and again after it.
func parseShares(list string) ([]storebench.Share, error) {
	out := []storebench.Share{{Store: storebench.Base}, {Store: storebench.Again}}
	names := splitList(list)
	if list == "all" {
		names = storebench.Names()
	}
	for _, name := range names {
		s, err := storebench.ParseShare(name)
		if err != nil {
			return nil, usageError{err}
		}
		if s.Store != storebench.Base && s.Store != storebench.Again {
			out = append(out, s)
		}
	}
	return out, nil
}
