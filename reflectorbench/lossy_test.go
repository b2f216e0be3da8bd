package reflectorbench

import (
	"context"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
	"informerbench/stores/rwmutex"
	"informerbench/workload"
)

// faultyStore is a store that is wrong about one write in many. The wrapped store keeps
// everything else right.
type faultyStore struct {
	stores.Store
	spoil func(s stores.Store, txns []cache.ThreadSafeStoreTransaction) []cache.ThreadSafeStoreTransaction
}

func (f *faultyStore) Transaction(txns ...cache.ThreadSafeStoreTransaction) {
	f.Store.Transaction(f.spoil(f.Store, txns)...)
}

// Single writes go through the same fault.
func (f *faultyStore) Add(key string, obj any)    { f.one(cache.TransactionTypeAdd, key, obj) }
func (f *faultyStore) Update(key string, obj any) { f.one(cache.TransactionTypeUpdate, key, obj) }
func (f *faultyStore) Delete(key string)          { f.one(cache.TransactionTypeDelete, key, nil) }
func (f *faultyStore) DeleteWithObject(key string, obj any) {
	f.one(cache.TransactionTypeDelete, key, obj)
}

func (f *faultyStore) one(t cache.TransactionType, key string, obj any) {
	f.Transaction(cache.ThreadSafeStoreTransaction{Transaction: cache.Transaction{Type: t, Object: obj}, Key: key})
}

func TestVerificationCatchesFaultyStores(t *testing.T) {
	for name, fault := range map[string]struct {
		spoil func(stores.Store, []cache.ThreadSafeStoreTransaction) []cache.ThreadSafeStoreTransaction
		says  string
	}{
		"keeps deleted objects": {dropping(cache.TransactionTypeDelete), "invented"},
		"misses updates":        {dropping(cache.TransactionTypeUpdate), "differs in"},
		"copies objects":        {copying, "differs in"},
		"loses objects":         {losing, "lost"},
	} {
		t.Run(name, func(t *testing.T) {
			c := DefaultCell()
			c.Objects, c.Events, c.Measures = 100, 300, []Measure{MeasureThroughput}
			r := newRun(c, nil)
			r.settle = 300 * time.Millisecond
			r.assemble = func(c Cell, kind workload.Kind, tap *requestTap, rec *recorder) (*pipeline, error) {
				return assembleWith(parts{cell: c, kind: kind, lw: tap, handlers: handlers(c, rec), newStore: func(ix cache.Indexers) stores.Store {
					return &faultyStore{rwmutex.New(ix), fault.spoil}
				}}, rec)
			}
			results, err := r.measure(context.Background())
			if err == nil || !strings.Contains(err.Error(), fault.says) || results != nil {
				t.Errorf("error is %v with %d results, want one that says %q and none", err, len(results), fault.says)
			}
		})
	}
}

// staleIndex leaves one key out under each value of one index.
type staleIndex struct{ stores.Store }

func (s staleIndex) IndexKeys(index, value string) ([]string, error) {
	keys, err := s.Store.IndexKeys(index, value)
	if index == workload.NodeIndex && len(keys) > 1 {
		return keys[1:], err
	}
	return keys, err
}

func TestVerificationCatchesAStaleIndex(t *testing.T) {
	c := DefaultCell()
	c.Objects, c.Measures = 100, []Measure{MeasureSync}
	r := newRun(c, nil)
	r.assemble = func(c Cell, kind workload.Kind, tap *requestTap, rec *recorder) (*pipeline, error) {
		return assembleWith(parts{cell: c, kind: kind, lw: tap, handlers: handlers(c, rec), newStore: func(ix cache.Indexers) stores.Store {
			return staleIndex{rwmutex.New(ix)}
		}}, rec)
	}
	if results, err := r.measure(context.Background()); err == nil || !strings.Contains(err.Error(), "index node") || results != nil {
		t.Errorf("error is %v with %d results, want one about index node and none", err, len(results))
	}
}

// A store that finds nothing would be the fastest of all.
func TestReadsThatFindNothingAreAnError(t *testing.T) {
	r := newRun(DefaultCell(), nil) // of 10,000 objects
	found := readings{latencies: newLatencies(), rows: 4}
	for range 100 {
		found.record(1)
	}
	if err := r.reportReads("Read", "get", found, time.Second, nil); err == nil || len(r.results) != 0 {
		t.Errorf("error is %v with %d results", err, len(r.results))
	}
}

func dropping(dropped cache.TransactionType) func(stores.Store, []cache.ThreadSafeStoreTransaction) []cache.ThreadSafeStoreTransaction {
	return func(_ stores.Store, txns []cache.ThreadSafeStoreTransaction) (kept []cache.ThreadSafeStoreTransaction) {
		for _, txn := range txns {
			if txn.Type != dropped {
				kept = append(kept, txn)
			}
		}
		return kept
	}
}

func copying(_ stores.Store, txns []cache.ThreadSafeStoreTransaction) (copied []cache.ThreadSafeStoreTransaction) {
	for _, txn := range txns {
		if txn.Type == cache.TransactionTypeUpdate {
			txn.Object = txn.Object.(runtime.Object).DeepCopyObject()
		}
		copied = append(copied, txn)
	}
	return copied
}

func losing(s stores.Store, txns []cache.ThreadSafeStoreTransaction) []cache.ThreadSafeStoreTransaction {
	if keys := s.ListKeys(); len(keys) > 0 {
		s.Delete(keys[0])
	}
	return txns
}

func TestHandlerContradictionsAreErrors(t *testing.T) {
	pop, err := population(context.Background(), Cell{Seed: 1, Objects: 1, Profile: workload.Small, Mix: workload.Churn})
	if err != nil {
		t.Fatal(err)
	}
	pod := pop.Objects(workload.Pods)[0]
	for name, call := range map[string]func(r *recorder){
		"added twice":         func(r *recorder) { r.OnAdd(pod, true); r.OnAdd(pod, false) },
		"updated, not added":  func(r *recorder) { r.OnUpdate(pod, pod) },
		"deleted, not added":  func(r *recorder) { r.OnDelete(pod) },
		"tombstone of no key": func(r *recorder) { r.OnDelete(cache.DeletedFinalStateUnknown{Key: "a/b/c"}) },
	} {
		r := newRecorder(&arrivals{}, 1)
		call(r)
		if r.broken == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
