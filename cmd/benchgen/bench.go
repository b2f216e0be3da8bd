package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"informerbench/reflector"
	"informerbench/reflectorbench"
	"informerbench/workload"
)

// The files that a run leaves in its folder.
const (
	benchFile   = "bench.txt"      // raw Go benchmark text: the data
	compareFile = "comparison.txt" // benchstat tables and the summary
	machineFile = "machine.txt"    // what it ran on, and the command
)

type benchFlags struct {
	scale, store, queue, mix, out, commit string
	profile                               workload.Profile
	list                                  reflector.ListMode
	source                                reflectorbench.Source
	count                                 int
	seed                                  uint64
	handlers, readers                     int
	reconciling                           reflectorbench.Reconciling
	replaying                             reflectorbench.Replaying
	settings                              string
	given                                 func(flag string) bool
	shardFlags
}

func newBench() *cobra.Command {
	b := benchFlags{}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "measure every store beside client-go, interleaved, and compare",
		Long: `bench measures a matrix of cells, each in a process of its own, round by round in
turn, so that the machine's drift meets all stores alike. client-go's shared informer,
its controller around DeltaFIFO, and its store in our informer are always measured
along, and the shared informer a second time: the line that ends in /again shows what
is only noise.

It leaves raw Go benchmark text, the comparison and the description of the machine in
the folder --out, and prints the comparison. Interrupted, it keeps what was finished
in a file that ends in .partial.

With --shard it measures one part of the matrix, for benchgen merge to join: all that is compared with
each other stays in one part, and each part has an A/A column of its own.`,
		Example: `  benchgen bench --scale=10k --count=10
  benchgen bench --scale=1M --store=cow,rwmutex --count=6 --out=results/1m
  benchgen bench --scale=10k --mix=all --queue=inorder,direct
  benchgen bench --trace=prod.trace --speed=10 --out=results/prod
  benchgen bench --settings=prod.json --scale=1M --count=6 --out=results/like-prod
  benchgen bench --scale=10k,100k,1M --shard=0/3 > shard-0.txt
  benchgen bench --scale=10k --workers=4 --reconcile-cost=200us --failure-rate=0.01`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return b.run(cmd) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&b.scale, "scale", "10k,100k", "populations: 10k, 100k, 1M, separated by commas")
	f.StringVar(&b.store, "store", "all", "stores: names that benchgen stores lists, separated by commas, or all")
	f.StringVar(&b.queue, "queue", "inorder", "queues of our informer, separated by commas: inorder, deltafifo, direct (none)")
	f.StringVar(&b.mix, "mix", "churn", "event mixes: churn, rollout, heartbeat, nodefailure, flap, or all")
	f.StringVar(&b.replaying.Trace, "trace", "", "replay this recorded trace over every store, instead of --scale, --mix and --profile")
	f.StringVar((*string)(&b.replaying.Speed), "speed", "", "how many times as fast as recorded the trace is played: 1, 10, any other number, or max (default 1)")
	f.BoolVar(&b.replaying.AllowCut, "allow-cut", false, "replay a damaged trace up to its damage")
	f.StringVar(&b.settings, "settings", "", "settings of the generator, such as benchgen fit writes of a trace")
	f.StringVar((*string)(&b.profile), "profile", string(workload.Small), "size of the objects: small, real")
	f.StringVar((*string)(&b.list), "list", string(reflector.ListStream), "list mode of all informers: stream, paged")
	f.StringVar((*string)(&b.source), "source", string(reflectorbench.Memory), "memory or http")
	f.IntVar(&b.count, "count", 10, "rounds; a claim needs 10, a verdict 4")
	f.Uint64Var(&b.seed, "seed", 1, "seed of population, events and order of the cells")
	f.IntVar(&b.readers, "readers", 1, "reader goroutines in the read measures")
	f.IntVar(&b.handlers, "handlers", 1, "event handlers")
	f.IntVar(&b.reconciling.Workers, "workers", 0, "reconcilers behind client-go's work queue, measured in a phase of their own (0: none)")
	f.DurationVar(&b.reconciling.Cost, "reconcile-cost", 0, "what one reconcile takes beside reading its object, such as 200us")
	f.StringVar((*string)(&b.reconciling.Work), "reconcile-work", string(reflectorbench.Spin), "how it takes that: spin (on a processor), sleep")
	f.Float64Var(&b.reconciling.FailureRate, "failure-rate", 0, "share of reconciles that fail and are added again rate-limited")
	f.StringVar(&b.commit, "commit", "", "commit to note in the results (default what the build recorded)")
	f.StringVar(&b.out, "out", "results/latest", "folder for the results")
	b.given = f.Changed
	b.register(cmd)
	return cmd
}

func (b *benchFlags) run(cmd *cobra.Command) error {
	if err := notBesideTrace(cmd, b.replaying.Trace); err != nil {
		return err
	}
	cells, err := b.cells()
	if err == nil && b.replaying.Trace != "" {
		err = examine(cmd, cells)
	}
	if err != nil {
		return err
	}
	cells, shard, err := b.part(cells, b.count)
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program to start the cells: %w", err)
	}
	if err := os.MkdirAll(b.out, 0o755); err != nil {
		return fmt.Errorf("making the folder for the results: %w", err)
	}
	matrix := reflectorbench.Matrix{
		Cells: cells, Rounds: b.count, Exe: exe, Seed: b.seed,
		Out: filepath.Join(b.out, benchFile), Stderr: cmd.ErrOrStderr(),
	}
	if err := matrix.Run(cmd.Context()); err != nil {
		return err
	}
	if shard != nil {
		return publishShard(cmd, *shard, b.out)
	}
	return b.publish(cmd)
}

// cells is the matrix: the peers and our informer over each store, for each mix and
// population.
func (b *benchFlags) cells() ([]reflectorbench.Cell, error) {
	if b.count < 1 {
		return nil, usagef("count is %d: it must be at least 1", b.count)
	}
	stores, err := parseStores(b.store)
	if err != nil {
		return nil, err
	}
	if len(splitList(b.queue)) == 0 {
		return nil, usagef("no queue given: use --queue=inorder, deltafifo or direct, or several separated by commas")
	}
	if b.source == reflectorbench.Cluster {
		return nil, usagef("source cluster cannot be measured in a matrix, since nobody may write to it: allowed are memory, http; use benchgen run")
	}
	if b.out == "" {
		return nil, usagef("no folder given: use --out=results/latest")
	}
	workloads, err := b.workloads()
	if err != nil {
		return nil, err
	}
	var cells []reflectorbench.Cell
	for _, w := range workloads {
		pipelines := b.pipelines(stores)
		if w.first || b.shard != "" {
			pipelines = append(pipelines, b.again())
		}
		for _, c := range pipelines {
			w.set(&c)
			if err := c.Validate(); err != nil {
				return nil, err
			}
			if err := reflectorbench.Fits(c); err != nil {
				return nil, err
			}
			cells = append(cells, c)
		}
	}
	return cells, nil
}

// pipelines are the peers, then our informer over each store with each queue.
func (b *benchFlags) pipelines(stores []string) []reflectorbench.Cell {
	var out []reflectorbench.Cell
	for i, queue := range splitList(b.queue) {
		for _, c := range reflectorbench.Pipelines(stores) {
			if c.Informer != reflectorbench.Ours && i > 0 {
				continue // the peers' queues are their own
			}
			if c.Informer == reflectorbench.Ours {
				c.Queue = reflectorbench.Queue(queue)
			}
			out = append(out, b.set(c))
		}
	}
	return out
}

// again is the base once more, at the first scale: how far it is from itself is the
// machine's noise.
func (b *benchFlags) again() reflectorbench.Cell {
	c := reflectorbench.Pipelines(nil)[0]
	c.Repeat = "again"
	return b.set(c)
}

func (b *benchFlags) set(c reflectorbench.Cell) reflectorbench.Cell {
	c.Profile, c.List, c.Source = b.profile, b.list, b.source
	c.Seed, c.Readers, c.Handlers, c.Commit = b.seed, b.readers, b.handlers, b.commit
	c.Reconciling = b.reconciling
	return c
}
