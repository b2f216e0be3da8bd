package controllerruntime_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"informerbench/adopt/controllerruntime"
	"informerbench/indexer"
	"informerbench/stores"
	"informerbench/stores/catalog"
	"informerbench/workload"
)

// patience is only against a hang.
const patience = 2 * time.Minute

// A real manager with a reconciler, over each store: cached reads by key, namespace, label
// and field index, typed and unstructured; writes through the API come back as requests.
func TestManagerWithReconciler(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) { runManager(t, v.New) })
	}
}

func runManager(t *testing.T, store stores.Constructor) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var made informers
	manager, err := ctrl.NewManager(serve(t), ctrl.Options{
		Cache:   crcache.Options{NewInformer: made.record(controllerruntime.NewInformer(store))},
		Client:  client.Options{Cache: &client.CacheOptions{Unstructured: true}},
		Metrics: server.Options{BindAddress: "0"}, // off
	})
	must(t, err)
	written := make(chan nodeCount)
	must(t, (&podCounter{Client: manager.GetClient(), written: written}).setUp(ctx, manager))
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()

	counts := counter{written: written, latest: map[string]int{}}
	counts.await(t, ctx, map[string]int{"n0": 30, "n1": 10})
	c := manager.GetClient()
	must(t, c.Create(ctx, pod("ns0", "new", "n1")))
	counts.await(t, ctx, map[string]int{"n0": 30, "n1": 11})
	must(t, c.Delete(ctx, pod("ns0", "p0-0", "n0")))
	counts.await(t, ctx, map[string]int{"n0": 29, "n1": 11})
	cachedReads(t, ctx, c)
	made.check(t)

	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the manager ended with %v", err)
	}
}

// cachedReads asks for what the reconciler has seen already, so that the cache has it.
func cachedReads(t *testing.T, ctx context.Context, c client.Client) {
	t.Helper()
	var one corev1.Pod
	must(t, c.Get(ctx, client.ObjectKey{Namespace: "ns0", Name: "new"}, &one))
	if err := c.Get(ctx, client.ObjectKey{Namespace: "ns0", Name: "p0-0"}, &one); client.IgnoreNotFound(err) != nil || err == nil {
		t.Errorf("getting a deleted Pod: %v", err)
	}
	onFirst := client.MatchingFields{nodeField: "n0"}
	for _, list := range []struct {
		name string
		want int
		by   []client.ListOption
	}{
		{"all", 40, nil},
		{"by namespace", 20, []client.ListOption{client.InNamespace("ns0")}},
		{"by label", 29, []client.ListOption{client.MatchingLabels{"on": "n0"}}},
		{"by field", 29, []client.ListOption{onFirst}},
		{"by field in a namespace", 14, []client.ListOption{onFirst, client.InNamespace("ns0")}},
	} {
		var pods corev1.PodList
		must(t, c.List(ctx, &pods, list.by...))
		if len(pods.Items) != list.want {
			t.Errorf("Pods, %s: the cache has %d, want %d", list.name, len(pods.Items), list.want)
		}
	}
	var widgets unstructured.UnstructuredList
	widgets.SetGroupVersionKind(workload.Widgets.GroupVersionKind())
	must(t, c.List(ctx, &widgets)) // makes the informer, and waits for it
	if len(widgets.Items) != 1 || widgets.Items[0].GetName() != "w" {
		t.Errorf("Widgets: the cache has %v", widgets.Items)
	}
}

// counter follows what the reconciler has written.
type counter struct {
	written <-chan nodeCount
	latest  map[string]int
}

func (c *counter) await(t *testing.T, ctx context.Context, want map[string]int) {
	t.Helper()
	for fmt.Sprint(c.latest) != fmt.Sprint(want) {
		select {
		case n := <-c.written:
			c.latest[n.node] = n.pods
		case <-ctx.Done():
			t.Fatalf("the reconciler counted %v, want %v", c.latest, want)
		}
	}
}

// informers notes what the cache had made for it; mu guards the list, since the cache
// makes informers on demand.
type informers struct {
	mu   sync.Mutex
	made []string
}

func (m *informers) record(build controllerruntime.NewInformerFunc) controllerruntime.NewInformerFunc {
	return func(lw cache.ListerWatcher, example runtime.Object, resync time.Duration, indexers cache.Indexers) cache.SharedIndexInformer {
		made := build(lw, example, resync, indexers)
		m.mu.Lock()
		defer m.mu.Unlock()
		m.made = append(m.made, fmt.Sprintf("%T over %T", example, made.GetIndexer()))
		return made
	}
}

func (m *informers) check(t *testing.T) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	slices.Sort(m.made)
	over := fmt.Sprintf(" over %T", (*indexer.Indexer)(nil))
	want := []string{"*unstructured.Unstructured" + over, "*v1.Node" + over, "*v1.Pod" + over}
	if !slices.Equal(m.made, want) {
		t.Errorf("the cache has made %q, want %q", m.made, want)
	}
}
