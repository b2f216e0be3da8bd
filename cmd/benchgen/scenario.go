package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"informerbench/bench/scenarios"
	"informerbench/workload"
)

func newScenario() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "scenario",
		Short: "measure informers in situations that a cluster gets into: a rollout storm, a lost node, …",
		Long: `scenario measures client-go's informer and ours in named situations, each with a page that says why
it is fair and what it leaves out.`,
		Example: `  benchgen scenario list
  benchgen scenario show rollout-storm
  benchgen scenario run rollout-storm,node-failure --objects=100k --store=mvcc,cow --count=10 --out=results/mine
  benchgen scenario table results/mine
  benchgen scenario run all --quick --out=/tmp/try   # only to try`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newScenarioList(), newScenarioShow(), newScenarioRun(), newScenarioTable())
	return cmd
}

func newScenarioList() *cobra.Command {
	var names bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the scenarios, what each asks and its default parameters",
		Example: `  benchgen scenario list
  for s in $(benchgen scenario list --names); do benchgen scenario run $s --out=results/$s; done`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if names {
				_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.Join(scenarios.Names(), "\n"))
				return err
			}
			return writeScenarios(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&names, "names", false, "print the names only, one a line")
	return cmd
}

func writeScenarios(w io.Writer) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "SCENARIO\tAT 1M\tREADERS\tHANDLERS\tINDEXES\tRATE\tSOURCE\tQUESTION")
	for _, s := range scenarios.All() {
		million := "-"
		if s.Main {
			million = "yes"
		}
		p := s.Params()
		fmt.Fprintf(tab, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\n", s.Name, million, p.Readers, p.Handlers, p.Indexes, p.Rate, p.Source, s.Question)
	}
	return tab.Flush()
}

func newScenarioShow() *cobra.Command {
	return &cobra.Command{
		Use:     "show NAME",
		Short:   "print the page of a scenario",
		Example: "  benchgen scenario show node-failure",
		Args:    someArgs("the name of a scenario"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for i, name := range args {
				s, err := scenarios.Lookup(name)
				if err != nil {
					return usageError{err}
				}
				if i > 0 {
					fmt.Fprintln(cmd.OutOrStdout())
				}
				fmt.Fprint(cmd.OutOrStdout(), s.Page)
			}
			return nil
		},
		ValidArgsFunction: completeScenarios,
	}
}

func completeScenarios(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return scenarios.Names(), cobra.ShellCompDirectiveNoFileComp
}

// newScenarioprocess is what a run starts for each measurement.
func newScenarioprocess() *cobra.Command {
	cell := scenarios.DefaultCell()
	cmd := &cobra.Command{
		Use:     "scenarioprocess",
		Short:   "measure one cell of a scenario in this process",
		Example: "  benchgen scenarioprocess --scenario=rollout-storm --informer=ours --store=mvcc --queue=inorder --objects=10000",
		Hidden:  true,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			exe, err := os.Executable()
			if err != nil {
				return fmt.Errorf("finding this program to start the server: %w", err)
			}
			cell.ServerExe = exe
			if err := cell.UseListMode(); err != nil {
				return err
			}
			return cell.Run(cmd.Context(), cmd.OutOrStdout(), func(step string) {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cell.Name(), step)
			})
		},
	}
	cell.AddFlags(cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}

func startScenarioprocess(c scenarios.Cell) []string {
	return append([]string{"scenarioprocess"}, c.Args()...)
}

// parseObjects reads populations: names such as 100k, or numbers.
func parseObjects(list string) (out []int, err error) {
	for _, text := range splitList(list) {
		if n, err := strconv.Atoi(text); err == nil {
			if n < 1 || n > workload.MaxObjects {
				return nil, usagef("objects %d: it must lie between 1 and %d", n, workload.MaxObjects)
			}
			out = append(out, n)
			continue
		}
		scale, err := parseScales(text)
		if err != nil {
			return nil, usagef("unknown number of objects %q: want a number, or 10k, 100k, 1M, or several separated by commas", text)
		}
		out = append(out, scale...)
	}
	return out, nil
}
