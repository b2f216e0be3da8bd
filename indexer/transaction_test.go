package indexer_test

import (
	"errors"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/indexer"
)

func add(obj any) cache.Transaction {
	return cache.Transaction{Object: obj, Type: cache.TransactionTypeAdd}
}

// countingStore counts the transactions that reach the store.
type countingStore struct {
	cache.ThreadSafeStoreWithTransaction
	sizes []int
}

func (s *countingStore) Transaction(txns ...cache.ThreadSafeStoreTransaction) {
	s.sizes = append(s.sizes, len(txns))
	s.ThreadSafeStoreWithTransaction.Transaction(txns...)
}

func newCountingStore() *countingStore {
	store := cache.NewThreadSafeStore(cache.Indexers{}, cache.Indices{})
	return &countingStore{ThreadSafeStoreWithTransaction: store.(cache.ThreadSafeStoreWithTransaction)}
}

func TestTransactionIsOneOfTheStore(t *testing.T) {
	store := newCountingStore()
	i := indexer.New(store, nil)
	must(t, i.Add(object("gone", "x", "1")))
	err := i.Transaction(
		add(object("a", "x", "2")),
		cache.Transaction{Object: object("a", "x", "3"), Type: cache.TransactionTypeUpdate},
		cache.Transaction{Object: object("gone", "x", "4"), Type: cache.TransactionTypeDelete},
	)
	if err != nil {
		t.Fatal(err)
	}
	wantKeys(t, i, "ns/a")
	if !slices.Equal(store.sizes, []int{3}) {
		t.Errorf("the store saw transactions of sizes %v", store.sizes)
	}
}

// The same transactions against client-go's own indexer give the same report.
func TestTransactionReportsAsClientGoDoes(t *testing.T) {
	good, bad := object("a", "x", "1"), "not an object"
	cases := map[string][]cache.Transaction{
		"empty":      nil,
		"all good":   {add(good)},
		"all bad":    {add(bad), add(bad)},
		"bad first":  {add(bad), add(good)},
		"bad last":   {add(good), add(bad)},
		"bad around": {add(bad), add(good), add(bad), add(object("b", "x", "2")), add(bad)},
	}
	for name, txns := range cases {
		t.Run(name, func(t *testing.T) {
			theirs := cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, cache.Indexers{})
			ours := indexer.New(newCountingStore(), nil)
			want := theirs.(cache.TransactionStore).Transaction(txns...)
			got := ours.Transaction(txns...)
			if (got == nil) != (want == nil) {
				t.Fatalf("got %v, want %v", got, want)
			}
			if want != nil && (got.Error() != want.Error() || !slices.Equal(got.SuccessfulIndices, want.SuccessfulIndices)) {
				t.Errorf("got %v %v, want %v %v", got.SuccessfulIndices, got, want.SuccessfulIndices, want)
			}
			if got, want := len(ours.ListKeys()), len(theirs.ListKeys()); got != want {
				t.Errorf("%d objects, want %d", got, want)
			}
		})
	}
}

func TestTransactionTransformsWritesAndLeavesTheCallersSlice(t *testing.T) {
	failure := errors.New("transform failed")
	transform := func(obj any) (any, error) {
		o := obj.(*metav1.PartialObjectMetadata)
		if o.Name == "bad" {
			return nil, failure
		}
		o = o.DeepCopy()
		o.Labels = map[string]string{labelIndex: "transformed"}
		return o, nil
	}
	i := newIndexer(nil, indexer.WithTransform(transform))
	original := object("a", "x", "1")
	txns := []cache.Transaction{
		add(original), add(object("bad", "x", "2")),
		{Object: object("bad", "x", "3"), Type: cache.TransactionTypeDelete}, // not transformed
	}
	err := i.Transaction(txns...)
	if err == nil || !slices.Equal(err.SuccessfulIndices, []int{0, 2}) || !errors.Is(err.Errors[0], failure) {
		t.Fatalf("returned %v", err)
	}
	if got, _ := i.ByIndex(labelIndex, "transformed"); len(got) != 1 {
		t.Errorf("%d transformed objects stored, want 1", len(got))
	}
	if txns[0].Object != any(original) {
		t.Error("the caller's transaction was changed")
	}
}

func TestTransactionWithoutSupportAppliesNothing(t *testing.T) {
	plain := struct{ cache.ThreadSafeStore }{newCountingStore()}
	i := indexer.New(plain, nil)
	err := i.Transaction(add(object("a", "x", "1")))
	if err == nil || err.TotalTransactions != 1 || len(err.SuccessfulIndices) != 0 ||
		!errors.Is(err.Errors[0], indexer.ErrTransactionsUnsupported) {
		t.Fatalf("returned %v", err)
	}
	wantKeys(t, i)
}
