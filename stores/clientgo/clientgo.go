package clientgo

import (
	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// New returns an empty store of client-go's with the given indexes.
func New(indexers cache.Indexers) stores.Store {
	// client-go writes to the map in AddIndexers, where a nil map would panic.
	owned := make(cache.Indexers, len(indexers))
	for name, function := range indexers {
		owned[name] = function
	}
	return cache.NewThreadSafeStore(owned, cache.Indices{}).(stores.Store)
}

// Guarantees lists what the store guarantees, in the fixed words.
func Guarantees() []stores.Guarantee {
	return []stores.Guarantee{stores.LinearizablePoints, stores.SnapshotLists, stores.AtomicTransactions, stores.IdenticalObjects}
}
