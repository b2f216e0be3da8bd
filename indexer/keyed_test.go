package indexer_test

import (
	"slices"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
)

func keyed(kind cache.TransactionType, key string, obj any) cache.ThreadSafeStoreTransaction {
	return cache.ThreadSafeStoreTransaction{Transaction: cache.Transaction{Object: obj, Type: kind}, Key: key}
}

func TestApplyKeyedIsOneTransactionInOrder(t *testing.T) {
	store := newCountingStore()
	i := indexer.New(store, func(any) (string, error) { t.Error("a key was computed"); return "", nil })
	entries := []cache.ThreadSafeStoreTransaction{
		keyed(cache.TransactionTypeAdd, "ns/a", object("a", "x", "1")),
		keyed(cache.TransactionTypeAdd, "ns/b", object("b", "x", "2")),
		keyed(cache.TransactionTypeDelete, "ns/a", object("a", "x", "3")),
		keyed(cache.TransactionTypeUpdate, "ns/b", object("b", "x", "4")),
	}
	if !i.ApplyKeyed(entries) || !i.ApplyKeyed(nil) {
		t.Error("refused")
	}
	clear(entries) // the caller's again
	wantKeys(t, i, "ns/b")
	if !slices.Equal(store.sizes, []int{4}) || i.LastStoreSyncResourceVersion() != "4" {
		t.Errorf("transactions of sizes %v, version %s", store.sizes, i.LastStoreSyncResourceVersion())
	}
}

func TestApplyKeyedRefusesWhatItCannotDo(t *testing.T) {
	entries := []cache.ThreadSafeStoreTransaction{keyed(cache.TransactionTypeAdd, "ns/a", object("a", "x", "1"))}
	for name, i := range map[string]*indexer.Indexer{
		"a transform":     indexer.New(newCountingStore(), nil, indexer.WithTransform(func(obj any) (any, error) { return obj, nil })),
		"no transactions": indexer.New(struct{ cache.ThreadSafeStore }{newCountingStore()}, nil),
	} {
		if i.ApplyKeyed(entries) || len(i.ListKeys()) != 0 {
			t.Errorf("%s: not refused, or applied: %q", name, i.ListKeys())
		}
	}
}
