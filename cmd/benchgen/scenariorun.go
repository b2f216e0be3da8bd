package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"informerbench/bench/scenarios"
	"informerbench/reflectorbench"
)

type scenarioFlags struct {
	names                                []string
	stores, queues, objects, out, commit string
	count                                int
	quick                                bool
	params                               scenarios.Params
}

func newScenarioRun() *cobra.Command {
	s := scenarioFlags{params: scenarios.Free()}
	cmd := &cobra.Command{
		Use:   "run NAME[,NAME…]|all|main",
		Short: "measure scenarios, every informer beside client-go's, and compare",
		Long: `run measures each informer, and what a scenario measures in an informer's place, in a process of its
own, round by round in turn, so that the machine's drift meets all alike. client-go's informer is
always measured along, twice: the line that ends in /again shows what is only noise. main stands
for the scenarios that are measured with a million objects too.

Every process ends by comparing stores, indexes and what each handler was told with the source,
object by object; one that lost an object fails, and ends the run.

It leaves raw Go benchmark text, the comparison and the description of the machine in the folder
--out, and prints the comparison. Interrupted, it keeps what was finished in a file that ends in
.partial, which benchgen compare reads.`,
		Example: `  benchgen scenario run rollout-storm --store=mvcc --count=10 --out=results/mine
  benchgen scenario run steady-churn,node-failure --objects=10k,100k --readers=8 --indexes=6 --profile=real
  benchgen scenario run main --objects=1M --store=mvcc,cow --count=4
  benchgen scenario run all --quick --out=/tmp/try   # only to try`,
		Args:              someArgs("names of scenarios, or all"),
		ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			s.names = splitList(strings.Join(args, ","))
			return s.run(cmd)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.stores, "store", "all", "stores of our informer: names that benchgen stores lists, separated by commas, or all")
	f.StringVar(&s.queues, "queue", "inorder", "queues of our informer, separated by commas: inorder, deltafifo, direct (none)")
	f.StringVar(&s.objects, "objects", "", "populations: 10k, 100k, 1M or numbers, separated by commas (default: each scenario's, 100k)")
	f.IntVar(&s.count, "count", 10, "rounds; a claim needs 10, a verdict 4")
	s.params.AddFlags(f)
	f.BoolVar(&s.quick, "quick", false, "one round with few objects, where nothing else is said: proves that everything runs; its numbers mean nothing")
	f.StringVar(&s.commit, "commit", "", "commit to note in the results (default what the build recorded)")
	f.StringVar(&s.out, "out", "results/latest/scenarios", "folder for the results")
	return cmd
}

// What --quick takes where nothing else is said.
const (
	quickObjects = 2000
	quickLength  = time.Second
	quickPeriod  = 200 * time.Millisecond
)

func (s *scenarioFlags) run(cmd *cobra.Command) error {
	run, err := s.plan(cmd.Flags())
	if err != nil {
		return err
	}
	run.Stderr = cmd.ErrOrStderr()
	if err := run.Do(cmd.Context()); err != nil {
		return err
	}
	return s.publish(cmd)
}

func (s *scenarioFlags) plan(flags *pflag.FlagSet) (*scenarios.Run, error) {
	chosen, err := scenarios.Select(s.names)
	if err != nil {
		return nil, usageError{err}
	}
	stores, err := parseStores(s.stores)
	if err != nil {
		return nil, err
	}
	objects, err := parseObjects(s.objects)
	if err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program to start the processes: %w", err)
	}
	run := &scenarios.Run{
		Scenarios: chosen, Stores: stores, Queues: splitList(s.queues), Objects: objects, Params: s.params, Rounds: s.count,
		Commit: s.commit, Exe: exe, Start: startScenarioprocess, Out: filepath.Join(s.out, benchFile),
	}
	if s.quick {
		s.hurry(run, flags)
	}
	if err := run.Validate(); err != nil {
		return nil, usageError{err}
	}
	return run, nil
}

// hurry makes all small that nobody chose.
func (s *scenarioFlags) hurry(run *scenarios.Run, flags *pflag.FlagSet) {
	if !flags.Changed("objects") {
		run.Objects = []int{quickObjects}
	}
	if !flags.Changed("count") {
		run.Rounds = 1
	}
	if !flags.Changed("length") {
		run.Params.Length = quickLength
	}
	if !flags.Changed("period") {
		run.Params.Period = quickPeriod
	}
}

// publish writes the comparison and the machine beside the raw results, and prints the comparison.
func (s *scenarioFlags) publish(cmd *cobra.Command) error {
	raw := filepath.Join(s.out, benchFile)
	if err := writeScenarioComparison(cmd.OutOrStdout(), raw, shownScenarioUnits, terminalWidth()); err != nil {
		return err
	}
	if err := writeScenarioComparisonFile(s.out); err != nil {
		return err
	}
	machine := reflectorbench.MachineText(s.commit) + "command: " + scenarioCommand(cmd, s.names) + "\n"
	if err := os.WriteFile(filepath.Join(s.out, machineFile), []byte(machine), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "results in %s: %s (raw), %s (all units), %s\n", s.out, benchFile, compareFile, machineFile)
	return nil
}

// scenarioCommand is what repeats this run, in this folder's program: with what was chosen.
func scenarioCommand(cmd *cobra.Command, names []string) string {
	words := []string{"bin/benchgen scenario run " + strings.Join(names, ",")}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != "commit" && f.Name != "out" {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	return strings.Join(words, " ")
}
