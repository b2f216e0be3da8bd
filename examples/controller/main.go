// Command controller keeps a ConfigMap with a summary beside each Deployment: a
// complete controller with a rate-limited work queue over two informers.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"informerbench/examples/internal/program"
)

const help = `controller keeps a ConfigMap NAME-summary beside each Deployment: it says how many
replicas are wanted and ready. It writes one when a Deployment comes, changes it when
the Deployment changes or somebody else changed it, and deletes it when the Deployment
goes. What fails is tried again, later each time.

Example:
  controller --kubeconfig=kube.conf --workers=4`

func main() { program.Main("controller", run) }

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("controller", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", "", program.KubeconfigFlag)
	namespace := flags.String("namespace", "", "only Deployments of this `namespace`; empty: all")
	workers := flags.Int("workers", 2, "Deployments that are worked on at the same time")
	if err := program.Parse(flags, args, out, help); err != nil {
		return err
	}
	if *workers < 1 {
		return fmt.Errorf("--workers=%d: at least one is needed", *workers)
	}
	client, err := program.Connect(ctx, *kubeconfig)
	if err != nil {
		return err
	}
	c, err := newController(client, *namespace, out)
	if err != nil {
		return err
	}
	return c.run(ctx, *workers)
}
