package main

import (
	"github.com/spf13/cobra"

	"informerbench/bench/storebench"
)

// newStoreprocess is what storebench starts for each store and population.
func newStoreprocess() *cobra.Command {
	var p storebench.Process
	var rows, procs string
	cmd := &cobra.Command{
		Use:     "storeprocess",
		Short:   "measure one store with one population in this process",
		Example: "  benchgen storeprocess --store=cow --objects=100000 --rows=get",
		Hidden:  true,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if p.Rows, err = storebench.Select(splitList(rows)); err != nil {
				return usageError{err}
			}
			if p.Procs, err = parseProcs(procs); err != nil {
				return err
			}
			return p.Run(cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.Store, "store", "", "name of the store")
	f.IntVar(&p.Objects, "objects", 10_000, "population, a multiple of 1,000")
	f.StringVar(&rows, "rows", "all", "rows by their op, or all")
	f.StringVar(&procs, "procs", defaultProcs(), "values of GOMAXPROCS")
	f.Float64Var(&p.Pace, "pace", 1, "stretches the time of each row")
	f.StringVar(&p.Commit, "commit", "", "commit to note in the results")
	return cmd
}
