// Package indexer puts client-go's [cache.Indexer] over any [cache.ThreadSafeStore]:
// it computes keys, understands tombstones, transforms objects on their way in
// and turns object transactions into keyed ones. All state is in the store
// below; an [Indexer] holds no lock and adds no guarantee of its own.
//
// Beyond that it passes on what the store can: a Replace straight from a list, bulk
// reads, snapshots, and waiting for a resource version (see package stores).
//
// Behaviour is that of client-go's private cache type, with two deliberate
// differences:
//
//   - A [cache.DeletedFinalStateUnknown] is keyed by its Key field whatever the
//     key function, and is never transformed.
//   - Transaction transforms added and updated objects as Add and Update do, so
//     that what the store holds does not depend on whether an event came alone
//     or in a batch. client-go's Transaction stores them untransformed.
package indexer
