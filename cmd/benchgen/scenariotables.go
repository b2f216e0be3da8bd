package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	benchreport "informerbench/report"
)

func newScenarioTable() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "table FILE|DIR...",
		Short: "print the figures that answer each scenario's question, against client-go's",
		Long: `table prints, for results of benchgen scenario run, in which figures each informer is better than
client-go's and in which worse, and then for each scenario its question and the few figures that
answer it, with intervals and corrected verdicts. Of folders all files named bench.txt below them
are read. All other figures are in comparison.txt beside the results, and in benchgen report.`,
		Example: `  benchgen scenario table results/latest/scenarios
  benchgen scenario table --format=markdown results/mine/bench.txt > table.md
  benchgen scenario table results/mine/bench.txt.partial   # of a run that was interrupted`,
		Args: someArgs("at least one file or folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "markdown" {
				return usagef("unknown format %q: allowed are text, markdown", format)
			}
			return scenarioTable(cmd.OutOrStdout(), args, format == "markdown")
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or markdown")
	return cmd
}

func scenarioTable(w io.Writer, args []string, markdown bool) error {
	files, err := resultFiles(args)
	if err != nil {
		return err
	}
	in, err := benchreport.Read(files...)
	if err != nil {
		return err
	}
	all, err := scenarioSummaries(in)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s\n", scenarioLegend)
	return writeScenarioTables(w, all, terminalWidth(), markdown, "##")
}

// committedScenarios is where runs of scenarios are kept, each in a folder.
const committedScenarios = "results/scenarios"

// writeScenarioPage rewrites the comparison of each committed run, and the generated part of their page. Without such runs
// it does nothing.
func writeScenarioPage() error {
	page := filepath.Join(committedScenarios, pageFile)
	runs, err := filepath.Glob(filepath.Join(committedScenarios, "*", benchFile))
	if _, noPage := os.Stat(page); err != nil || len(runs) == 0 || noPage != nil {
		return err
	}
	slices.SortFunc(runs, bySize)
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s\n", scenarioLegend)
	for _, raw := range runs {
		dir := filepath.Dir(raw)
		if err := writeScenarioComparisonFile(dir); err != nil {
			return err
		}
		in, err := benchreport.Read(raw)
		if err != nil {
			return err
		}
		all, err := scenarioSummaries(in)
		if err != nil {
			return fmt.Errorf("%s: %w", raw, err)
		}
		machine, err := os.ReadFile(filepath.Join(dir, machineFile))
		if err != nil {
			return fmt.Errorf("the run's machine: %w", err)
		}
		fmt.Fprintf(&text, "## [%s](%[1]s/)\n\n", filepath.Base(dir))
		if err := writeScenarioTables(&text, all, 0, true, "###"); err != nil {
			return err
		}
		fmt.Fprintf(&text, "```\n%s```\n\n", machine)
	}
	return fill(page, text.String())
}

// bySize puts runs such as 100k before 1m: more digits do not mean more objects.
func bySize(a, b string) int {
	return cmp.Or(cmp.Compare(runSize(a), runSize(b)), cmp.Compare(a, b))
}

func runSize(raw string) int {
	name := filepath.Base(filepath.Dir(raw))
	n, unit := 0, ""
	fmt.Sscanf(name, "%d%s", &n, &unit)
	if unit != "" {
		n *= map[byte]int{'k': 1000, 'm': 1000_000, 'M': 1000_000}[unit[0]]
	}
	return n
}
