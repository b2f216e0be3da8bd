package main

import (
	"io"

	"github.com/spf13/cobra"

	"informerbench/bench/syncbench"
)

func newSynctable() *cobra.Command {
	return newTable("synctable", "syncbench", "results/latest/sync", writeSyncTables)
}

// writeSyncTables prints every section that has results, and then how the informers stand.
func writeSyncTables(w io.Writer, width int, markdown bool, paths ...string) error {
	return writeSections(w, width, markdown, syncbench.Base, syncbench.Again, syncbench.Sections(), paths...)
}
