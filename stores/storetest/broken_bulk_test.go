package storetest_test

import (
	"iter"
	"runtime"
	"slices"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

func giveWay() {
	for range 3 {
		runtime.Gosched()
	}
}

const (
	aPointScript    = "Add over an existing key replaces object and index entries"
	listScript      = "ReplaceList exchanges the whole content; of several items with one key the last counts"
	rangeBegan      = "a range shows the state in which it began, whatever its body writes"
	replaceListFail = "a ReplaceList whose index function fails keeps the old state"
)

// brokenBulk are wrong in bulk reads and in ReplaceList, without concurrency.
var brokenBulk = []caught{
	{name: "AppendList forgets what it was given", by: []string{aPointScript},
		new: withBulk(inBulk{appendList: func(r *reference, _ []any) []any { return r.List() }})},
	{name: "AppendList always allocates", by: []string{aPointScript},
		new: withBulk(inBulk{appendList: func(r *reference, into []any) []any {
			return append(slices.Clip(slices.Clone(into)), r.List()...)
		}})},
	{name: "All ignores that its caller stops", by: []string{fullStore},
		new: withBulk(inBulk{all: func(r *reference) iter.Seq2[string, any] {
			return func(yield func(string, any) bool) {
				r.All()(func(key string, obj any) bool { yield(key, obj); return true })
			}
		}})},
	{name: "All shows what was there when it was called", by: []string{aPointScript},
		new: withBulk(inBulk{all: func(r *reference) iter.Seq2[string, any] { return r.copy().All() }})},
	{name: "All can be ranged over once", by: []string{aPointScript},
		new: withBulk(inBulk{all: func(r *reference) iter.Seq2[string, any] {
			used := false
			return func(yield func(string, any) bool) {
				if !used {
					used = true
					r.All()(yield)
				}
			}
		}})},
	{name: "ByIndexAll of an unknown index is empty", by: []string{aPointScript},
		new: withBulk(inBulk{byIndexAll: func(r *reference, name, value string) (iter.Seq2[string, any], error) {
			seq, _ := r.ByIndexAll(name, value)
			return seq, nil
		}})},
	{name: "ByIndexAll shows what was there when it was called", by: []string{listScript},
		new: withBulk(inBulk{byIndexAll: func(r *reference, name, value string) (iter.Seq2[string, any], error) {
			return r.copy().ByIndexAll(name, value)
		}})},
	{name: "ranges look up key by key", by: []string{rangeBegan}, claims: referenceSubject.Guarantees,
		new: withBulk(inBulk{all: func(r *reference) iter.Seq2[string, any] {
			return func(yield func(string, any) bool) { (&frozen{r.Store}).All()(yield) }
		}})},
	{name: "ByIndexAll looks up key by key", by: []string{rangeBegan}, claims: referenceSubject.Guarantees,
		new: withBulk(inBulk{byIndexAll: func(r *reference, name, value string) (iter.Seq2[string, any], error) {
			return (&frozen{r.Store}).ByIndexAll(name, value)
		}})},
	{name: "of equal keys in ReplaceList the first counts", by: []string{listScript},
		new: withBulk(inBulk{replaceList: func(r *reference, items []stores.Item, rv string) {
			items = slices.Clone(items)
			slices.Reverse(items)
			r.ReplaceList(items, rv)
		}})},
	{name: "ReplaceList adds to what is there", by: []string{listScript},
		new: withBulk(inBulk{replaceList: func(r *reference, items []stores.Item, rv string) {
			for _, item := range items {
				r.Update(item.Key, item.Object)
			}
			r.Bookmark(rv)
		}})},
	{name: "ReplaceList empties first", by: []string{replaceListFail},
		new: withBulk(inBulk{replaceList: func(r *reference, items []stores.Item, rv string) {
			r.Replace(nil, rv)
			r.ReplaceList(items, rv)
		}})},
}

// stuckRanges hold a lock while their body runs, or for ever after it panicked.
var stuckRanges = []caught{
	{name: "All holds a lock while its body runs", by: []string{"the body of a range may use the store"},
		new: barring(func(b *bar, run func()) {
			b.lock()
			defer b.unlock()
			run()
		})},
	{name: "All keeps its lock when its body panics", by: []string{"a range whose body panics leaves the store usable"},
		new: barring(func(b *bar, run func()) {
			b.lock()
			run()
			b.unlock()
		})},
}

func barring(around func(b *bar, run func())) stores.Constructor {
	return func(indexers cache.Indexers) stores.Store {
		store := withBulk(inBulk{all: func(r *reference) iter.Seq2[string, any] {
			return func(yield func(string, any) bool) { around(r.barred, func() { r.copy().All()(yield) }) }
		}})(indexers).(inBulk)
		store.barred = newBar()
		return store
	}
}
