package main

import (
	"io"

	"github.com/spf13/cobra"

	"informerbench/bench/compactbench"
)

func newCompacttable() *cobra.Command {
	return newTable("compacttable", "compactbench", "results/latest/compact", writeCompactTables)
}

// writeCompactTables prints every section that has results, and then how the informers stand.
func writeCompactTables(w io.Writer, width int, markdown bool, paths ...string) error {
	return writeSections(w, width, markdown, compactbench.Base, compactbench.Again, compactbench.Sections(), paths...)
}
