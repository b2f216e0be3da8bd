package e2e_test

import (
	"context"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
)

// More than two pages of client-go's usual size.
const (
	pageSize  = 500
	morePages = 1200
)

// sources are the two that a list may come from. What the reflector asks for is the same.
var sources = map[string]source{"plain": plain, "wire": overWire}

// A first list may come from the server's watch cache, which answers it in one piece. ConfigMaps have none here: they
// come from etcd, in pages.
func TestPagedListIsFollowedToItsEnd(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c.Config(), "paged")
	createMany(t, c.Config(), configMaps, namespace, morePages)
	for name, from := range sources {
		t.Run(name, func(t *testing.T) {
			stats := syncOnce(t, c.Config(), from, configMaps, namespace, paged())
			if stats.Lists != 1 || stats.Pages != 3 || stats.StreamLists != 0 {
				t.Errorf("%d lists of %d pages and %d streams, want one list of 3 pages", stats.Lists, stats.Pages, stats.StreamLists)
			}
		})
	}
}

// From the second page on the server answers that the version is too old: the list is begun again in one
// piece, as client-go does.
func TestPagedListWhoseVersionExpires(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c.Config(), "expired")
	createMany(t, c.Config(), configMaps, namespace, morePages)
	lw, err := plain(configMaps, c.Config(), namespace)
	must(t, err)
	lists := cache.ToListerWatcherWithContext(lw)
	var once sync.Once
	after := &cache.ListWatch{
		WatchFuncWithContext: lists.WatchWithContext,
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			page, err := lists.ListWithContext(ctx, o)
			once.Do(func() {
				_, failed := configMaps.writes(t, c.Config(), namespace).Create(ctx, configMaps.object(namespace, "late"), metav1.CreateOptions{})
				must(t, failed)
				_, failed = c.Compact(ctx)
				must(t, failed)
			})
			return page, err
		},
	}
	stats := syncFrom(t, after, c.Config(), configMaps, namespace, paged())
	if stats.Lists != 1 || stats.Pages != 3 {
		t.Errorf("%d lists of %d requests, want one: a page, a refusal, and the whole list", stats.Lists, stats.Pages)
	}
}

func TestStreamingListFromTheWatchCache(t *testing.T) { streams(t, pods) }
func TestStreamingListFromEtcd(t *testing.T)          { streams(t, configMaps) }

// A streaming list ends with the server's end marker, and the same connection goes on as the watch.
func streams(t *testing.T, k kind) {
	c := shared(t)
	namespace := newNamespace(t, c.Config(), "streamed-"+k.resource)
	createMany(t, c.Config(), k, namespace, morePages)
	for name, from := range sources {
		t.Run(name, func(t *testing.T) {
			stats := syncOnce(t, c.Config(), from, k, namespace, ours())
			if stats.StreamLists != 1 || stats.Lists != 0 || stats.Fallbacks != 0 || stats.Watches != 0 {
				t.Errorf("%d streams, %d plain lists, %d fallbacks and %d other watches, want one stream and nothing else",
					stats.StreamLists, stats.Lists, stats.Fallbacks, stats.Watches)
			}
		})
	}
}

func paged() builder {
	return ours(informer.WithListMode(reflector.ListPaged), informer.WithPageSize(pageSize))
}

// syncOnce has an informer sync with a namespace that nobody writes to, and returns its counters.
func syncOnce(t *testing.T, config *rest.Config, from source, k kind, namespace string, build builder) reflector.Stats {
	t.Helper()
	lw, err := from(k, config, namespace)
	must(t, err)
	return syncFrom(t, lw, config, k, namespace, build)
}

func syncFrom(t *testing.T, lw cache.ListerWatcher, config *rest.Config, k kind, namespace string, build builder) reflector.Stats {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f, err := follow(lw, k, build)
	must(t, err)
	var running sync.WaitGroup
	running.Go(func() { f.informer.RunWithContext(ctx) })
	defer running.Wait()
	defer cancel()
	await(t, "the informer has what the server has", func(ctx context.Context) error {
		want, err := consistentList(ctx, k, config, namespace)
		if err != nil {
			return err
		}
		return sameAs(f.informer.GetStore(), want)
	})
	stats, _ := f.stats()
	return stats
}
