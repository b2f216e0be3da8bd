package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"informerbench/bench/storebench"
	"informerbench/peers"
)

type options struct {
	scale, store, rows, procs, out, commit string
	count                                  int
	pace                                   float64
	list                                   bool
}

func (o *options) flags(help io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("peerbench", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed once, in one line
	fs.Usage = func() {
		fmt.Fprint(help, usage)
		fs.SetOutput(help)
		fs.PrintDefaults()
	}
	fs.StringVar(&o.scale, "scale", "10k,100k", "populations: 10k, 100k, 1M, separated by `commas`")
	fs.StringVar(&o.store, "store", "all", "stores of this repository and peers, separated by `commas`, or all; memdb:4 measures memdb in 4 of the rounds")
	fs.StringVar(&o.rows, "rows", "all", "rows by their `op`, such as get or 'scale*', separated by commas, or all")
	fs.IntVar(&o.count, "count", 10, "rounds; a claim needs 10, a verdict 4")
	fs.StringVar(&o.procs, "procs", strconv.Itoa(runtime.NumCPU()), "values of GOMAXPROCS for the rows that show scaling")
	fs.Float64Var(&o.pace, "pace", 1, "stretches the time of each row; below 1 only to try something out")
	fs.StringVar(&o.commit, "commit", "", "`commit` to note in the results")
	fs.StringVar(&o.out, "out", "results/latest/peers", "`folder` for the results")
	fs.BoolVar(&o.list, "list", false, "list the peers and what they guarantee, and measure nothing")
	return fs
}

// suite is storebench's, with the peers known to it.
func (o *options) suite(stderr io.Writer) (*storebench.Run, error) {
	if o.count < 1 || o.pace <= 0 || o.out == "" {
		return nil, usagef("count must be at least 1, pace above 0, and out a folder")
	}
	objects, err := scales(o.scale)
	if err != nil {
		return nil, err
	}
	rows, err := storebench.Select(split(o.rows))
	if err != nil {
		return nil, usageError{err}
	}
	procs, err := numbers(o.procs)
	if err != nil {
		return nil, err
	}
	shares, err := shares(o.store)
	if err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program to start the processes: %w", err)
	}
	s := &storebench.Run{
		Stores: shares, Peers: peers.All(), Objects: objects, Rounds: o.count, Rows: rows, Procs: procs,
		Exe: exe, Start: o.start, Out: filepath.Join(o.out, "bench.txt"), Stderr: stderr,
	}
	if err := s.Validate(); err != nil {
		return nil, usageError{err}
	}
	return s, nil
}

// start is the command line of one process.
func (o *options) start(store string, objects int) []string {
	return []string{"process", store, strconv.Itoa(objects), o.rows, o.procs, fmt.Sprint(o.pace), o.commit}
}

// shares puts client-go's store in front, twice.
func shares(list string) ([]storebench.Share, error) {
	out := []storebench.Share{{Store: storebench.Base}, {Store: storebench.Again}}
	names := split(list)
	if list == "all" {
		names = storebench.Names(peers.All()...)
	}
	for _, name := range names {
		s, err := storebench.ParseShare(name, peers.All()...)
		if err != nil {
			return nil, usageError{err}
		}
		if s.Store != storebench.Base && s.Store != storebench.Again {
			out = append(out, s)
		}
	}
	return out, nil
}

func scales(list string) ([]int, error) {
	known := map[string]int{"10k": 10_000, "100k": 100_000, "1M": 1_000_000}
	var out []int
	for _, name := range split(list) {
		n := known[name]
		if n == 0 {
			return nil, usagef("unknown scale %q: allowed are 10k, 100k, 1M", name)
		}
		out = append(out, n)
	}
	return out, nil
}

func numbers(list string) ([]int, error) {
	var out []int
	for _, text := range split(list) {
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

func split(list string) (out []string) {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
