package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"informerbench/bench/scenarios"
	benchreport "informerbench/report"
	"informerbench/report/page"
)

// reportFlags say what the page is made of and where it goes.
type reportFlags struct {
	out, markdown string
	options       page.Options
}

const reportLong = `report writes one HTML file that needs nothing else: the verdict first, then for each
scenario charts with 95% intervals, the table behind each chart, the machine, the commands
that repeat the run, and the raw data. It has no script and loads nothing, so it can be
mailed, archived and opened offline. --markdown writes the same as Markdown for a pull request.

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
  benchgen report --title='Our cluster' --profiles=profiles results/mine/bench.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd.OutOrStdout(), args) },
	}
	f := cmd.Flags()
	f.StringVarP(&r.out, "out", "o", "report.html", "HTML file to write, - for standard output")
	f.StringVar(&r.markdown, "markdown", "", "Markdown file to write as well")
	f.StringVar(&r.options.Profiles, "profiles", "", "folder of *.pprof files to show as flame graphs")
	f.StringVar(&r.options.Title, "title", "", "heading of the page")
	f.StringVar(&r.options.Base, "base", "", "label to compare with (default client-go as it ships)")
	f.Float64Var(&r.options.Alpha, "alpha", 0.05, "call a difference significant if its corrected p is below this")
	f.Float64Var(&r.options.MinEffect, "min-effect", benchreport.DefaultMinEffect, "least distance of a ratio from 1 that counts")
	return cmd
}

func (r *reportFlags) run(stdout io.Writer, args []string) error {
	if r.options.Alpha <= 0 || r.options.Alpha >= 1 {
		return usagef("--alpha is %v: it must lie between 0 and 1", r.options.Alpha)
	}
	if r.options.MinEffect < 0 {
		return usagef("--min-effect is %v: it must not be negative", r.options.MinEffect)
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
	r.options.Questions = map[string]string{}
	for _, s := range scenarios.All() {
		r.options.Questions[s.Name] = s.Question
	}
	p, err := page.Build(in, r.options)
	if err != nil {
		return err
	}
	if err := writePage(stdout, r.out, p.WriteHTML); err != nil {
		return err
	}
	if r.markdown == "" {
		return nil
	}
	return writePage(stdout, r.markdown, p.WriteMarkdown)
}

// writePage replaces the file when all of it is written, and says how large it is.
func writePage(stdout io.Writer, path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(stdout)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	partial := path + ".partial"
	if err := os.WriteFile(partial, b.Bytes(), 0o644); err != nil {
		return err
	}
	if err := os.Rename(partial, path); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, "%s: %.1f kB\n", path, float64(b.Len())/1000)
	return err
}
