package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"informerbench/bench/syncbench"
	"informerbench/workload"
)

// newSyncserver is what syncbench starts as the server of its processes; it ends with its input.
func newSyncserver() *cobra.Command {
	c := syncbench.Corpus{Profile: workload.Real, Form: syncbench.Typed}
	cmd := &cobra.Command{
		Use:     "syncserver",
		Short:   "serve pods that were encoded beforehand to one measured process at a time",
		Example: "  benchgen syncserver --pods=20000 --profile=real",
		Hidden:  true,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return syncbench.Serve(cmd.Context(), c, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.IntVar(&c.Pods, "pods", 20_000, "pods")
	f.StringVar((*string)(&c.Profile), "profile", string(c.Profile), "size of the pods: small or real")
	f.StringVar((*string)(&c.Form), "form", string(c.Form), fmt.Sprintf("how they travel and arrive, one of %v", syncbench.Forms()))
	return cmd
}

func startSyncserver(c syncbench.Corpus) []string {
	return []string{"syncserver", fmt.Sprintf("--pods=%d", c.Pods), "--profile=" + string(c.Profile), "--form=" + string(c.Form)}
}

// newSyncprocess is what syncbench starts for each measurement.
func newSyncprocess() *cobra.Command {
	var p syncbench.Process
	cmd := &cobra.Command{
		Use:   "syncprocess",
		Short: "measure one informer's first sync and relist in this process",
		Example: `  benchgen syncserver --pods=20000 <>/dev/zero     # prints its URL, and serves until it is interrupted
  benchgen syncprocess --url=http://127.0.0.1:43210 --informer=clientgo --list=stream --relist`,
		Hidden: true,
		Args:   noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.Params, "params", "by=hand", "parameters in the names of the results")
	f.StringVar(&p.Informer, "informer", syncbench.Base, "name of the informer")
	f.StringVar(&p.URL, "url", "", "URL of the server")
	f.StringVar((*string)(&p.Form), "form", string(syncbench.Typed), "the server's form")
	f.StringVar((*string)(&p.List), "list", string(syncbench.StreamList), fmt.Sprintf("one of %v", syncbench.Lists()))
	f.StringVar((*string)(&p.Measure), "measure", string(syncbench.Time), fmt.Sprintf("one of %v", syncbench.Measures()))
	f.BoolVar(&p.Relist, "relist", false, "list again, after the watch has expired")
	f.IntVar(&p.Procs, "gomaxprocs", 2, "GOMAXPROCS")
	f.IntVar(&p.GOGC, "gogc", 100, "GOGC")
	f.DurationVar(&p.Patience, "patience", 5*time.Minute, "how long to wait for what does not come")
	return cmd
}

func startSyncprocess(p syncbench.Process) []string {
	return []string{
		"syncprocess", "--params=" + p.Params, "--informer=" + p.Informer, "--url=" + p.URL, "--form=" + string(p.Form),
		"--list=" + string(p.List), "--measure=" + string(p.Measure), fmt.Sprintf("--relist=%t", p.Relist),
		fmt.Sprintf("--gomaxprocs=%d", p.Procs), fmt.Sprintf("--gogc=%d", p.GOGC), "--patience=" + p.Patience.String(),
	}
}
