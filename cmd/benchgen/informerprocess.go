package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"informerbench/bench/informerbench"
)

// newInformerprocess is what informerbench starts for what needs a process of its own.
func newInformerprocess() *cobra.Command {
	var p informerbench.Process
	cmd := &cobra.Command{
		Use:     "informerprocess",
		Short:   "measure one informer's sync or idle handlers in this process",
		Example: "  benchgen informerprocess --name=Sync --part=sync --informer=clientgo --list=stream --pods=100000",
		Hidden:  true,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.Name, "name", "", "name of the result")
	f.StringVar((*string)(&p.Part), "part", string(informerbench.SyncPart), "sync or idle")
	f.StringVar(&p.Informer, "informer", informerbench.Base, "name of the informer")
	f.StringVar((*string)(&p.List), "list", string(informerbench.StreamList), "stream or plain")
	f.IntVar(&p.Pods, "pods", 100_000, "pods of a sync")
	f.IntVar(&p.Handlers, "handlers", 100, "idle handlers")
	return cmd
}

func startInformerprocess(p informerbench.Process) []string {
	return []string{
		"informerprocess", "--name=" + p.Name, "--part=" + string(p.Part), "--informer=" + p.Informer, "--list=" + string(p.List),
		fmt.Sprintf("--pods=%d", p.Pods), fmt.Sprintf("--handlers=%d", p.Handlers),
	}
}
