package fifo_test

import (
	"fmt"
	"runtime"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/indexer"
	"informerbench/stores"
	"informerbench/stores/mvcc"
)

// countingStore counts how lists reach it, and by how many entries.
type countingStore struct {
	*mvcc.Store
	entries, replaced []int
}

func (s *countingStore) TransactionAt(rv string, entries ...cache.ThreadSafeStoreTransaction) {
	s.entries = append(s.entries, len(entries))
	s.Store.TransactionAt(rv, entries...)
}

func (s *countingStore) ReplaceList(items []stores.Item, rv string) {
	s.replaced = append(s.replaced, len(items))
	s.Store.ReplaceList(items, rv)
}

// What a list leaves as it is costs the store nothing: only a difference is committed, with the
// version of the list, unless that is a good part of it.
func TestSmallDifferencesAreCommittedAlone(t *testing.T) {
	store := &countingStore{Store: mvcc.New(nil).(*mvcc.Store)}
	p := &fifo.Processor{Handler: cache.ResourceEventHandlerFuncs{}, State: indexer.New(store, nil)}
	var list []any
	for i := range 100 {
		list = append(list, object(fmt.Sprint("o", i), 1))
	}
	relist := func(rv string, list []any) {
		t.Helper()
		store.entries, store.replaced = nil, nil
		must(t, p.Process(cache.Deltas{{Type: cache.ReplacedAll, Object: cache.ReplacedAllInfo{ResourceVersion: rv, Objects: list}}}, false))
		if got := store.LastStoreSyncResourceVersion(); got != rv || len(store.ListKeys()) != len(list) {
			t.Errorf("%d objects at %q, want %d at %s", len(store.ListKeys()), got, len(list), rv)
		}
	}
	expect := func(what string, entries, replaced int) {
		t.Helper()
		if (len(store.entries) == 1) != (entries >= 0) || entries >= 0 && store.entries[0] != entries {
			t.Errorf("%s: transactions of %v entries, want one of %d", what, store.entries, entries)
		}
		if (len(store.replaced) == 1) != (replaced >= 0) || replaced >= 0 && store.replaced[0] != replaced {
			t.Errorf("%s: lists of %v objects, want one of %d", what, store.replaced, replaced)
		}
	}
	relist("1", list)
	expect("first list", -1, 100)
	relist("2", list)
	expect("the same again", 0, -1)
	list[7] = object("o7", 2)
	list = list[:98]
	list = append(list, object("new", 3))
	snapshot := store.Snapshot()
	defer snapshot.Close()
	relist("3", list)
	expect("an update, two deletes, an add", 4, -1)
	if snapshot.Len() != 100 || snapshot.ResourceVersion() != "2" {
		t.Errorf("a snapshot from before has %d objects at %s", snapshot.Len(), snapshot.ResourceVersion())
	}
	for i := range 50 {
		list[i] = object(fmt.Sprint("o", i), 4)
	}
	relist("4", list)
	expect("half of it", -1, 99)
	store.entries, store.replaced = nil, nil
	twice := append(list[:99:99], object("o3", 5))
	must(t, p.Process(replacedAll(twice...), false))
	expect("a key twice", -1, 100)
}

// ranged is a State that answers by ranges and must never be asked for all its keys.
type ranged struct {
	*indexer.Indexer
	t *testing.T
}

func (r ranged) ListKeys() []string {
	r.t.Error("ListKeys was called")
	return r.Indexer.ListKeys()
}

func TestListsDoNotListTheKeysOfTheState(t *testing.T) {
	p := &fifo.Processor{Handler: cache.ResourceEventHandlerFuncs{}, State: ranged{indexer.New(mvcc.New(nil), nil), t}}
	must(t, p.Process(replacedAll(object("a", 1), object("b", 2)), true))
	must(t, p.Process(replacedAll(object("b", 2), object("c", 3)), true))
	must(t, p.Process(replacedAll(), true))
	must(t, p.Process(replacedAll(object("a", 1), object("a", 2)), true))
}

// What a relist holds beside the list is 12 bytes for each object, however large they are: neither
// their keys nor what was there before.
func TestRelistOfUnchangedObjectsHoldsLittle(t *testing.T) {
	const n = 20_000
	byName := func(obj any) (string, error) { return obj.(*metav1.PartialObjectMetadata).Name, nil }
	p := &fifo.Processor{Handler: cache.ResourceEventHandlerFuncs{}, State: indexer.New(mvcc.New(nil), byName), KeyFunc: byName}
	list := make([]any, n)
	for i := range list {
		list[i] = object(fmt.Sprint("o", i), 1)
	}
	deltas := replacedAll(list...)
	must(t, p.Process(deltas, true))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must(t, p.Process(deltas, false))
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / n; got > 16 {
		t.Errorf("a relist allocates %d bytes for each object", got)
	}
}
