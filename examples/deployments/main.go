// Command deployments prints Deployments as client-go's generated lister reads them
// from an informer of this module: listers take a cache.Indexer, and every informer
// here has one.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/examples/internal/program"
	"informerbench/informer"
	"informerbench/stores/mvcc"
)

const help = `deployments prints the Deployments of a cluster and how many of their replicas are
ready. With --follow it goes on and prints those that change.

Example:
  deployments --kubeconfig=kube.conf --selector=app=ledger-api --follow`

func main() { program.Main("deployments", run) }

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("deployments", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", "", program.KubeconfigFlag)
	namespace := flags.String("namespace", "", "only Deployments of this `namespace`; empty: all")
	selector := flags.String("selector", "", "only Deployments whose labels match this `selector`")
	follow := flags.Bool("follow", false, "go on, and print what changes")
	if err := program.Parse(flags, args, out, help); err != nil {
		return err
	}
	selected, err := labels.Parse(*selector)
	if err != nil {
		return fmt.Errorf("--selector: %w: write it as in app=web,tier!=batch", err)
	}
	client, err := program.Connect(ctx, *kubeconfig)
	if err != nil {
		return err
	}
	deployments := informer.NewSharedIndexInformer(
		cache.NewListWatchFromClient(client.AppsV1().RESTClient(), "deployments", *namespace, fields.Everything()),
		&appsv1.Deployment{}, 0,
		cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}, // the lister reads namespaces from it
		informer.WithStore(mvcc.New))
	changed, registration, err := notify(deployments)
	if err != nil {
		return err
	}

	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	running.Go(func() { deployments.RunWithContext(ctx) })
	// The registration's is the later one: the handler has seen the whole first list.
	if !cache.WaitFor(ctx, "", registration.HasSyncedChecker()) {
		return nil // interrupted: not an error
	}
	r := report{lister: appslisters.NewDeploymentLister(deployments.GetIndexer()), namespace: *namespace, selector: selected, out: out}
	if err := r.print(); err != nil || !*follow {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
			if err := r.print(); err != nil {
				return err
			}
		}
	}
}
