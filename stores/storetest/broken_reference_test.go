package storetest_test

import (
	"context"
	"iter"
	"slices"
	"sync"

	"informerbench/stores"
	"informerbench/stores/internal/version"
	"informerbench/stores/rwmutex"
	"informerbench/stores/storetest"

	"k8s.io/client-go/tools/cache"
)

// reference is stores.Extended in the simplest way: client-go's interface from
// another store, one more lock, and a snapshot that is a copy. It claims all but
// readers that never block. Types that embed it break one thing.
type reference struct {
	// Store is the inner one. Its reads are taken as they are.
	stores.Store
	mu      sync.Mutex // held by each write and while a snapshot copies
	waiters version.Waiters
	barred  *bar // nil, unless writers can be kept out for ever
}

var _ stores.Extended = (*reference)(nil)

func newReference(indexers cache.Indexers) stores.Store { return referenceOf(indexers) }

func referenceOf(indexers cache.Indexers) *reference {
	return &reference{Store: plainStore{rwmutex.New(indexers)}}
}

// plainStore hides what the inner store can do beyond client-go's interface.
type plainStore struct{ stores.Store }

func (r *reference) write(f func()) {
	defer r.waiters.Notify()
	if r.barred != nil {
		r.barred.lock()
		defer r.barred.unlock()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

func (r *reference) Add(key string, obj any)    { r.write(func() { r.Store.Add(key, obj) }) }
func (r *reference) Update(key string, obj any) { r.write(func() { r.Store.Update(key, obj) }) }
func (r *reference) Delete(key string)          { r.write(func() { r.Store.Delete(key) }) }
func (r *reference) DeleteWithObject(key string, obj any) {
	r.write(func() { r.Store.DeleteWithObject(key, obj) })
}
func (r *reference) Transaction(entries ...txn) { r.write(func() { r.Store.Transaction(entries...) }) }
func (r *reference) Bookmark(rv string)         { r.write(func() { r.Store.Bookmark(rv) }) }
func (r *reference) Replace(items map[string]any, rv string) {
	r.write(func() { r.Store.Replace(items, rv) })
}
func (r *reference) AddIndexers(indexers cache.Indexers) (err error) {
	r.write(func() { err = r.Store.AddIndexers(indexers) })
	return err
}

func (r *reference) ReplaceList(items []stores.Item, rv string) {
	content := map[string]any{}
	for _, item := range items {
		content[item.Key] = item.Object
	}
	r.Replace(content, rv)
}

func (r *reference) WaitForVersion(ctx context.Context, rv string) error {
	return r.waiters.Wait(ctx, rv, r.LastStoreSyncResourceVersion)
}

func (r *reference) Snapshot() stores.Snapshot { return r.copy() }

// copy is a store of its own, which nobody writes to.
func (r *reference) copy() *frozen {
	r.mu.Lock()
	defer r.mu.Unlock()
	items := map[string]any{}
	for _, key := range r.Store.ListKeys() {
		items[key], _ = r.Store.Get(key)
	}
	inner := rwmutex.New(r.Store.GetIndexers())
	inner.Replace(items, r.Store.LastStoreSyncResourceVersion())
	return &frozen{inner}
}

func (r *reference) AppendList(into []any) []any { return append(into, r.Store.List()...) }
func (r *reference) AppendByIndex(into []any, name, value string) ([]any, error) {
	found, err := r.Store.ByIndex(name, value)
	return append(into, found...), err
}
func (r *reference) All() iter.Seq2[string, any] { return r.over(r.Store.ListKeys) }
func (r *reference) ByIndexAll(name, value string) (iter.Seq2[string, any], error) {
	_, err := r.Store.IndexKeys(name, value)
	return r.over(func() []string {
		keys, _ := r.Store.IndexKeys(name, value)
		return keys
	}), err
}

// over copies at the beginning of each range, with all writers shut out.
func (r *reference) over(keys func() []string) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, item := range r.items(keys) {
			if !yield(item.Key, item.Object) {
				return
			}
		}
	}
}

func (r *reference) items(keys func() []string) (items []stores.Item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range keys() {
		obj, _ := r.Store.Get(key)
		items = append(items, stores.Item{Key: key, Object: obj})
	}
	return items
}

// bar is a lock that lets those who wait for it go, by a panic, when the tests of stuck
// stores end.
type bar struct{ held, released chan struct{} }

func newBar() *bar { return &bar{make(chan struct{}, 1), stuckReleased} }

func (b *bar) lock() {
	select {
	case b.held <- struct{}{}:
	case <-b.released:
		panic("released")
	}
}

func (b *bar) unlock() { <-b.held }

// stuckReleased is closed when the test of stuck stores ends; it makes a new one when it begins.
var stuckReleased = make(chan struct{})

// frozen is the reference's snapshot.
type frozen struct{ stores.Store }

func (f *frozen) Len() int                    { return len(f.Store.ListKeys()) }
func (f *frozen) ResourceVersion() string     { return f.Store.LastStoreSyncResourceVersion() }
func (f *frozen) Close()                      {}
func (f *frozen) AppendList(into []any) []any { return append(into, f.Store.List()...) }
func (f *frozen) AppendByIndex(into []any, name, value string) ([]any, error) {
	found, err := f.Store.ByIndex(name, value)
	return append(into, found...), err
}
func (f *frozen) All() iter.Seq2[string, any] { return f.over(f.Store.ListKeys()) }
func (f *frozen) ByIndexAll(name, value string) (iter.Seq2[string, any], error) {
	keys, err := f.Store.IndexKeys(name, value)
	return f.over(keys), err
}
func (f *frozen) Ascend(from string) iter.Seq2[string, any] {
	keys := slices.Sorted(slices.Values(f.Store.ListKeys()))
	start, _ := slices.BinarySearch(keys, from)
	return f.over(keys[start:])
}
func (f *frozen) over(keys []string) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, key := range keys {
			if obj, _ := f.Store.Get(key); !yield(key, obj) {
				return
			}
		}
	}
}

var referenceSubject = storetest.Subject{Name: "reference", New: newReference, Guarantees: []stores.Guarantee{
	stores.LinearizablePoints, stores.SnapshotLists, stores.AtomicTransactions}}
