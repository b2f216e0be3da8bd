package storetest_test

import (
	"iter"
	"sync"

	"informerbench/stores"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
)

const (
	movingHundreds = "every answer beside moving hundreds is whole and current"
	movingFew      = "every answer beside a moving few is whole and current"
	allTogether    = "all operations together are linearizable"
)

// odd is the reference with other single methods of client-go's interface.
type odd struct {
	*reference
	list        func(r *reference) []any
	byIndex     func(r *reference, name, value string) ([]any, error)
	values      func(r *reference, name string) []string
	transaction func(r *reference, entries []txn)
}

func (o odd) List() []any {
	if o.list == nil {
		return o.reference.List()
	}
	return o.list(o.reference)
}

func (o odd) ByIndex(name, value string) ([]any, error) {
	if o.byIndex == nil {
		return o.reference.ByIndex(name, value)
	}
	return o.byIndex(o.reference, name, value)
}

func (o odd) ListIndexFuncValues(name string) []string {
	if o.values == nil {
		return o.reference.ListIndexFuncValues(name)
	}
	return o.values(o.reference, name)
}

func (o odd) Transaction(entries ...txn) {
	if o.transaction == nil {
		o.reference.Transaction(entries...)
		return
	}
	o.transaction(o.reference, entries)
}

func being(f func() odd) stores.Constructor {
	return func(indexers cache.Indexers) stores.Store {
		o := f()
		o.reference = &reference{Store: plainStore{rwmutex.New(indexers)}}
		return o
	}
}

// brokenHerds are right as long as one goroutine uses them, or nearly.
var brokenHerds = []caught{
	{name: "transactions in halves", claims: referenceSubject.Guarantees, by: []string{movingHundreds, movingFew, allTogether},
		new: being(func() odd {
			return odd{transaction: func(r *reference, entries []txn) {
				r.Transaction(entries[:len(entries)/2]...)
				giveWay()
				r.Transaction(entries[len(entries)/2:]...)
			}}
		})},
	{name: "each List is the one before", claims: referenceSubject.Guarantees, by: []string{movingHundreds, movingFew, allTogether},
		new: being(func() odd {
			late := &previous[[]any]{}
			return odd{list: func(r *reference) []any { return late.swap(r.List()) }}
		})},
	{name: "index values are those of the read before", claims: referenceSubject.Guarantees, by: []string{movingFew, allTogether},
		new: being(func() odd {
			late := &previous[[]string]{}
			return odd{values: func(r *reference, name string) []string { return late.swap(r.ListIndexFuncValues(name)) }}
		})},
	{name: "ByIndex in two halves", claims: referenceSubject.Guarantees, by: []string{movingHundreds},
		new: being(func() odd {
			return odd{byIndex: func(r *reference, name, value string) ([]any, error) {
				first, err := r.ByIndex(name, value)
				giveWay()
				second, _ := r.ByIndex(name, value)
				return append(first[:len(first)/2], second[min(len(first)/2, len(second)):]...), err
			}}
		})},
	{name: "List misses one while there are many", by: []string{movingHundreds},
		new: being(func() odd {
			return odd{list: func(r *reference) []any {
				list := r.List()
				for i, obj := range list {
					if _, isInt := obj.(int); isInt {
						return append(list[:i], list[i+1:]...)
					}
				}
				return list
			}}
		})},
	{name: "All looks up key by key", claims: referenceSubject.Guarantees, by: []string{movingHundreds, movingFew},
		new: withBulk(inBulk{all: func(r *reference) iter.Seq2[string, any] {
			return func(yield func(string, any) bool) {
				for key, obj := range (&frozen{r.Store}).All() {
					if len(key)%2 == 0 {
						giveWay()
					}
					if obj != nil && !yield(key, obj) {
						return
					}
				}
			}
		}})},
	{name: "AppendList in two halves", claims: referenceSubject.Guarantees, by: []string{movingFew},
		new: withBulk(inBulk{appendList: func(r *reference, into []any) []any {
			first := r.List()
			giveWay()
			second := r.List()
			return append(append(into, first[:len(first)/2]...), second[min(len(first)/2, len(second)):]...)
		}})},
	{name: "ReplaceList empties first", claims: referenceSubject.Guarantees, by: []string{movingHundreds, movingFew, allTogether},
		new: withBulk(inBulk{replaceList: func(r *reference, items []stores.Item, rv string) {
			r.ReplaceList(nil, rv)
			giveWay()
			r.ReplaceList(items, rv)
		}})},
	{name: "a snapshot's version is read before its state", claims: referenceSubject.Guarantees, by: []string{movingHundreds, movingFew, allTogether},
		new: withSnapshot(func(r *reference) stores.Snapshot {
			rv := r.LastStoreSyncResourceVersion()
			giveWay()
			return through{Snapshot: r.copy(), version: func() string { return rv }}
		})},
	{name: "a snapshot's postings are younger than its objects", by: []string{movingHundreds, movingFew},
		new: withSnapshot(func(r *reference) stores.Snapshot {
			older := r.copy()
			giveWay()
			return through{Snapshot: older, byIndex: r.copy().ByIndex}
		})},
	{name: "a snapshot is the one taken before", claims: referenceSubject.Guarantees, by: []string{movingHundreds, movingFew, allTogether},
		new: func(indexers cache.Indexers) stores.Store {
			late := &previous[stores.Snapshot]{}
			return withSnapshot(func(r *reference) stores.Snapshot { return late.swap(r.copy()) })(indexers)
		}},
}

// previous hands out what was put in before.
type previous[T any] struct {
	mu    sync.Mutex
	value T
	set   bool
}

func (p *previous[T]) swap(value T) T {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.value
	if !p.set {
		before = value
	}
	p.value, p.set = value, true
	return before
}
