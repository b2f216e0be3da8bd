package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"informerbench/reflector"
	"informerbench/reflectorbench"
)

func newSmoke() *cobra.Command {
	var list string
	cmd := &cobra.Command{
		Use:   "smoke",
		Short: "prove in under a minute that every cell runs",
		Long: `smoke runs every pipeline, queue, mix, list mode and source once, on a small
population, with the check of each store against its source. It measures nothing.`,
		Example: "  benchgen smoke",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if list == "" {
				return smokeAll(cmd)
			}
			cell := reflectorbench.DefaultCell()
			cell.List = reflector.ListMode(list)
			if err := cell.Validate(); err != nil {
				return err
			}
			if err := reflectorbench.UseListMode(cell); err != nil {
				return err
			}
			// The numbers of such short runs mean nothing, so nobody is shown them.
			return reflectorbench.Smoke(cmd.Context(), cell.List, io.Discard, func(cell string) {
				fmt.Fprintln(cmd.ErrOrStderr(), cell)
			})
		},
	}
	cmd.Flags().StringVar(&list, "list", "", "only this list mode: stream, paged (default both)")
	return cmd
}

// smokeAll runs this program once for each list mode, because client-go reads the
// gate that selects it once in a process's life.
func smokeAll(cmd *cobra.Command) error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program to start it for each list mode: %w", err)
	}
	for _, mode := range []reflector.ListMode{reflector.ListStream, reflector.ListPaged} {
		c := exec.CommandContext(cmd.Context(), exe, "smoke", "--list="+string(mode))
		// An interrupt, as this program got, so that the child ends its own servers.
		c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
		c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
		if err := c.Run(); err != nil {
			return fmt.Errorf("smoke with list mode %s: %w", mode, err)
		}
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "every cell runs")
	return nil
}
