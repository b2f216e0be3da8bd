package main

import (
	"github.com/spf13/cobra"
	"golang.org/x/perf/benchunit"

	"informerbench/bench/scenarios"
	benchreport "informerbench/report"
	"informerbench/report/page"
)

// reportFlags say what the page is made of and where it goes.
type reportFlags struct {
	out, markdown string
	force         bool
	cluster       recommendFlags // of it, only what describes a cluster
	options       page.Options
}

const reportLong = `report writes one HTML file that needs nothing else: the verdict first, then for each
scenario charts with 95% intervals, the table behind each chart, the machine, the commands
that repeat the run, and the raw data. It has no script and loads nothing, so it can be
mailed, archived and opened offline. --markdown writes the same as Markdown for a pull request.

With a description of a cluster, in the words of benchgen recommend, the page begins with the
recommendation that these results give, and how far it meets the objectives.

A report of ours that is there already is replaced; any other file only with --force.

Give files of Go benchmark text, or folders: all files named bench.txt below them are read.
Without any, it is results/latest, where make bench leaves its results. Results of different
machines or commits are never compared with each other.`

func newReport() *cobra.Command {
	var r reportFlags
	cmd := &cobra.Command{
		Use:   "report [flags] [FILE|DIR...]",
		Short: "write results as one HTML page: verdict, charts, tables, raw data",
		Long:  reportLong,
		Example: `  benchgen report
  benchgen report --out=stores.html --markdown=stores.md results/stores/10k-100k
  benchgen report --title='Our cluster' --profiles=profiles results/mine/bench.txt
  benchgen report --cluster=cluster.yaml --memory-limit=2Gi results/latest`,
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&r.out, "out", "o", "report.html", "HTML file to write, - for standard output")
	f.StringVar(&r.markdown, "markdown", "", "Markdown file to write as well")
	f.BoolVar(&r.force, "force", false, "replace what is there even if it is no report")
	f.StringVar(&r.options.Profiles, "profiles", "", "folder of *.pprof files to show as flame graphs, and how they differ from client-go's")
	f.StringVar(&r.options.Title, "title", "", "heading of the page")
	f.StringVar(&r.options.Base, "base", "", "label to compare with (default client-go as it ships)")
	f.Float64Var(&r.options.Alpha, "alpha", 0.05, "call a difference significant if its corrected p is below this")
	f.Float64Var(&r.options.MinEffect, "min-effect", benchreport.DefaultMinEffect, "least distance of a ratio from 1 that counts")
	adviceFlags(f, &r.cluster)
	return cmd
}

func (r *reportFlags) run(cmd *cobra.Command, args []string) error {
	if r.options.Alpha <= 0 || r.options.Alpha >= 1 {
		return usagef("--alpha is %v: it must lie between 0 and 1", r.options.Alpha)
	}
	if r.options.MinEffect < 0 {
		return usagef("--min-effect is %v: it must not be negative", r.options.MinEffect)
	}
	if err := r.checkTargets(); err != nil {
		return err
	}
	files, err := resultFiles(args)
	if err != nil {
		return err
	}
	in, err := benchreport.Read(files...)
	if err != nil {
		return err
	}
	if r.options.Raw, err = rawFiles(files); err != nil {
		return err
	}
	r.options.Commands = repeatCommands(files)
	r.askScenarios()
	if r.options.Advice, err = r.advice(cmd, in); err != nil {
		return err
	}
	p, err := page.Build(in, r.options)
	if err != nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	if err := writePage(stdout, r.out, p.WriteHTML); err != nil {
		return err
	}
	if r.markdown == "" {
		return nil
	}
	return writePage(stdout, r.markdown, p.WriteMarkdown)
}

// askScenarios tells what each scenario asks, and which figures answer it.
func (r *reportFlags) askScenarios() {
	r.options.Questions, r.options.Figures = map[string]string{}, map[string][]page.Figure{}
	for _, s := range scenarios.All() {
		r.options.Questions[s.Name] = s.Question
		for _, f := range s.Figures() {
			_, unit := benchunit.Tidy(1, f.Unit)
			r.options.Figures[s.Name] = append(r.options.Figures[s.Name], page.Figure{Title: f.Title, Measure: f.Measure, Op: f.Op, Unit: unit})
		}
	}
}
