package indexer_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
)

// A tombstone may carry anything (rancher/steve#1256): only its key counts.
func TestTombstonesDeleteEntryAndIndexEntries(t *testing.T) {
	tombstones := map[string]any{
		"with its object":      object("a", "x", "1"),
		"with an older object": object("a", "elsewhere", "0"),
		"without an object":    nil,
		"with a typed nil":     (*metav1.PartialObjectMetadata)(nil),
		"with another type":    "surprise",
	}
	wholeObjectsOnly := func(obj any) (string, error) { return cache.MetaNamespaceKeyFunc(obj) }
	for _, keyFunc := range []cache.KeyFunc{nil, cache.DeletionHandlingMetaNamespaceKeyFunc, wholeObjectsOnly} {
		for name, obj := range tombstones {
			t.Run(name, func(t *testing.T) {
				tombstone := cache.DeletedFinalStateUnknown{Key: "ns/a", Obj: obj}
				t.Run("Delete", func(t *testing.T) {
					i := newIndexer(keyFunc)
					must(t, i.Add(object("a", "x", "1")))
					must(t, i.Delete(tombstone))
					wantEmpty(t, i)
				})
				t.Run("Transaction", func(t *testing.T) {
					i := newIndexer(keyFunc)
					must(t, i.Add(object("a", "x", "1")))
					if err := i.Transaction(cache.Transaction{Object: tombstone, Type: cache.TransactionTypeDelete}); err != nil {
						t.Fatal(err)
					}
					wantEmpty(t, i)
				})
			})
		}
	}
}

func TestTombstoneOfUnknownKeyChangesNothing(t *testing.T) {
	i := newIndexer(nil)
	must(t, i.Add(object("a", "x", "1")))
	must(t, i.Delete(cache.DeletedFinalStateUnknown{Key: "ns/unknown"}))
	wantKeys(t, i, "ns/a")
}

func TestTombstonesAreReadByKeyAndNeverTransformed(t *testing.T) {
	transform := func(obj any) (any, error) {
		if _, tombstone := obj.(cache.DeletedFinalStateUnknown); tombstone {
			t.Errorf("transformed %v", obj)
		}
		return obj, nil
	}
	i := newIndexer(nil, indexer.WithTransform(transform))
	must(t, i.Add(object("a", "x", "1")))
	tombstone := cache.DeletedFinalStateUnknown{Key: "ns/a"}
	if _, exists, err := i.Get(tombstone); !exists || err != nil {
		t.Errorf("Get of a tombstone: %v, %v", exists, err)
	}
	must(t, i.Delete(tombstone))
	wantEmpty(t, i)
}

func wantEmpty(t *testing.T, i cache.Indexer) {
	t.Helper()
	wantKeys(t, i)
	if got := i.ListIndexFuncValues(labelIndex); len(got) != 0 {
		t.Errorf("index values %q are left", got)
	}
}
