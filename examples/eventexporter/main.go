// Command eventexporter copies a cluster's Events to Elasticsearch: each version of each
// Event once, whatever is restarted in between.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/elastic/go-elasticsearch/v8"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/tools/cache"

	"informerbench/examples/internal/program"
	"informerbench/reflector"
)

const help = `eventexporter copies the Events of a cluster to Elasticsearch: first those there are,
then each as it comes. A document's ID is the Event's UID and version, so exporting one
again changes nothing, and the program can be restarted at any time. Interrupted, it
sends what it holds.

Credentials: $ELASTICSEARCH_API_KEY, or user and password in the address.

Example:
  eventexporter --kubeconfig=kube.conf --elasticsearch=http://127.0.0.1:9200 --index=kube-events`

func main() { program.Main("eventexporter", run) }

type settings struct {
	kubeconfig, namespace, address, index string
	buffer, batch, workers                int
	every, flush, progress                time.Duration
	retry                                 backoff
}

func parse(args []string, out io.Writer) (settings, error) {
	s := settings{}
	flags := flag.NewFlagSet("eventexporter", flag.ContinueOnError)
	flags.StringVar(&s.kubeconfig, "kubeconfig", "", program.KubeconfigFlag)
	flags.StringVar(&s.namespace, "namespace", "", "only Events of this `namespace`; empty: all")
	flags.StringVar(&s.address, "elasticsearch", "http://127.0.0.1:9200", "`URL` of the server")
	flags.StringVar(&s.index, "index", "kube-events", "`name` of the index or data stream")
	flags.IntVar(&s.buffer, "buffer", 10_000, "Events held in memory beside those in requests; when it is full the watch waits")
	flags.IntVar(&s.batch, "batch", 500, "most Events in one request")
	flags.IntVar(&s.workers, "workers", 2, "requests at the same time")
	flags.DurationVar(&s.every, "every", time.Second, "longest time that an Event waits for its request to fill up")
	flags.DurationVar(&s.flush, "flush-timeout", 10*time.Second, "time to send what is left when interrupted")
	flags.DurationVar(&s.progress, "progress", 30*time.Second, "time between lines of progress")
	flags.DurationVar(&s.retry.first, "retry-first", 500*time.Millisecond, "longest wait before a first retry; doubles with each one")
	flags.DurationVar(&s.retry.most, "retry-most", 30*time.Second, "longest wait before any retry")
	if err := program.Parse(flags, args, out, help); err != nil {
		return s, err
	}
	if s.buffer < 1 || s.batch < 1 || s.workers < 1 || s.every <= 0 || s.progress <= 0 || s.retry.first <= 0 || s.retry.most < s.retry.first {
		return s, fmt.Errorf("--buffer, --batch, --workers, --every, --progress and --retry-first must be positive, --retry-most not below --retry-first: see eventexporter --help")
	}
	return s, nil
}

func run(ctx context.Context, args []string, out io.Writer) error {
	s, err := parse(args, out)
	if err != nil {
		return err
	}
	client, err := program.Connect(ctx, s.kubeconfig)
	if err != nil {
		return err
	}
	server, err := connect(ctx, s.address)
	if err != nil {
		return err
	}
	events := cache.NewListWatchFromClient(client.CoreV1().RESTClient(), "events", s.namespace, fields.Everything())
	return newExporter(s, server, out).run(ctx, func(ctx context.Context, to cache.ReflectorStore) {
		// A reflector, not an informer: nobody reads Events from a store, and a handler's
		// buffer has no bound (see feed).
		reflector.New(events, to, reflector.Options{ExpectedType: &corev1.Event{}}).Run(ctx)
	})
}

// connect returns a client of a server that answers. It does not retry by itself: what
// is retried, and when, is decided in one place.
func connect(ctx context.Context, address string) (*elasticsearch.Client, error) {
	server, err := elasticsearch.NewClient(elasticsearch.Config{
		Addresses: []string{address}, APIKey: os.Getenv("ELASTICSEARCH_API_KEY"), DisableRetry: true,
	})
	if err != nil {
		return nil, fmt.Errorf("--elasticsearch: %w", err)
	}
	response, err := server.Info(server.Info.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("elasticsearch does not answer: %w: is --elasticsearch right?", err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusForbidden {
		return nil, fmt.Errorf("elasticsearch refuses the credentials (%s): set $ELASTICSEARCH_API_KEY, or put user and password into --elasticsearch", response.Status())
	}
	return server, nil // a server that is merely overloaded is retried
}
