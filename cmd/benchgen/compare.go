package main

import (
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	benchreport "informerbench/report"
)

func newCompare() *cobra.Command {
	var o benchreport.Options
	var layout benchreport.Layout
	var format string
	cmd := &cobra.Command{
		Use:   "compare [flags] FILE...",
		Short: "print benchstat tables of benchmark files",
		Long: `compare reads Go benchmark text and prints benchstat tables, one for each unit.
Projections and filters are in benchstat's syntax. Each column is compared with the
base column; "~" means no significant difference, and with fewer than four samples
on a side there is no verdict.`,
		Example: `  benchgen compare old.txt new.txt
  benchgen compare --col=/store --ignore=.file --base=clientgo results/bench.txt
  benchgen compare --transpose --col=/informer,/queue,/store results/bench.txt
  benchgen compare --filter='.name:Read /op:get' --col=/store results/bench.txt`,
		Args: someArgs("at least one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if layout.Width < 0 {
				return usagef("width is %d: it must not be negative", layout.Width)
			}
			in, err := benchreport.Read(args...)
			if err != nil {
				return err
			}
			c, err := benchreport.Compare(in, o)
			if err != nil {
				return usageError{err}
			}
			switch format {
			case "text":
				return c.WriteText(cmd.OutOrStdout(), layout)
			case "csv":
				return c.WriteCSV(cmd.OutOrStdout())
			}
			return usagef("unknown format %q: allowed are text, csv", format)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Table, "table", "", "split results into tables by this projection (default .config)")
	f.StringVar(&o.Row, "row", "", "split results into rows by this projection (default .fullname)")
	f.StringVar(&o.Col, "col", "", "compare across this projection (default .file)")
	f.StringVar(&o.Ignore, "ignore", "", "ignore variations in these keys")
	f.StringVar(&o.Filter, "filter", "", "use only results that match this filter")
	f.StringVar(&o.Base, "base", "", "label of the column to compare with (default the first)")
	f.Float64Var(&o.Alpha, "alpha", 0.05, "call a difference significant if p is below this")
	f.BoolVar(&layout.Transposed, "transpose", false, "print what is compared as lines, and rows as columns")
	f.IntVar(&layout.Width, "width", terminalWidth(), "characters in a line, 0 for no limit (default the terminal's)")
	f.StringVar(&format, "format", "text", "text or csv")
	return cmd
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
