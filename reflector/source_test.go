package reflector_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/reflector"
	"informerbench/workload"
	"informerbench/workload/source"
)

// writer changes random configmaps of a source.
type writer struct {
	*source.Source
	rng   *rand.Rand
	alive map[string]bool
}

func (w *writer) change(t *testing.T) {
	name := fmt.Sprint("c", w.rng.IntN(40))
	o := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name}}
	kind := watch.Added
	switch {
	case w.alive[name] && w.rng.IntN(4) == 0:
		kind = watch.Deleted
	case w.alive[name]:
		kind = watch.Modified
	}
	w.alive[name] = kind != watch.Deleted
	if err := w.Apply(workload.Event{Resource: workload.ConfigMaps, Type: kind, Object: o}); err != nil {
		t.Fatal(err)
	}
}

// differences compares a store with the source, object by object.
func differences(s *source.Source, store cache.Store) (all []string) {
	want := s.Objects(workload.ConfigMaps)
	for key, o := range want {
		got, ok, _ := store.GetByKey(key)
		if !ok {
			all = append(all, "lost "+key)
		} else if versionOf(got) != versionOf(o) {
			all = append(all, fmt.Sprintf("%s is at %s, should be at %s", key, versionOf(got), versionOf(o)))
		}
	}
	for _, key := range store.ListKeys() {
		if want[key] == nil {
			all = append(all, "invented "+key)
		}
	}
	return all
}

func versionOf(o any) string {
	about, _ := meta.Accessor(o)
	return about.GetResourceVersion()
}

// A source that compacts its log and expires its watches under the reflector's
// hands (kubernetes/kubernetes#141528).
func TestStoreEqualsASourceThatForgets(t *testing.T) {
	for way := range ways {
		seeds := uint64(5)
		if way == "in memory" {
			seeds = 20
		}
		for _, mode := range []reflector.ListMode{reflector.ListStream, reflector.ListPaged} {
			for seed := range seeds {
				t.Run(fmt.Sprintf("way=%s/list=%s/seed=%d", way, mode, seed), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { followForgetfulSource(t, way, mode, seed) })
				})
			}
		}
	}
}

func followForgetfulSource(t *testing.T, way string, mode reflector.ListMode, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	s := source.New(source.Options{TypedLists: seed%2 == 0, RefuseExpiredWatches: seed%3 == 0, RefuseInitialEvents: seed%5 == 0})
	w := &writer{s, rng, map[string]bool{}}
	for range 30 {
		w.change(t)
	}
	store := cache.NewStore(cache.MetaNamespaceKeyFunc)
	r := reflector.New(ways[way](t, s), store, reflector.Options{
		ExpectedType: &corev1.ConfigMap{}, ListMode: mode, PageSize: 7, Rand: rand.New(rand.NewPCG(seed, 2)).Float64,
		MinWatchTimeout:   10 * time.Second,
		WatchErrorHandler: func(context.Context, error) {},
	})
	stop := run(t, r)
	for range 300 {
		w.change(t)
		switch rng.IntN(40) {
		case 0:
			s.ExpireWatches(workload.ConfigMaps)
		case 1:
			s.Compact(s.Version())
		default:
			time.Sleep(time.Duration(rng.IntN(2000)) * time.Millisecond)
		}
	}
	settle(2 * time.Minute)
	for _, d := range differences(s, store) {
		t.Errorf("seed %d: %s", seed, d)
	}
	stop()
	synctest.Wait()
	if got := r.Stats(); got.Skipped != 0 || got.StoreFailures != 0 {
		t.Errorf("seed %d: stats are %+v", seed, got)
	}
}

func TestStreamFromASourceNeedsNoList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := source.New(source.Options{})
		w := &writer{s, rand.New(rand.NewPCG(1, 1)), map[string]bool{}}
		for range 50 {
			w.change(t)
		}
		store := cache.NewStore(cache.MetaNamespaceKeyFunc)
		r := reflector.New(s.ListerWatcher(workload.ConfigMaps), store, reflector.Options{})
		stop := runUntilStopped(t, r)
		for _, d := range differences(s, store) {
			t.Error(d)
		}
		if got := r.Stats(); got.Lists != 0 || got.StreamLists != 1 || got.Watches != 0 || got.State != reflector.Watching {
			t.Errorf("stats are %+v", got)
		}
		stop()
	})
}
