package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"informerbench/bench/compactbench"
)

// newCompactserver is what compactbench starts as the server of its processes; it ends with its input.
func newCompactserver() *cobra.Command {
	var c compactbench.Corpus
	cmd := &cobra.Command{
		Use:     "compactserver",
		Short:   "serve pods and events that were encoded beforehand to one measured process at a time",
		Example: "  benchgen compactserver --pods=20000 --events=10000",
		Hidden:  true,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return compactbench.Serve(cmd.Context(), c, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.IntVar(&c.Pods, "pods", 20_000, "pods of real size")
	f.IntVar(&c.Events, "events", 20_000, "events that follow when they are ordered")
	return cmd
}

func startCompactserver(c compactbench.Corpus) []string {
	return []string{"compactserver", fmt.Sprintf("--pods=%d", c.Pods), fmt.Sprintf("--events=%d", c.Events)}
}

// newCompactprocess is what compactbench starts for each measurement.
func newCompactprocess() *cobra.Command {
	var p compactbench.Process
	cmd := &cobra.Command{
		Use:   "compactprocess",
		Short: "measure memory, or time, of one informer's objects in this process",
		Example: `  benchgen compactserver --pods=20000 <>/dev/zero     # prints its URL, and serves until it is interrupted
  benchgen compactprocess --url=http://127.0.0.1:43210 --informer=wire+encoded --part=memory`,
		Hidden: true,
		Args:   noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.Params, "params", "by=hand", "parameters in the names of the results")
	f.StringVar(&p.Informer, "informer", compactbench.Base, "name of the informer")
	f.StringVar(&p.URL, "url", "", "URL of the server")
	f.StringVar((*string)(&p.Part), "part", string(compactbench.Memory), fmt.Sprintf("one of %v", compactbench.Parts()))
	f.IntVar(&p.Procs, "gomaxprocs", 2, "GOMAXPROCS")
	f.IntVar(&p.GOGC, "gogc", 100, "GOGC")
	f.DurationVar(&p.Patience, "patience", 10*time.Minute, "how long to wait for what does not come")
	return cmd
}

func startCompactprocess(p compactbench.Process) []string {
	return []string{
		"compactprocess", "--params=" + p.Params, "--informer=" + p.Informer, "--url=" + p.URL, "--part=" + string(p.Part),
		fmt.Sprintf("--gomaxprocs=%d", p.Procs), fmt.Sprintf("--gogc=%d", p.GOGC), "--patience=" + p.Patience.String(),
	}
}
