package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	benchreport "informerbench/report"
)

const compareLong = `compare reads Go benchmark text and prints benchstat tables, one for each unit.
Projections and filters are in benchstat's syntax. Each column is compared with the
base column: "~" is no significant difference, "≈" a significant one that is smaller
than --min-effect, and with too few samples there is no verdict. The p-values are
corrected for their number (Holm). A column that measures the base again is counted:
what it differs by is noise. Results of different machines, runtime settings or
commits are never mixed; commits may differ between files.

Files compared with each other, and --refs, end in a gate: exit code 1 when a row is
significantly worse by more than --threshold, when allocations or bytes are worse at
all, when there is something of which there was nothing, or when that cannot be told:
rows missing on one side, damaged lines, too few samples. --gate makes other columns
end so, --gate=false only shows.

With --refs the arguments are commits: a base and, unless the folder as it is is
meant, one to compare with it. Both are checked out beside each other, built, and
measured in turns, the base twice; nothing else should run meanwhile. What was
measured and compared is left in the folder --out.`

// compareFlags is what compare may be told.
type compareFlags struct {
	options benchreport.Options
	layout  benchreport.Layout
	format  string
	gate    gateFlags
	refs    refsFlags
}

func newCompare() *cobra.Command {
	var c compareFlags
	cmd := &cobra.Command{
		Use:   "compare [flags] FILE... | compare --refs [flags] BASE [HEAD]",
		Short: "print benchstat tables of benchmark files or of two commits, and fail on regressions",
		Long:  compareLong,
		Example: `  benchgen compare old.txt new.txt
  benchgen compare --threshold=10%,p99-get-ns=25% --format=markdown base=old.txt head=new.txt
  benchgen compare --refs main
  benchgen compare --refs --count=20 --store=mvcc v1.0 HEAD
  benchgen compare --col=/store --ignore=.file --base=clientgo results/bench.txt
  benchgen compare --transpose --col=/informer,/queue,/store results/bench.txt
  benchgen compare --filter='.name:Read /op:get' --col=/store results/bench.txt`,
		Args: someArgs("at least one file"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.register(cmd)
	return cmd
}

func (c *compareFlags) register(cmd *cobra.Command) {
	f, o := cmd.Flags(), &c.options
	f.StringVar(&o.Table, "table", "", "split results into tables by this projection (default .config)")
	f.StringVar(&o.Row, "row", "", "split results into rows by this projection (default .fullname)")
	f.StringVar(&o.Col, "col", "", "compare across this projection (default .file)")
	f.StringVar(&o.Ignore, "ignore", "", "ignore variations in these keys")
	f.StringVar(&o.Filter, "filter", "", "use only results that match this filter")
	f.StringVar(&o.Base, "base", "", "label of the column to compare with (default the first)")
	f.Float64Var(&o.Alpha, "alpha", 0.05, "call a difference significant if p is below this")
	f.BoolVar(&o.Holm, "holm", true, "correct p for the number of comparisons: of a table, or of all when there is a gate")
	f.BoolVar(&c.layout.Transposed, "transpose", false, "print what is compared as lines, and rows as columns")
	f.IntVar(&c.layout.Width, "width", terminalWidth(), "characters in a line of a table, 0 for no limit (default the terminal's)")
	f.StringVar(&c.format, "format", "text", "text, csv, markdown or json")
	c.gate.register(f)
	c.refs.register(f)
}

// run measures if commits are given, compares, and judges.
func (c *compareFlags) run(cmd *cobra.Command, args []string) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.refs.on {
		return c.compareRefs(cmd, args)
	}
	if !cmd.Flags().Changed("gate") {
		// Stores are to differ; files, of two commits or two machines' settings, are compared to see whether they do.
		c.gate.on = c.options.Col == "" && len(args) > 1
	}
	return c.compare(cmd, args)
}

// check refuses what is wrong before anything is read or measured.
func (c *compareFlags) check() (err error) {
	if c.layout.Width < 0 {
		return usagef("width is %d: it must not be negative", c.layout.Width)
	}
	if _, known := compareFormats[c.format]; !known {
		return usagef("unknown format %q: allowed are text, csv, markdown, json", c.format)
	}
	c.options.MinEffect, err = c.gate.parse()
	return err
}

// compare reads the files, prints the comparison, and fails if the gate does.
func (c *compareFlags) compare(cmd *cobra.Command, paths []string) error {
	comparison, result, err := c.judged(paths)
	if err != nil {
		return err
	}
	if err := c.fit(cmd, comparison); err != nil {
		return err
	}
	if err := compareFormats[c.format](cmd, c.layout, comparison, result); err != nil {
		return err
	}
	return gateError(result)
}

// fit refuses a width that was asked for and cannot be kept. What was measured just now is shown all the same.
func (c *compareFlags) fit(cmd *cobra.Command, comparison *benchreport.Comparison) error {
	least := comparison.LeastWidth(c.layout)
	if c.format != "text" || c.layout.Width == 0 || c.layout.Width >= least || !cmd.Flags().Changed("width") {
		return nil
	}
	problem := fmt.Sprintf("width is %d: lines of these tables need %d characters", c.layout.Width, least)
	if c.refs.on {
		fmt.Fprintln(cmd.ErrOrStderr(), problem)
		return nil
	}
	if turned := (benchreport.Layout{Transposed: !c.layout.Transposed}); comparison.LeastWidth(turned) < least {
		problem += fmt.Sprintf(", or %d with --transpose=%v", comparison.LeastWidth(turned), turned.Transposed)
	}
	return usagef("%s; give that many, or --width=0 for no limit", problem)
}

// judged is the comparison and, with a gate, what that says.
func (c *compareFlags) judged(paths []string) (*benchreport.Comparison, *benchreport.GateResult, error) {
	in, err := benchreport.Read(paths...)
	if err != nil {
		return nil, nil, err
	}
	if c.gate.on {
		c.options.Family = benchreport.WholeComparison
	}
	comparison, err := benchreport.Compare(in, c.options)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if !c.gate.on {
		return comparison, nil, nil
	}
	result, err := benchreport.Gate(comparison, c.gate.options)
	if err != nil {
		return nil, nil, usageError{err}
	}
	return comparison, result, nil
}

// compareFormats print a comparison and the gate's result, unless that is nil.
var compareFormats = map[string]func(*cobra.Command, benchreport.Layout, *benchreport.Comparison, *benchreport.GateResult) error{
	"text": func(cmd *cobra.Command, l benchreport.Layout, c *benchreport.Comparison, r *benchreport.GateResult) error {
		return writeCompareText(cmd.OutOrStdout(), l, c, r)
	},
	"markdown": func(cmd *cobra.Command, _ benchreport.Layout, c *benchreport.Comparison, r *benchreport.GateResult) error {
		return writeCompareMarkdown(cmd.OutOrStdout(), c, r)
	},
	"csv": func(cmd *cobra.Command, _ benchreport.Layout, c *benchreport.Comparison, r *benchreport.GateResult) error {
		for _, line := range c.Remarks() { // CSV has no place for them
			fmt.Fprintln(cmd.ErrOrStderr(), line)
		}
		if r != nil {
			if err := r.WriteText(cmd.ErrOrStderr()); err != nil {
				return err
			}
		}
		return c.WriteCSV(cmd.OutOrStdout())
	},
	"json": func(cmd *cobra.Command, _ benchreport.Layout, c *benchreport.Comparison, r *benchreport.GateResult) error {
		return c.WriteJSON(cmd.OutOrStdout(), r)
	},
}

func writeCompareText(w io.Writer, l benchreport.Layout, c *benchreport.Comparison, r *benchreport.GateResult) error {
	if err := c.WriteText(w, l); err != nil || r == nil {
		return err
	}
	return r.WriteText(w)
}

// writeCompareMarkdown puts the outcome first: the tables are long.
func writeCompareMarkdown(w io.Writer, c *benchreport.Comparison, r *benchreport.GateResult) error {
	if r != nil {
		if err := r.WriteMarkdown(w); err != nil {
			return err
		}
	}
	return c.WriteMarkdown(w)
}

// pageWidth is the width of tables in files.
const pageWidth = 140

// terminalWidth is the width to fit tables into: the terminal's, or enough for a
// page of text elsewhere.
func terminalWidth() int {
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return w
	}
	return pageWidth
}
