package informer_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/reflector"
	"informerbench/stores"
	"informerbench/stores/catalog"
	"informerbench/workload"
	"informerbench/workload/source"
)

// Every store behind every queue, filled either way, under churn with broken watches,
// relists and handlers that join: store, indexes and handlers all end at what the
// source holds.
func TestEveryStoreBehindEveryQueueFollowsTheSource(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for _, v := range catalog.All() {
		for name, queue := range queues {
			for _, mode := range listModes {
				t.Run(fmt.Sprintf("store=%s/queue=%s/list=%s", v.Name, name, mode), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { follow(t, v.New, queue, mode, seed) })
				})
			}
		}
	}
}

func follow(t *testing.T, store stores.Constructor, queue informer.QueueFunc, mode reflector.ListMode, seed uint64) {
	population, err := workload.Generate(t.Context(), workload.Config{
		Seed: seed, Objects: 300, Profile: workload.Small, Resources: []workload.Resource{workload.Pods},
	})
	if err != nil {
		t.Fatal(err)
	}
	src := source.New(source.Options{})
	if err := src.Load(workload.Pods, population.Objects(workload.Pods)); err != nil {
		t.Fatal(err)
	}
	indexers := workload.Indexers(workload.Pods)
	inf := informer.NewSharedIndexInformer(src.ListerWatcher(workload.Pods), workload.Pods.New(), 0, indexers,
		informer.WithStore(store), informer.WithQueue(queue), informer.WithListMode(mode), informer.WithPageSize(50))
	handlers := joined(t, inf, nil)
	start(t, inf)

	stream, dice := workload.NewStream(population, workload.Churn, seed), rand.New(rand.NewPCG(seed, 3))
	for range 30 {
		for range dice.IntN(60) {
			if err := src.Apply(stream.Next()); err != nil {
				t.Fatal(err)
			}
		}
		switch dice.IntN(6) {
		case 0: // the watch breaks, and what it has not yet sent is gone: relist
			src.Compact(src.Version())
			src.ExpireWatches(workload.Pods)
		case 1: // the watch breaks, and the next one can go on
			src.ExpireWatches(workload.Pods)
		case 2:
			handlers = joined(t, inf, handlers)
		case 3:
			time.Sleep(time.Minute)
		}
	}
	time.Sleep(5 * time.Minute)
	synctest.Wait()

	want := map[string]string{}
	for key, obj := range src.Objects(workload.Pods) {
		want[key] = versionOf(obj)
	}
	if got := versionsIn(inf.GetStore()); !maps.Equal(got, want) {
		t.Errorf("the store has %d objects, the source %d, or they differ", len(got), len(want))
	}
	for i, m := range handlers {
		m.verify(t, fmt.Sprintf("handler %d", i), want)
	}
	verifyIndexes(t, inf.GetIndexer(), indexers)
	if s := stats(inf); s.ProcessErrors != 0 || s.Reflector.StoreFailures != 0 || s.Reflector.Skipped != 0 {
		t.Errorf("something failed: %+v", s)
	}
}

func joined(t *testing.T, inf cache.SharedIndexInformer, handlers []*mirror) []*mirror {
	m := newMirror()
	add(t, inf, m)
	return append(handlers, m)
}

// verifyIndexes compares every index with what its function says of every object.
func verifyIndexes(t *testing.T, ix cache.Indexer, indexers cache.Indexers) {
	t.Helper()
	for name, f := range indexers {
		want := map[string][]string{}
		for _, key := range ix.ListKeys() {
			obj, _, _ := ix.GetByKey(key)
			values, err := f(obj)
			if err != nil {
				t.Error(err)
			}
			for _, v := range values {
				want[v] = append(want[v], key)
			}
		}
		if got := ix.ListIndexFuncValues(name); len(got) != len(want) {
			t.Errorf("index %s has %d values, want %d", name, len(got), len(want))
		}
		for v, keys := range want {
			slices.Sort(keys)
			if got, err := ix.IndexKeys(name, v); err != nil || !slices.Equal(got, keys) {
				t.Errorf("index %s=%s has %q (%v), want %q", name, v, got, err, keys)
			}
		}
	}
}
