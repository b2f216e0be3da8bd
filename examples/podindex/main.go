// Command podindex answers over HTTP which Pods have an IP address, and which name an
// item in a list that an annotation holds: two indexes of its own over one informer.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/tools/cache"

	"informerbench/examples/internal/program"
	"informerbench/informer"
	"informerbench/stores/mvcc"
)

const help = `podindex answers which Pods have an IP address, and which Pods name an item in a
comma-separated list that an annotation holds. It keeps both indexes in memory, up to
date with the cluster. It listens on loopback unless told otherwise.

Example:
  podindex --kubeconfig=kube.conf --annotation=example.com/owners
  curl 'http://127.0.0.1:8080/pods?ip=10.0.0.2'
  curl 'http://127.0.0.1:8080/pods?item=ernie'`

func main() { program.Main("podindex", run) }

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("podindex", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", "", program.KubeconfigFlag)
	namespace := flags.String("namespace", "", "only Pods of this `namespace`; empty: all")
	annotation := flags.String("annotation", "example.com/owners", "`name` of the annotation that holds a list")
	listen := flags.String("listen", "127.0.0.1:8080", "`address` to answer on; port 0 picks a free one")
	if err := program.Parse(flags, args, out, help); err != nil {
		return err
	}
	client, err := program.Connect(ctx, *kubeconfig)
	if err != nil {
		return err
	}
	pods := informer.NewSharedIndexInformer(
		cache.NewListWatchFromClient(client.CoreV1().RESTClient(), "pods", *namespace, fields.Everything()),
		&corev1.Pod{}, 0,
		cache.Indexers{ipIndex: podIPs, itemIndex: itemsOf(*annotation)},
		informer.WithStore(mvcc.New))

	// Whatever ends this function first stops the informer and then waits for it.
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	running.Go(func() { pods.RunWithContext(ctx) })
	if !cache.WaitFor(ctx, "", pods.HasSyncedChecker()) {
		return nil // interrupted: not an error
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		return fmt.Errorf("%w: choose another address with --listen", err)
	}
	fmt.Fprintf(out, "%d Pods; look them up at http://%s/pods?ip=… or ?item=…\n", len(pods.GetStore().ListKeys()), listener.Addr())
	return serve(ctx, listener, lookup(pods.GetIndexer(), *annotation))
}
