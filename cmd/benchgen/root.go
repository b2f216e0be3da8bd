package main

import (
	"context"
	"io"
	"log/slog"

	"github.com/spf13/cobra"
	"k8s.io/klog/v2"
)

const rootLong = `benchgen answers one question with evidence: which informer store should a
controller on a large cluster use?

It generates realistic Kubernetes objects and event streams, serves them in memory
or over real HTTP, drives them through reflector, queue, controller, indexer, store
and handlers, measures every stage beside client-go, and compares.

Results are Go benchmark text on standard output; progress and logs go to standard
error.

Exit codes: 0 done; 1 failed or interrupted, or more than this machine has memory for;
2 wrong usage.`

const rootExample = `  benchgen stores
  benchgen run --store=cow --objects=10000 > cow.txt
  benchgen bench --scale=10k --count=10 --out=results/mine
  benchgen compare --col=/store results/mine/bench.txt
  benchgen report --out=report.html results/mine`

// run is the whole command: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	// client-go logs through klog; one handler on stderr keeps stdout for results.
	klog.SetSlogLogger(slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return report(ctx, stderr, root.ExecuteContext(ctx))
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:     "benchgen",
		Short:   "measure and compare informer stores for large Kubernetes clusters",
		Long:    rootLong,
		Example: rootExample,
		// Errors are printed once, in one line, by report.
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q: see benchgen --help", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		newGenerate(), newRead(), newServe(), newRun(), newSource(), newFit(),
		newBench(), newSmoke(), newProfile(), newProfileprocess(), newCompare(), newSummary(), newStores(),
		newReport(),
		newStorebench(), newStoretable(), newStoreprocess(),
		newInformerbench(), newInformertable(), newInformerprocess(),
		newSyncbench(), newSynctable(), newSyncserver(), newSyncprocess(),
		newCompactbench(), newCompacttable(), newCompactserver(), newCompactprocess(),
		newScenario(), newScenarioprocess(),
		newOverlay(), newRecommend(), newMerge(),
		newRecord(), newTrace(),
	)
	addCompletions(root)
	return root
}

// noArgs refuses positional arguments as wrong usage.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, got %q: see %s --help", cmd.CommandPath(), args, cmd.CommandPath())
	}
	return nil
}

// someArgs wants at least one positional argument, named so in the error.
func someArgs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s needs %s: see %s --help", cmd.CommandPath(), what, cmd.CommandPath())
		}
		return nil
	}
}
