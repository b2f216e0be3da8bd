package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"informerbench/reflectorbench"
)

func newRun() *cobra.Command {
	cell := reflectorbench.DefaultCell()
	cmd := &cobra.Command{
		Use:   "run",
		Short: "measure one pipeline cell in this process",
		Long: `run drives one population and one stream of events through one pipeline and prints
Go benchmark text. It ends by comparing the store with the source, object by object;
a run that lost or invented an object fails and prints no results.

With --trace it replays a recorded cluster: the listed objects are the population, and the events
follow at their recorded times, --speed times as fast, or with --speed=max without a pause. The phases
share the events, each measure the same number; one alone (--measures=latency) gets them all. A trace
that is too short is an error, and never repeated. With --settings the generator makes what resembles a
recorded cluster, at any size: benchgen fit writes such settings.

With --source=cluster it lists and watches a real cluster, read-only: the one that
--kubeconfig names, the default one of kubectl, or the one that it runs in.`,
		Example: `  benchgen run --store=cow --objects=100000
  benchgen run --informer=clientgo --store=clientgo --queue=realfifo --source=http
  benchgen run --store=sharded --measures=read --readers=8 --skew=uniform
  benchgen run --store=cow --kubeconfig=$HOME/.kube/config
  benchgen run --store=mvcc --trace=prod.trace --speed=10
  benchgen run --store=mvcc --trace=prod.trace --speed=1 --measures=sync,latency
  benchgen run --store=mvcc --settings=prod.json --objects=1M`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cell.Kubeconfig != "" && !cmd.Flags().Changed("source") {
				cell.Source = reflectorbench.Cluster
			}
			if err := useSettings(cmd, &cell); err != nil {
				return err
			}
			if err := reflectorbench.UseListMode(cell); err != nil {
				return err
			}
			if err := useOwnServer(&cell); err != nil {
				return err
			}
			return reflectorbench.Run(cmd.Context(), cell, cmd.OutOrStdout(), func(phase string) {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cell.Name(), phase)
			})
		},
	}
	addCellFlags(cmd, &cell)
	return cmd
}

// addCellFlags gives the command a flag for each field of the cell.
func addCellFlags(cmd *cobra.Command, cell *reflectorbench.Cell) {
	fs := flag.NewFlagSet("cell", flag.ContinueOnError)
	reflectorbench.RegisterFlags(fs, cell)
	cmd.Flags().AddGoFlagSet(fs)
	cmd.Flags().SortFlags = false
}

// useOwnServer makes a cell over HTTP start this program again as its server, so that
// the server's heap and collector are not the measured ones.
func useOwnServer(cell *reflectorbench.Cell) error {
	if cell.Source != reflectorbench.HTTP || cell.SourceURL != "" {
		return nil
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program to start it as the HTTP server: %w", err)
	}
	cell.ServerExe = exe
	return nil
}

// newSource is what a cell over HTTP starts as its server; it ends with its input.
func newSource() *cobra.Command {
	cell := reflectorbench.DefaultCell()
	cmd := &cobra.Command{
		Use:   "source",
		Short: "serve one cell's source to a process that measures it over HTTP",
		Long: `source is benchgen serve with control endpoints, by which a run over HTTP plays events.
It prints its URL and serves until its input ends. benchgen run --source=http starts one by
itself; with --source-url it uses one that runs already, made with the same flags.`,
		Example: "  benchgen source --objects=10000",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return reflectorbench.ServeSource(cmd.Context(), cell, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	addCellFlags(cmd, &cell)
	return cmd
}
