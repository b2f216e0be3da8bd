package swap

import (
	"errors"
	"fmt"
	"maps"

	"k8s.io/client-go/tools/cache"

	"informerbench/stores"
)

// What [Store] refuses with, beside [errors.ErrUnsupported].
var (
	ErrStarted  = errors.New("the informer has already started")
	ErrNotEmpty = errors.New("the informer's store is not empty")
)

// Store replaces the store under an informer of client-go's by one that the constructor
// makes, with the indexers that the informer has so far, and returns it: the way to what
// it can do beyond client-go's interface, such as snapshots ([stores.Snapshotter]).
//
// Call it after making the informer and before starting it; nobody may start the informer
// or use its indexer at the same time. Handlers, listers and further indexers may be added
// before and after.
//
// On an error nothing has changed. It wraps [ErrStarted], [ErrNotEmpty], or
// [errors.ErrUnsupported] when the informer or its indexer is not client-go's own, or not
// of a version whose private fields are known.
func Store(informer cache.SharedIndexInformer, newStore stores.Constructor) (stores.Store, error) {
	shared, err := unwrap(informer)
	if err != nil {
		return nil, err
	}
	indexer := shared.GetIndexer()
	field, err := storeField(indexer)
	if err != nil {
		return nil, err
	}
	if shared.HasStarted() {
		return nil, fmt.Errorf("store not replaced: %w: call swap.Store before the informer or its factory is started", ErrStarted)
	}
	if n := len(indexer.ListKeys()); n > 0 || indexer.LastStoreSyncResourceVersion() != "" {
		return nil, fmt.Errorf("store not replaced: %w: it holds %d objects; call swap.Store before anything is written", ErrNotEmpty, n)
	}
	store, err := build(newStore, indexer.GetIndexers())
	if err != nil {
		return nil, err
	}
	field.set(store)
	return store, nil
}

// build makes the store and makes sure that no index was lost on the way.
func build(newStore stores.Constructor, indexers cache.Indexers) (stores.Store, error) {
	if newStore == nil {
		return nil, errors.New("store not replaced: no constructor given; pass one such as mvcc.New")
	}
	store := newStore(maps.Clone(indexers))
	if store == nil {
		return nil, errors.New("store not replaced: the constructor returned nil")
	}
	has := store.GetIndexers()
	for name := range indexers {
		if _, ok := has[name]; !ok {
			return nil, fmt.Errorf("store not replaced: the new %T has no index %q; its constructor has to keep the indexers that it is given", store, name)
		}
	}
	return store, nil
}
