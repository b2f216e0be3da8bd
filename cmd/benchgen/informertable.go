package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"
	"golang.org/x/perf/benchunit"

	"informerbench/bench/informerbench"
	benchreport "informerbench/report"
)

func newInformertable() *cobra.Command {
	return &cobra.Command{
		Use:   "informertable FILE...",
		Short: "print the tables of ratios of results that informerbench left",
		Example: `  benchgen informertable results/latest/informer/bench.txt
  benchgen informertable results/latest/informer/bench.txt.partial   # of a run that was interrupted`,
		Args: someArgs("at least one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return writeInformerTables(cmd.OutOrStdout(), terminalWidth(), false, args...)
		},
	}
}

// writeInformerTables prints every section that has results, and then how the informers stand.
func writeInformerTables(w io.Writer, width int, markdown bool, paths ...string) error {
	in, err := benchreport.Read(paths...)
	if err != nil {
		return err
	}
	var sections []ratioSection
	for _, s := range informerbench.Sections() {
		o := benchreport.SummaryOptions{Group: s.Group, Subject: s.Columns, Base: s.Base, Ignore: s.Ignore}
		for _, f := range s.Figures {
			_, unit := benchunit.Tidy(1, f.Unit)
			o.Figures = append(o.Figures, benchreport.Figure{Title: f.Title, Filter: f.Filter, Unit: unit})
		}
		summary, err := benchreport.Summarize(in, o)
		if errors.Is(err, benchreport.ErrNotMeasured) {
			continue
		}
		if err != nil {
			return err
		}
		sections = append(sections, ratioSection{s.Title, s.Note, summary, informerTargets(s), s.About})
	}
	return ratioPage{"informer", informerbench.Base, informerbench.Again, sections}.write(w, width, markdown)
}

func informerTargets(s informerbench.Section) benchreport.Targets {
	return func(column string, figure int, group string) (benchreport.Target, bool) {
		t, ok := s.Target(column, figure, group)
		return benchreport.Target{AtLeast: t.AtLeast, AtMost: t.AtMost}, ok
	}
}
