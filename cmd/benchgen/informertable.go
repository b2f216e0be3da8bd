package main

import (
	"io"

	"github.com/spf13/cobra"

	"informerbench/bench/informerbench"
)

func newInformertable() *cobra.Command {
	return newTable("informertable", "informerbench", "results/latest/informer", writeInformerTables)
}

// writeInformerTables prints every section that has results, and then how the informers stand.
func writeInformerTables(w io.Writer, width int, markdown bool, paths ...string) error {
	return writeSections(w, width, markdown, informerbench.Base, informerbench.Again, informerbench.Sections(), paths...)
}
