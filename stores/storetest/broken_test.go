package storetest_test

import (
	"informerbench/stores"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
)

// broken is a correct store in which single methods can be replaced by wrong
// ones; each gets the correct store.
type broken struct {
	stores.Store
	add         func(s stores.Store, key string, obj any)
	update      func(s stores.Store, key string, obj any)
	remove      func(s stores.Store, key string, obj any)
	get         func(s stores.Store, key string) (any, bool)
	list        func(s stores.Store) []any
	byIndex     func(s stores.Store, name, value string) ([]any, error)
	index       func(s stores.Store, name string, obj any) ([]any, error)
	indexKeys   func(s stores.Store, name, value string) ([]string, error)
	values      func(s stores.Store, name string) []string
	replace     func(s stores.Store, items map[string]any, rv string)
	bookmark    func(s stores.Store, rv string)
	transaction func(s stores.Store, entries ...cache.ThreadSafeStoreTransaction)
	addIndexers func(s stores.Store, indexers cache.Indexers) error
}

// breaking returns a constructor of stores that f breaks.
func breaking(f func(*broken)) stores.Constructor {
	return func(indexers cache.Indexers) stores.Store {
		b := &broken{Store: rwmutex.New(indexers)}
		f(b)
		return b
	}
}

func (b *broken) Add(key string, obj any) {
	switch {
	case b.add != nil:
		b.add(b.Store, key, obj)
	case b.update != nil:
		b.update(b.Store, key, obj)
	default:
		b.Store.Add(key, obj)
	}
}

func (b *broken) Update(key string, obj any) {
	if b.update == nil {
		b.Store.Update(key, obj)
		return
	}
	b.update(b.Store, key, obj)
}

func (b *broken) Delete(key string) { b.DeleteWithObject(key, nil) }

func (b *broken) DeleteWithObject(key string, obj any) {
	if b.remove == nil {
		b.Store.DeleteWithObject(key, obj)
		return
	}
	b.remove(b.Store, key, obj)
}

func (b *broken) Get(key string) (any, bool) {
	if b.get == nil {
		return b.Store.Get(key)
	}
	return b.get(b.Store, key)
}

func (b *broken) List() []any {
	if b.list == nil {
		return b.Store.List()
	}
	return b.list(b.Store)
}

func (b *broken) ByIndex(name, value string) ([]any, error) {
	if b.byIndex == nil {
		return b.Store.ByIndex(name, value)
	}
	return b.byIndex(b.Store, name, value)
}

func (b *broken) Index(name string, obj any) ([]any, error) {
	if b.index == nil {
		return b.Store.Index(name, obj)
	}
	return b.index(b.Store, name, obj)
}

func (b *broken) IndexKeys(name, value string) ([]string, error) {
	if b.indexKeys == nil {
		return b.Store.IndexKeys(name, value)
	}
	return b.indexKeys(b.Store, name, value)
}

func (b *broken) ListIndexFuncValues(name string) []string {
	if b.values == nil {
		return b.Store.ListIndexFuncValues(name)
	}
	return b.values(b.Store, name)
}

func (b *broken) Replace(items map[string]any, rv string) {
	if b.replace == nil {
		b.Store.Replace(items, rv)
		return
	}
	b.replace(b.Store, items, rv)
}

func (b *broken) Bookmark(rv string) {
	if b.bookmark == nil {
		b.Store.Bookmark(rv)
		return
	}
	b.bookmark(b.Store, rv)
}

func (b *broken) Transaction(entries ...cache.ThreadSafeStoreTransaction) {
	if b.transaction == nil {
		b.Store.Transaction(entries...)
		return
	}
	b.transaction(b.Store, entries...)
}

func (b *broken) AddIndexers(indexers cache.Indexers) error {
	if b.addIndexers == nil {
		return b.Store.AddIndexers(indexers)
	}
	return b.addIndexers(b.Store, indexers)
}
