package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	benchreport "informerbench/report"
	"informerbench/report/recommend"
	"informerbench/stores/catalog"
)

type recommendFlags struct {
	cluster            recommend.Cluster
	file, fit, format  string
	failIf             []string
	run                bool
	queue, out, commit string
	within             time.Duration
	count              int
	seed               uint64
	conditions         []recommend.Condition
}

func newRecommend() *cobra.Command {
	r := recommendFlags{}
	cmd := &cobra.Command{
		Use:   "recommend [flags] FILE...",
		Short: "say which store and queue fit a cluster, from measured results",
		Long: `recommend takes results and a description of a cluster, and says which store and queue to
use, why, what that costs and gains with intervals, which objectives nobody meets, and how
sure it is. It interpolates between measured cells only, and says "extrapolated" where it had to
go beyond them. It never recommends a store whose guarantees are weaker than asked.

From results of compactbench it also says how to keep the objects in memory: what they take as they
are and in each form, which form fits --memory-limit at the least cost, and what that breaks. A form
that loses something is recommended only if --allow names that: strip (fields, such as
managedFields) or copies (reads return copies, and slowly).

The cluster is described by flags, by a file (--cluster, YAML or JSON with the same names in
camelCase), by the fit of a recorded trace (--fit), or by several of them: flags win over the file,
the file over the fit. With --run it first measures what is described, round by round until
--count rounds are done or the next would end after --within.

--fail-if makes it exit with 1, after printing, if a condition holds:
  unsure, not-met, extrapolated, none       of the recommended candidate's objectives
  store!=mvcc                               also queue, informer, recommended, confidence, kept; = or !=
  staleness-p99>500ms, memory.hi>2Gi        a figure, or an end of its interval; > >= < <=
What was not measured cannot be shown to be false, and holds.`,
		Example: `  benchgen recommend --objects=50000 --event-rate=500 --staleness-p99=200ms results/latest/bench.txt
  benchgen recommend --cluster=cluster.yaml --guarantees=snapshot,atomic results/*/bench.txt
  benchgen recommend --objects=200000 --memory-limit=1Gi --allow=strip results/latest/compact/bench.txt
  benchgen recommend --run --within=10m --objects=20000 --event-rate=100 --readers=2
  benchgen recommend --fit=prod.json --fail-if=unsure --fail-if='store!=mvcc' results/latest/bench.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return r.recommend(cmd, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	clusterFlags(f, &r.cluster)
	f.StringVar(&r.file, "cluster", "", "file that describes the cluster, in YAML or JSON")
	f.StringVar(&r.fit, "fit", "", "JSON that benchgen fit --format=json wrote of a trace: objects of its largest resource, their encoded size (--encoded-bytes), the rate of events")
	f.StringVar(&r.format, "format", "text", "text, markdown or json")
	f.StringArrayVar(&r.failIf, "fail-if", nil, "exit with 1 if this holds; may be given several times")
	f.BoolVar(&r.run, "run", false, "first measure what is described")
	f.DurationVar(&r.within, "within", 15*time.Minute, "with --run: how long measuring may take")
	f.IntVar(&r.count, "count", 10, "with --run: rounds; high confidence needs 10, an interval 4")
	f.StringVar(&r.queue, "queue", "inorder,direct", "with --run: queues of our informer to measure, separated by commas: inorder, deltafifo, direct")
	f.Uint64Var(&r.seed, "seed", 1, "with --run: seed of population, events and order of the cells")
	f.StringVar(&r.commit, "commit", "", "with --run: commit to note in the results (default what the build recorded)")
	f.StringVar(&r.out, "out", "results/latest/recommend", "with --run: folder for the results")
	return cmd
}

// clusterFlags binds the description to flags.
func clusterFlags(f *pflag.FlagSet, c *recommend.Cluster) {
	f.IntVar(&c.Objects, "objects", c.Objects, "objects that the informer holds")
	f.Var(&c.ObjectBytes, "object-bytes", "heap that one object takes, such as 2Ki (0: as in the results)")
	f.Var(&c.EncodedBytes, "encoded-bytes", "encoded size of one object, as fit prints it: without --object-bytes memory is at least that of such objects")
	f.Float64Var(&c.EventRate, "event-rate", c.EventRate, "changes a second (0: no matter)")
	f.IntVar(&c.Readers, "readers", c.Readers, "goroutines that read in a loop at the same time (0: reads are rare, and timed with one)")
	f.Var(&c.ReadKinds, "reads", "how they read: get, byindex, list, separated by commas (empty: each way)")
	f.IntVar(&c.Indexes, "indexes", c.Indexes, "indexes of the informer (0: as many as were measured)")
	f.IntVar(&c.Handlers, "handlers", c.Handlers, "event handlers (0: one)")
	f.IntVar(&c.Cores, "cores", c.Cores, "cores that the program may use (0: as many as were measured)")
	f.Var(&c.MemoryLimit, "memory-limit", "objective: heap of this cache, such as 2Gi")
	f.Var(&c.StalenessP99, "staleness-p99", "objective: p99 of the time until a change is visible, such as 500ms")
	f.Var(&c.GetP99, "get-p99", "objective: p99 of one Get")
	f.Var(&c.ListP99, "list-p99", "objective: p99 of one List")
	f.Var(&c.SyncWithin, "sync-within", "objective: time of the initial sync")
	f.Var(&c.RelistStall, "relist-stall", "objective: longest wait of a Get during a relist")
	f.Var(&c.Guarantees, "guarantees", "what the store must guarantee, separated by commas, first words are enough: linearizable, snapshot, atomic, readers, writers, identical")
	f.Var(&c.Allow, "allow", "what may be lost to save memory, separated by commas: strip (fields of the objects), copies (reads return copies)")
	f.StringVar(&c.Profile, "profile", c.Profile, "take results of objects of this size: small, real (default: what was measured most)")
	f.StringVar(&c.Workload, "workload", c.Workload, "take results under this workload, such as mix=churn or scenario=rollout-storm")
}

func (r *recommendFlags) recommend(cmd *cobra.Command, files []string) error {
	c, err := r.describe(cmd)
	if err != nil {
		return usageError{err}
	}
	options := adviceOptions()
	for _, text := range r.failIf {
		condition, err := recommend.ParseCondition(text, options)
		if err != nil {
			return usageError{err}
		}
		r.conditions = append(r.conditions, condition)
	}
	if r.format != "text" && r.format != "markdown" && r.format != "json" {
		return usagef("unknown format %q: allowed are text, markdown, json", r.format)
	}
	in, err := r.results(cmd, c, files)
	if err != nil {
		return err
	}
	model, err := recommend.FromResults(in)
	if err != nil {
		return err
	}
	advice, err := model.Recommend(c, options)
	if err != nil {
		return usageError{err}
	}
	if err := r.write(cmd, advice); err != nil {
		return err
	}
	return r.check(advice)
}

// describe puts the description together: the fit, the file over it, the flags over both.
func (r *recommendFlags) describe(cmd *cobra.Command) (recommend.Cluster, error) {
	var c recommend.Cluster
	if r.fit != "" {
		data, err := os.ReadFile(r.fit)
		if err != nil {
			return c, err
		}
		if c, err = recommend.ParseFit(data); err != nil {
			return c, fmt.Errorf("%s: %w", r.fit, err)
		}
	}
	if r.file != "" {
		data, err := os.ReadFile(r.file)
		if err != nil {
			return c, err
		}
		if c, err = c.Over(data); err != nil {
			return c, fmt.Errorf("%s: %w", r.file, err)
		}
	}
	// The flags that were given are set once more, on what the files say.
	over := pflag.NewFlagSet("cluster", pflag.ContinueOnError)
	clusterFlags(over, &c)
	var errs []error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if over.Lookup(f.Name) != nil {
			errs = append(errs, over.Set(f.Name, f.Value.String()))
		}
	})
	return c, errors.Join(append(errs, c.Validate())...)
}

func (r *recommendFlags) results(cmd *cobra.Command, c recommend.Cluster, files []string) (*benchreport.Input, error) {
	if !r.run {
		if len(files) == 0 {
			return nil, usagef("%s needs files of results, or --run to measure: see %s --help", cmd.CommandPath(), cmd.CommandPath())
		}
		return benchreport.Read(files...)
	}
	own, err := r.measure(cmd, c)
	if err != nil {
		return nil, err
	}
	in, err := benchreport.Read(own...)
	if err != nil || len(files) == 0 {
		return in, err
	}
	// What others measured elsewhere must not outweigh what was measured for this.
	more, err := benchreport.Read(files...)
	if err != nil {
		return nil, err
	}
	here := recommend.MachineOf(in.Results[0])
	for _, result := range more.Results {
		if recommend.MachineOf(result) == here {
			in.Results = append(in.Results, result)
		}
	}
	in.Warnings = append(in.Warnings, more.Warnings...)
	return in, nil
}

func (r *recommendFlags) write(cmd *cobra.Command, a *recommend.Advice) error {
	switch r.format {
	case "markdown":
		return a.WriteMarkdown(cmd.OutOrStdout())
	case "json":
		return a.WriteJSON(cmd.OutOrStdout())
	}
	return a.WriteText(cmd.OutOrStdout())
}

func (r *recommendFlags) check(a *recommend.Advice) error {
	var failed []string
	for _, c := range r.conditions {
		if holds, found := c.Holds(a); holds {
			failed = append(failed, fmt.Sprintf("--fail-if=%q holds: %s", c.String(), found))
		}
	}
	if failed != nil {
		return errors.New(strings.Join(failed, "; "))
	}
	return nil
}

// adviceOptions offer the stores of the catalogue, in its order.
func adviceOptions() recommend.Options {
	return recommend.Options{Offers: offersOf(catalog.All()), Copying: offersOf(catalog.Copying())}
}

func offersOf(variants []catalog.Variant) (offers []recommend.Offer) {
	for _, v := range variants {
		offers = append(offers, recommend.Offer{Name: v.Name, Guarantees: v.Guarantees, Constructor: constructorOf(v.Name)})
	}
	return offers
}

// constructorOf is how a program names a store's constructor.
func constructorOf(store string) string {
	if store == "sharded-xsync" {
		return "sharded.NewXsync"
	}
	return store + ".New"
}
