// Package stores holds the contract that every store variant of this
// repository implements, and the fixed words in which a variant states what it
// guarantees. It contains no variant.
//
// A store is client-go's [cache.ThreadSafeStoreWithTransaction]: a map from key
// to object with secondary indexes, safe for concurrent use. Behaviour is
// client-go's, with these sentences where it is deliberately better:
//
//   - GetIndexers returns a copy, so it may be ranged over while AddIndexers runs.
//   - When an index function fails, the write panics as in client-go, but before
//     anything was changed: the old state of the key is kept, nothing of a
//     transaction, of a Replace or of AddIndexers is applied, and no lock stays held.
//   - Replace(nil) empties the store, and later writes work.
//   - LastStoreSyncResourceVersion answers regardless of client-go's feature gates.
//
// Objects in a store are immutable: whoever reads one must not change it, and
// whoever put one in must not change it afterwards. The same goes for the slice
// that an index function returns, and for the map that Replace is given.
package stores
