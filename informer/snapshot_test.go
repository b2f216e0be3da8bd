package informer_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/stores"
	"informerbench/stores/catalog"
)

// everyStore runs a test over each store of the catalogue that has snapshots and can be
// waited for, in a bubble with a running informer of the pods 0 to 9.
func everyStore(t *testing.T, test func(t *testing.T, source *script, store cache.Indexer)) {
	ran := 0
	for _, v := range catalog.All() {
		if _, rich := v.New(nil).(stores.Extended); !rich {
			continue
		}
		ran++
		t.Run("store="+v.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source := withPods(10)
				inf := newInformerWith(source, cache.SharedIndexInformerOptions{
					Indexers: cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc},
				}, informer.WithStore(v.New))
				start(t, inf)
				test(t, source, inf.GetIndexer())
			})
		})
	}
	if ran == 0 {
		t.Fatal("no store of the catalogue has snapshots")
	}
}

func TestSnapshotOfAnInformerStandsStill(t *testing.T) {
	everyStore(t, func(t *testing.T, source *script, store cache.Indexer) {
		snapshot, err := informer.Snapshot(store)
		if err != nil {
			t.Fatal(err)
		}
		defer snapshot.Close()
		before, version := maps.Collect(snapshot.All()), store.LastStoreSyncResourceVersion()
		source.put(podName(0))
		source.delete(podName(1))
		source.put("new")
		synctest.Wait()
		if _, exists, _ := store.GetByKey("ns/new"); !exists {
			t.Fatal("the informer did not go on")
		}
		if got := maps.Collect(snapshot.All()); len(got) != 10 || !maps.Equal(got, before) {
			t.Errorf("the snapshot now holds %v", slices.Sorted(maps.Keys(got)))
		}
		if got, err := snapshot.ByIndex(cache.NamespaceIndex, "ns"); err != nil || len(got) != 10 {
			t.Errorf("its index has %d objects, %v", len(got), err)
		}
		if snapshot.ResourceVersion() != version || store.LastStoreSyncResourceVersion() == version {
			t.Errorf("it is at %s, want %s; the store at %s", snapshot.ResourceVersion(), version, store.LastStoreSyncResourceVersion())
		}
	})
}

// A controller that wrote to the API server waits until its informer shows the write.
func TestOwnWritesAreReadAfterWaitingForTheirVersion(t *testing.T) {
	everyStore(t, func(t *testing.T, source *script, store cache.Indexer) {
		next := fmt.Sprint(source.lastVersion() + 1)
		read := make(chan error, 1)
		go func() {
			err := informer.WaitForVersion(t.Context(), store, next)
			if obj, exists, _ := store.GetByKey("ns/mine"); err == nil && (!exists || obj.(*corev1.Pod).ResourceVersion != next) {
				err = fmt.Errorf("the store holds %v", obj)
			}
			read <- err
		}()
		synctest.Wait()
		if len(read) > 0 {
			t.Fatalf("it did not wait: %v", <-read)
		}
		source.put("mine")
		if err := <-read; err != nil {
			t.Error(err)
		}
		if err := informer.WaitForVersion(t.Context(), store, "soon"); err == nil {
			t.Error("a malformed version is no error")
		}
	})
}

func TestOtherInformersSayThatTheyCannot(t *testing.T) {
	for name, store := range map[string]cache.Store{
		"client-go's store in our informer": newInformer(newScript()).GetStore(),
		"client-go's informer":              cache.NewSharedIndexInformer(newScript(), &corev1.Pod{}, 0, nil).GetIndexer(),
	} {
		if _, err := informer.Snapshot(store); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: Snapshot returned %v", name, err)
		}
		if err := informer.WaitForVersion(t.Context(), store, "1"); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: WaitForVersion returned %v", name, err)
		}
	}
}
