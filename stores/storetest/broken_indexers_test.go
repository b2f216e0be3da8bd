package storetest_test

import (
	"errors"
	"maps"
	"slices"

	"informerbench/stores"
	"informerbench/stores/clientgo"
	"informerbench/stores/rwmutex"

	"k8s.io/client-go/tools/cache"
)

// caught is a broken store and the checks that must each catch it.
type caught struct {
	name   string
	new    stores.Constructor
	claims []stores.Guarantee
	by     []string
}

// brokenIndexers are wrong in index functions, the set of indexes or ownership.
var brokenIndexers = []caught{
	{name: "client-go's own", new: clientgo.New, by: slices.DeleteFunc(slices.Collect(maps.Keys(clientgo.KnownFailures())), func(name string) bool {
		return name == "GetIndexers may be ranged over while AddIndexers runs" // a data race would end the test
	})},
	{name: "the constructor keeps the map", by: []string{"the constructor copies the indexers"},
		new: func(indexers cache.Indexers) stores.Store {
			return cache.NewThreadSafeStore(indexers, cache.Indices{}).(stores.Store)
		}},
	{name: "AddIndexers adds what it can", by: []string{"AddIndexers with one existing name adds none"},
		new: breaking(func(b *broken) {
			b.addIndexers = func(s stores.Store, indexers cache.Indexers) (err error) {
				for name, function := range indexers {
					err = errors.Join(err, s.AddIndexers(cache.Indexers{name: function}))
				}
				return err
			}
		})},
	{name: "AddIndexers leaves out what is stored",
		by: []string{"AddIndexers indexes what is stored and what comes", "AddIndexers works on a store that had none",
			"every object is in indexes added while writers run"},
		new: breaking(func(b *broken) {
			b.addIndexers = func(s stores.Store, indexers cache.Indexers) error {
				stored := map[any]bool{}
				for _, obj := range s.List() {
					stored[obj] = true
				}
				blind := cache.Indexers{}
				for name, function := range indexers {
					blind[name] = func(obj any) ([]string, error) {
						if stored[obj] {
							return nil, nil
						}
						return function(obj)
					}
				}
				return s.AddIndexers(blind)
			}
		})},
	{name: "Replace forgets added indexes", by: []string{"the indexers stay after Replace"}, new: forgetful},
	{name: "IndexKeys in no order", by: []string{"IndexKeys come sorted"},
		new: breaking(func(b *broken) {
			b.indexKeys = func(s stores.Store, name, value string) ([]string, error) {
				keys, err := s.IndexKeys(name, value)
				slices.Reverse(keys)
				return keys, err
			}
		})},
	{name: "Index swallows errors", by: []string{"Index returns the error of its function"},
		new: breaking(func(b *broken) {
			b.index = func(s stores.Store, name string, obj any) ([]any, error) {
				list, _ := s.Index(name, obj)
				return list, nil
			}
		})},
	{name: "panics with a text of its own", by: []string{"the panic of a failing index function names key and index"},
		new: breaking(func(b *broken) {
			b.update = func(s stores.Store, key string, obj any) {
				defer func() {
					if recover() != nil {
						panic("index function failed")
					}
				}()
				s.Update(key, obj)
			}
		})},
	{name: "keeps the entries", by: []string{"a transaction's entries stay the caller's"},
		new: breaking(func(b *broken) {
			kept := map[string]*txn{}
			b.transaction = func(s stores.Store, entries ...txn) {
				s.Transaction(entries...)
				for i := range entries {
					kept[entries[i].Key] = &entries[i]
				}
			}
			b.get = func(s stores.Store, key string) (any, bool) {
				if e, exists := kept[key]; exists {
					return e.Object, true
				}
				return s.Get(key)
			}
		})},
}

// stale is the store whose updates leave the index, of the broken contracts.
var stale = caught{name: "an update leaves the index", new: breaking(brokenContracts["an update leaves the index"]),
	by: []string{"a comma-split index equals brute force through many updates"}}

// stuckUntil is a store whose lock stays held when an index function fails. Who
// waits for the lock goes away, by a panic, when the channel is closed.
func stuckUntil(released chan struct{}) caught {
	return caught{
		name: "a lock stays held",
		by:   []string{"a failing index function leaves no lock held", "a panicking index function leaves no lock held"},
		new: breaking(func(b *broken) {
			lock := make(chan struct{}, 1)
			b.update = func(s stores.Store, key string, obj any) {
				select {
				case lock <- struct{}{}:
				case <-released:
					panic("released")
				}
				s.Update(key, obj) // when this panics, nobody unlocks
				<-lock
			}
		}),
	}
}

// forgetful is a store that starts anew on Replace, with its first indexes.
func forgetful(indexers cache.Indexers) stores.Store {
	return breaking(func(b *broken) {
		b.replace = func(_ stores.Store, items map[string]any, rv string) {
			b.Store = rwmutex.New(indexers)
			b.Store.Replace(items, rv)
		}
	})(indexers)
}
