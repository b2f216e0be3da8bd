package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"informerbench/bench/scenarios"
	"informerbench/reflectorbench"
	"informerbench/report/recommend"
	"informerbench/stores"
	"informerbench/stores/catalog"
	"informerbench/workload"
)

// rateUnasked is measured where the description names no rate: that of benchgen bench.
const rateUnasked = 2000

// measure runs the cells that the description calls for, round by round, and returns the files. A
// round is begun only if it would end within the time, going by the longest so far; the first is cut off.
func (r *recommendFlags) measure(cmd *cobra.Command, c recommend.Cluster) ([]string, error) {
	cells, err := r.cells(cmd, c)
	if err != nil {
		return nil, err
	}
	if r.count < 1 {
		return nil, usagef("count is %d: it must be at least 1", r.count)
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program to start the cells: %w", err)
	}
	beside, err := r.besideReaders(c, cells, exe)
	if err != nil {
		return nil, err
	}
	if beside != nil {
		beside.Stderr = cmd.ErrOrStderr()
	}
	begun := time.Now()
	ctx, cancel := context.WithDeadline(cmd.Context(), begun.Add(r.within))
	defer cancel()
	var files []string
	var longest time.Duration
	for round := range r.count {
		left := r.within - time.Since(begun)
		if round > 0 && longest > left {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d rounds are measured; another would take more than the %v that are left\n", round, r.count, left.Round(time.Second))
			break
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "round %d of %d: %d cells, %v left\n", round+1, r.count, len(cells), left.Round(time.Second))
		file := filepath.Join(r.out, fmt.Sprintf("round-%02d.txt", round+1))
		m := reflectorbench.Matrix{Cells: cells, Rounds: 1, Exe: exe, Seed: r.seed + uint64(round), Out: file, Stderr: cmd.ErrOrStderr()}
		roundBegun := time.Now()
		err := m.Run(ctx)
		if beside != nil && err == nil {
			beside.Out = filepath.Join(r.out, fmt.Sprintf("readers-%02d.txt", round+1))
			beside.Params.Seed = r.seed + uint64(round)
			err = beside.Do(ctx)
		}
		if err != nil {
			if round > 0 && errors.Is(ctx.Err(), context.DeadlineExceeded) {
				break
			}
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return nil, fmt.Errorf("one round does not fit into --within=%v: give more time, or fewer queues or objects: %w", r.within, err)
			}
			return nil, err
		}
		longest = max(longest, time.Since(roundBegun))
		if files = append(files, file); beside != nil {
			files = append(files, beside.Out)
		}
	}
	return files, nil
}

// cells are client-go's informer, twice, and ours over each store that states what is asked, with each
// queue, at the very numbers of the description.
func (r *recommendFlags) cells(cmd *cobra.Command, c recommend.Cluster) ([]reflectorbench.Cell, error) {
	base := reflectorbench.DefaultCell()
	base.Profile = workload.Profile(c.Profile)
	if c.Profile == "" {
		base.Profile = workload.Small
	}
	// Without readers the times of reads are still measured, by one: recommend says so beside them.
	base.Objects, base.Readers, base.Handlers = c.Objects, max(c.Readers, 1), max(c.Handlers, 1)
	base.Seed, base.Commit, base.Rate = r.seed, r.commit, rateUnasked
	if c.EventRate > 0 {
		base.Rate = int(math.Ceil(c.EventRate))
	}
	sizes, err := fittingSizes(cmd, base)
	if err != nil {
		return nil, err
	}
	var cells []reflectorbench.Cell
	for _, n := range sizes {
		for _, p := range r.pipelines(base, c.Guarantees) {
			p.Objects = n
			if err := p.Validate(); err != nil {
				return nil, err
			}
			cells = append(cells, p)
		}
	}
	return cells, nil
}

// besideReaders is the scenario that measures staleness beside readers, which cells do not; nil if there
// are no readers.
func (r *recommendFlags) besideReaders(c recommend.Cluster, cells []reflectorbench.Cell, exe string) (*scenarios.Run, error) {
	if c.Readers == 0 {
		return nil, nil
	}
	steady, err := scenarios.Lookup("steady-churn")
	if err != nil {
		return nil, err
	}
	params := scenarios.Free()
	params.Profile, params.Rate = cells[0].Profile, cells[0].Rate
	params.Readers, params.Handlers, params.Indexes = c.Readers, max(c.Handlers, 1), max(c.Indexes, steady.MinIndexes)
	run := &scenarios.Run{
		Scenarios: []scenarios.Scenario{steady}, Queues: splitList(r.queue), Params: params, Rounds: 1, Commit: r.commit, Exe: exe, Start: startScenarioprocess,
	}
	for _, cell := range cells {
		if !slices.Contains(run.Objects, cell.Objects) {
			run.Objects = append(run.Objects, cell.Objects)
		}
		if cell.Informer == reflectorbench.Ours && !slices.Contains(run.Stores, cell.Store) {
			run.Stores = append(run.Stores, cell.Store)
		}
	}
	if err := run.Validate(); err != nil {
		return nil, usageError{err}
	}
	return run, nil
}

// fittingSizes is the number of objects asked for or, where memory is too short for them, the largest
// half, quarter, … that fits, and a quarter of that, so that there is a slope to go on by.
func fittingSizes(cmd *cobra.Command, base reflectorbench.Cell) ([]int, error) {
	err := base.Validate()
	if err != nil {
		return nil, err
	}
	if err = reflectorbench.Fits(base); err == nil {
		return []int{base.Objects}, nil
	}
	for n := base.Objects / 2; n >= 4; n /= 2 {
		base.Objects = n
		if reflectorbench.Fits(base) == nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%v: %d and %d are measured instead\n", err, n/4, n)
			return []int{n / 4, n}, nil
		}
	}
	return nil, err
}

func (r *recommendFlags) pipelines(base reflectorbench.Cell, asked []stores.Guarantee) []reflectorbench.Cell {
	peer := base
	peer.Informer, peer.Store, peer.Queue = reflectorbench.ClientGo, peerStore, reflectorbench.RealFIFO
	again := peer
	again.Repeat = "again"
	cells := []reflectorbench.Cell{peer, again}
	for _, queue := range splitList(r.queue) {
		for _, v := range catalog.All() {
			if slices.ContainsFunc(asked, func(g stores.Guarantee) bool { return !slices.Contains(v.Guarantees, g) }) {
				continue
			}
			c := base
			c.Informer, c.Store, c.Queue = reflectorbench.Ours, v.Name, reflectorbench.Queue(queue)
			cells = append(cells, c)
		}
	}
	return cells
}
