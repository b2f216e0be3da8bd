package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	benchreport "informerbench/report"
)

// The tables of ratios that a run leaves beside its raw results.
const (
	tableFile = "ratios.txt"
	pageFile  = "README.md"
)

// ratioSection is one table of ratios with its targets.
type ratioSection struct {
	title, note string
	summary     *benchreport.Summary
	targets     benchreport.Targets
	// about, if set, tells what a column of a group stands for, where columns are not what is
	// compared on the whole page.
	about func(column, group string) (subject, label string)
}

// ratioPage is all tables of a run. Its columns are of one kind, such as stores; again is the base
// once more.
type ratioPage struct {
	kind, base, again string
	sections          []ratioSection
}

// tableWriter prints the tables of some results.
type tableWriter func(w io.Writer, width int, markdown bool, paths ...string) error

// newTable is the command that prints the tables of a suite once more, from results in that folder.
func newTable(name, suite, folder string, write tableWriter) *cobra.Command {
	return &cobra.Command{
		Use:   name + " FILE...",
		Short: "print the tables of ratios of results that " + suite + " left",
		Example: fmt.Sprintf("  benchgen %s %s/bench.txt\n", name, folder) +
			fmt.Sprintf("  benchgen %s %s/bench.txt.partial   # of a run that was interrupted", name, folder),
		Args: someArgs("at least one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return write(cmd.OutOrStdout(), terminalWidth(), false, args...)
		},
	}
}

// publishRatios writes the tables and, under the head, the description of the run beside the raw
// results in the folder, and prints the tables.
func publishRatios(cmd *cobra.Command, dir, head string, write tableWriter) error {
	raw := filepath.Join(dir, benchFile)
	var text, page bytes.Buffer
	page.WriteString(head)
	if err := errors.Join(write(&text, 0, false, raw), write(&page, 0, true, raw)); err != nil {
		return err
	}
	err := errors.Join(
		os.WriteFile(filepath.Join(dir, tableFile), text.Bytes(), 0o644),
		os.WriteFile(filepath.Join(dir, pageFile), page.Bytes(), 0o644),
		write(cmd.OutOrStdout(), terminalWidth(), false, raw))
	fmt.Fprintf(cmd.ErrOrStderr(), "results in %s: %s (raw), %s and %s (tables)\n", dir, benchFile, tableFile, pageFile)
	return err
}

// write prints the tables, and then how each column stands.
func (p ratioPage) write(w io.Writer, width int, markdown bool) error {
	fmt.Fprintf(w, "Each column is %[3]s %[4]s. That of %[1]s has values, the median of the rounds, and how far its 95%% interval reaches; the\n"+
		"others have ratios to it in the same run, with an interval, which holds what the ratio can be while both medians stay in\n"+
		"theirs, and p (Mann-Whitney, after Holm's correction over the columns of a line). ~ is no significant difference (p ≥ 0.05),\n"+
		"≈ a significant one of less than 2%%. A target is met or missed by the ratio of the medians. %[2]s is the same %[4]s once more: noise.\n\n",
		p.base, p.again, article(p.kind), p.kind)
	var all benchreport.Outcomes
	for _, s := range p.sections {
		writeHeading(w, s.title, s.note, markdown)
		if err := s.summary.WriteRatios(w, s.targets, width, markdown); err != nil {
			return err
		}
		if s.about != nil {
			all.CountTargets(s.summary, s.targets, s.about)
		} else {
			all.Count(s.summary, s.targets)
		}
	}
	return p.writeOutcomes(w, &all, markdown)
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an"
	}
	return "a"
}

func writeHeading(w io.Writer, title, note string, markdown bool) {
	if markdown {
		fmt.Fprint(w, "## ")
	}
	fmt.Fprintf(w, "%s\n\n", title)
	if note != "" {
		fmt.Fprintf(w, "%s\n\n", note)
	}
}

func (p ratioPage) writeOutcomes(w io.Writer, all *benchreport.Outcomes, markdown bool) error {
	if markdown {
		fmt.Fprint(w, "## ")
	}
	fmt.Fprintf(w, "How the %ss stand\n\nOf comparisons of equal %[1]ss one in twenty differs significantly by chance; more than that in\n"+
		"%[2]s is drift.\n\n", p.kind, p.again)
	for _, line := range all.Lines() {
		if markdown {
			line = strings.Replace("- "+line, "-   ", "  - ", 1)
		}
		fmt.Fprintln(w, line)
	}
	return nil
}
