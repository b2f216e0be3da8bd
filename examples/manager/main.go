// Command manager does what ../controller does, with controller-runtime: its cache runs
// on informers of this module.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"informerbench/adopt/controllerruntime"
	"informerbench/examples/internal/program"
	"informerbench/stores/mvcc"
)

const help = `manager keeps a ConfigMap NAME-summary beside each Deployment, as the example
controller does, with a controller-runtime manager whose cache runs on our informers.

Example:
  manager --kubeconfig=kube.conf --metrics=127.0.0.1:8080`

func main() { program.Main("manager", run) }

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("manager", flag.ContinueOnError)
	kubeconfig := flags.String("kubeconfig", "", program.KubeconfigFlag)
	metrics := flags.String("metrics", "0", "`address` of the metrics; 0: none")
	workers := flags.Int("workers", 2, "Deployments that are worked on at the same time")
	if err := program.Parse(flags, args, out, help); err != nil {
		return err
	}
	ctrl.SetLogger(logr.FromSlogHandler(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	cluster, err := program.Cluster(*kubeconfig)
	if err != nil {
		return err
	}
	manager, err := ctrl.NewManager(cluster, ctrl.Options{
		Cache: cache.Options{
			NewInformer: controllerruntime.NewInformer(mvcc.New), // this is all
			// Only our own ConfigMaps are kept in memory.
			ByObject: map[client.Object]cache.ByObject{&corev1.ConfigMap{}: {Label: labels.SelectorFromSet(ours)}},
		},
		Metrics: server.Options{BindAddress: *metrics},
		// Names are checked over the whole process, and tests call run more than once.
		Controller: config.Controller{MaxConcurrentReconciles: *workers, SkipNameValidation: ptr.To(true)},
	})
	if err != nil {
		return fmt.Errorf("the manager at %s: %w: is the cluster running, and is the kubeconfig right?", cluster.Host, err)
	}
	if err := (&summarizer{client: manager.GetClient(), out: out}).setUp(manager); err != nil {
		return err
	}
	return manager.Start(ctx)
}
