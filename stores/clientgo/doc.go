// Package clientgo is the peer that every variant is compared with: client-go's
// own store, unchanged.
//
// # Idea
//
// client-go's NewThreadSafeStore, asserted to its transaction interface. The
// only line of ours copies the indexers, for client-go keeps the caller's map
// and writes to it.
//
// # Guarantees
//
// Linearizable point operations, snapshot-consistent lists and atomic
// transactions, by one lock, and identical objects. [KnownFailures] lists the cases of our conformance
// suite that it fails.
//
// # Wins when
//
// Nobody should have to trust a new store, or the load is small: it is what
// every controller runs today.
//
// # Loses when
//
// Readers list a large store while it is written; Replace re-indexes under the
// write lock; an index function fails, which leaves the object stored but not
// indexed (kubernetes/kubernetes#43605); GetIndexers is ranged over while
// AddIndexers runs (kubernetes/kubernetes#135440); readers sleep in short system
// calls, with which they keep a P. A sync.RWMutex counts how many readers may go on, not
// which: those that it wakes into the queue of such a P can lose their turns to a
// reader that is awake, again and again.
//
// # Source
//
// k8s.io/client-go/tools/cache, v0.37.2.
package clientgo
