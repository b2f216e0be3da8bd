package stores

import "k8s.io/client-go/tools/cache"

// Store is what every variant implements: client-go's indexed, thread-safe store
// with transactions.
type Store = cache.ThreadSafeStoreWithTransaction

// Constructor builds an empty store that maintains the given indexes. The
// indexers may be nil; the constructor copies the map, so the caller keeps it.
type Constructor func(indexers cache.Indexers) Store
