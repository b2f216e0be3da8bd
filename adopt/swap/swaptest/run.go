package swaptest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/adopt/swap"
	"informerbench/stores"
)

// Run proves, for informers of every origin, that the store which the constructor makes
// is the one that the informer fills, that the indexes from before the swap and after it
// work, and that handlers and earlier handles go on as before.
func Run(t *testing.T, newStore stores.Constructor) {
	for _, from := range origins {
		t.Run(from.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { follow(t, from.make(), newStore) })
		})
	}
}

// follow drives an informer through a list, an add, an update and a delete.
func follow(t *testing.T, o origin, newStore stores.Constructor) {
	must(t, o.server.Add(o.shape(configMap("listed", 1, "red"))))
	must(t, o.informer.AddIndexers(cache.Indexers{"color": byColor}))
	earlier := o.informer.GetIndexer()

	store, err := swap.Store(o.informer, newStore)
	must(t, err)
	if want := reflect.TypeOf(newStore(nil)); reflect.TypeOf(store) != want {
		t.Fatalf("the store is a %T, want %v", store, want)
	}
	var heard recorder
	_, err = o.informer.AddEventHandler(&heard)
	must(t, err)

	ctx, cancel := context.WithCancel(t.Context())
	o.start(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), o.informer.HasSynced) {
		t.Fatal("the informer did not sync")
	}
	synctest.Wait() // the watch is there
	must(t, o.informer.AddIndexers(cache.Indexers{"late": byColor}))
	must(t, o.server.Create(configMaps, o.shape(configMap("created", 2, "red")), "ns"))
	synctest.Wait()
	expect(t, store, earlier, "red", "ns/created", "ns/listed")
	must(t, o.server.Update(configMaps, o.shape(configMap("listed", 3, "blue")), "ns"))
	must(t, o.server.Delete(configMaps, "ns", "created"))
	synctest.Wait()
	expect(t, store, earlier, "blue", "ns/listed")
	expect(t, store, earlier, "red")
	cancel()
	o.shutdown()

	want := []string{"add listed", "add created", "update listed", "delete created"}
	if !slices.Equal(heard.events, want) {
		t.Errorf("the handler heard %q, want %q", heard.events, want)
	}
}

// expect compares what both handles answer: the store that was put in, and the indexer
// that was taken from the informer before.
func expect(t *testing.T, store stores.Store, indexer cache.Indexer, color string, keys ...string) {
	t.Helper()
	for _, index := range []string{"color", "late"} {
		ofStore, err := store.IndexKeys(index, color)
		must(t, err)
		ofIndexer, err := indexer.IndexKeys(index, color)
		must(t, err)
		slices.Sort(ofStore)
		slices.Sort(ofIndexer)
		if !slices.Equal(ofStore, keys) || !slices.Equal(ofIndexer, keys) {
			t.Errorf("index %s, value %s: the store has %q, the indexer %q, want %q", index, color, ofStore, ofIndexer, keys)
		}
	}
	for _, key := range keys {
		if _, ok := store.Get(key); !ok {
			t.Errorf("the store has no %q", key)
		}
		if in, err := indexer.ByIndex(cache.NamespaceIndex, "ns"); err != nil || len(in) == 0 {
			t.Errorf("the namespace index answers %v, %v", in, err)
		}
	}
}

// recorder notes events; a handler is called by one goroutine at a time, and read after
// the informer has ended.
type recorder struct {
	mu     sync.Mutex
	events []string
}

func (r *recorder) note(kind string, obj any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, fmt.Sprintf("%s %s", kind, obj.(metav1.Object).GetName()))
}

func (r *recorder) OnAdd(obj any, _ bool) { r.note("add", obj) }
func (r *recorder) OnUpdate(_, newer any) { r.note("update", newer) }
func (r *recorder) OnDelete(obj any)      { r.note("delete", obj) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
