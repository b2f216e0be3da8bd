package storetest_test

import (
	"runtime"
	"sync"

	"informerbench/stores"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
)

// oneLock holds one lock while index functions run, and gives way with it, so that others
// meet it there even on one core.
type oneLock struct {
	stores.Store
	mu sync.RWMutex
}

func newOneLock(indexers cache.Indexers) stores.Store {
	return &oneLock{Store: plainStore{rwmutex.New(indexers)}}
}

func (o *oneLock) write(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	runtime.Gosched()
	f()
}

func (o *oneLock) read(f func()) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	runtime.Gosched()
	f()
}

func (o *oneLock) Add(key string, obj any)    { o.write(func() { o.Store.Add(key, obj) }) }
func (o *oneLock) Update(key string, obj any) { o.write(func() { o.Store.Update(key, obj) }) }
func (o *oneLock) Delete(key string)          { o.write(func() { o.Store.Delete(key) }) }
func (o *oneLock) Transaction(entries ...txn) { o.write(func() { o.Store.Transaction(entries...) }) }
func (o *oneLock) Replace(items map[string]any, rv string) {
	o.write(func() { o.Store.Replace(items, rv) })
}

func (o *oneLock) AddIndexers(indexers cache.Indexers) (err error) {
	o.write(func() { err = o.Store.AddIndexers(indexers) })
	return err
}

func (o *oneLock) Get(key string) (obj any, exists bool) {
	o.read(func() { obj, exists = o.Store.Get(key) })
	return obj, exists
}

func (o *oneLock) List() (list []any) {
	o.read(func() { list = o.Store.List() })
	return list
}

func (o *oneLock) Index(name string, obj any) (list []any, err error) {
	o.read(func() { list, err = o.Store.Index(name, obj) })
	return list, err
}
