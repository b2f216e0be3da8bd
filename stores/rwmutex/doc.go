// Package rwmutex is the yardstick: client-go's algorithm in our own code.
//
// # Idea
//
// One map of objects, one map of key sets for each index, one reader-writer lock
// around all of them. An update asks every index function for the values of the
// old and of the new object and moves the key between the sets that differ.
//
// It differs from client-go only where package stores says so: all index
// functions of a write run before anything changes, and GetIndexers copies.
//
// # Guarantees
//
// Linearizable point operations, snapshot-consistent lists, atomic transactions:
// all three because everything happens under the one lock. Readers wait for
// writers, and writers for readers.
//
// # Wins when
//
// There is one goroutine, or little concurrency: nothing does less per operation,
// and Get is one map access. Batches in one Transaction pay for the lock once.
//
// # Loses when
//
// Readers list a large store while it is written: each List holds up every
// write, each waiting write holds up every new reader, so a Get may take as
// long as the longest List. Replace indexes the whole population under the write
// lock, during which nobody reads, and holds the old indexes until the new
// ones are complete. With indexes, the key sets weigh more than the object map.
//
// # Source
//
// client-go's threadSafeMap (k8s.io/client-go/tools/cache/thread_safe_store.go).
// Empty key sets are dropped (kubernetes/kubernetes#84959); a failing index
// function changes nothing (kubernetes/kubernetes#43605).
package rwmutex
