package resources_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/metadata/metadatainformer"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"

	"informerbench/adopt/resources"
	"informerbench/informer/factory"
	"informerbench/stores/catalog"
)

// anyFactory is client-go's interface for both kinds: they have the same methods.
type anyFactory = dynamicinformer.DynamicSharedInformerFactory

// kind is a fake client and how factories over it are made, client-go's and ours.
type kind struct {
	tracker clienttesting.ObjectTracker
	object  func(namespace, name string) runtime.Object
	peer    func(namespace string) anyFactory
	ours    func(namespace string, o ...factory.ResourceOption) anyFactory
}

func kinds(t *testing.T) map[string]kind {
	d, m := newDynamicClient(t, "one", "two"), newMetadataClient(t, "one", "two")
	return map[string]kind{
		"dynamic": {d.Tracker(), widgetOf,
			func(ns string) anyFactory {
				return dynamicinformer.NewFilteredDynamicSharedInformerFactory(d, 0, ns, nil)
			},
			func(ns string, o ...factory.ResourceOption) anyFactory {
				return resources.NewFilteredDynamicSharedInformerFactory(d, 0, ns, nil, o...)
			}},
		"metadata": {m.Tracker(), metadataOf,
			func(ns string) anyFactory {
				return metadatainformer.NewFilteredSharedInformerFactory(m, 0, ns, nil)
			},
			func(ns string, o ...factory.ResourceOption) anyFactory {
				return resources.NewFilteredMetadataSharedInformerFactory(m, 0, ns, nil, o...)
			}},
	}
}

// A program that only knows client-go's interface sees the same from both factories.
func TestSameAsClientGosFactories(t *testing.T) {
	for _, v := range catalog.All() {
		for _, name := range []string{"dynamic", "metadata"} {
			t.Run(v.Name+"/"+name, func(t *testing.T) {
				var want, got []string
				synctest.Test(t, func(t *testing.T) {
					k := kinds(t)[name]
					want = observe(t, k, k.peer(metav1.NamespaceAll), k.peer("b"))
				})
				synctest.Test(t, func(t *testing.T) {
					k, store := kinds(t)[name], factory.WithStore(v.New)
					got = observe(t, k, k.ours(metav1.NamespaceAll, store), k.ours("b", store))
				})
				if !slices.Equal(got, want) {
					t.Errorf("ours:\n%q\nclient-go's:\n%q", got, want)
				}
			})
		}
	}
}

// observe uses a factory for all namespaces and one for namespace b, and writes down
// what it sees.
func observe(t *testing.T, k kind, all, b anyFactory) (seen []string) {
	note := func(format string, args ...any) { seen = append(seen, fmt.Sprintf(format, args...)) }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	note("nothing asked for: %v", all.WaitForCacheSync(ctx.Done()))
	inf := all.ForResource(widgets)
	note("the same: %v", inf.Informer() == all.ForResource(widgets).Informer())
	var mu sync.Mutex
	var events []string
	event := func(obj any) {
		key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
		mu.Lock()
		defer mu.Unlock()
		events = append(events, key)
	}
	inf.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: event, DeleteFunc: event,
		UpdateFunc: func(_, obj any) { event(obj) }})
	note("not started: %v", all.WaitForCacheSync(ctx.Done()))
	all.Start(ctx.Done())
	all.ForResource(gadgets)
	note("one of two started: %v", all.WaitForCacheSync(ctx.Done()))
	synctest.Wait()
	list := func(l cache.GenericLister) {
		objects, err := l.List(labels.Everything())
		some, errB := l.ByNamespace("b").List(labels.Everything())
		one, errOne := l.Get("a/one")
		note("%d objects (%v), %d in b (%v), a/one is there: %v (%v)", len(objects), err, len(some), errB, one != nil && errOne == nil, errOne)
	}
	list(inf.Lister())

	limited := b.ForResource(widgets)
	b.Start(ctx.Done())
	b.WaitForCacheSync(ctx.Done())
	create(t, k.tracker, k.object("b", "three"))
	synctest.Wait()
	if err := k.tracker.Update(widgets, k.object("a", "one"), "a"); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	if err := k.tracker.Delete(widgets, "a", "two"); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	list(inf.Lister())
	list(limited.Lister())
	mu.Lock()
	first := min(2, len(events))
	slices.Sort(events[:first]) // the order of the first list is not told
	note("events: %q", events)
	mu.Unlock()

	go func() { time.Sleep(time.Minute); cancel() }()
	all.Shutdown()
	b.Shutdown()
	note("stopped: %v", inf.Informer().IsStopped())
	all.Start(t.Context().Done())
	note("after all: %v %v", all.WaitForCacheSync(ctx.Done()), all.ForResource(gadgets).Informer().HasSynced())
	return seen
}
