// Package rwmutex is the cautious choice: one map, its indexes and one reader-writer
// lock, as in client-go, with everything that can be done outside the lock done outside.
//
// # Idea
//
// One map leads from keys to slot numbers; objects and keys stand in dense lists by
// slot; a posting, which holds what has one index value, is a list of slots. All of that
// is guarded by one reader-writer lock. It departs from client-go where that pays:
//
//   - Slots instead of objects in the map: List copies a dense list, and a posting
//     leads to its objects without a look-up by key. The map is a quarter smaller,
//     which pays for the lists.
//   - Each slot knows where it stands in postings. Leaving a posting is O(1), and what an old
//     object had is read from there, so that no index function is asked about it. An
//     update that changes no index value touches no posting.
//   - A second lock, which only writers take, orders writers. Index functions run under
//     that one, before the first change; the lock of the readers is held to apply what
//     cannot fail. The functions may read the store, but not write to it.
//   - Replace and AddIndexers make the new content beside the old one and exchange a
//     pointer. So do deletes once three quarters of the slots are empty.
//   - Index functions with at most one value ([stores.Single], and the namespace index)
//     cost no slice.
//
// It does not yield after large reads ([stores.Yield]): whoever waits for a locked store
// waits for its lock, so that yielding does almost nothing.
//
// # Guarantees
//
// Linearizable point operations, snapshot-consistent lists, atomic transactions, identical
// objects: a read holds the lock for all it sees, a write for all it changes. Readers wait
// for writers that apply, and writers for readers. AppendList, AppendByIndex, and each range over
// All or ByIndexAll likewise show one state: a range copies what it needs under
// the lock first and holds none while its body runs. A Snapshot is a copy, made under the
// read lock: O(n), about 40 bytes an object with one index and 4 more for each
// further. It costs writers nothing afterwards. Its first Get makes a map, its first Ascend sorts
// the keys. A snapshot may be held for as long as one likes; Close drops the copy.
//
// # Wins when
//
// There is little concurrency, or client-go's behaviour under load is good enough.
// Compared with client-go's store, lists and indexed reads are several times
// faster, inserts, deletes and rebuilds about twice, updates somewhat; Get costs the
// same; with indexes the store needs about 60 % of the memory. Readers wait for a
// rebuild only while a pointer is exchanged.
//
// # Loses when
//
// Readers list a large store while it is written: a List holds up every write, and a
// waiting write every new reader, so that a Get may take as long as the longest List.
// A transaction holds up readers while it is applied; AddIndexers and Replace hold up other
// writers, and old and new content are both in memory until the collector has run.
// Replace of a map into a store without indexes is O(n), though not for readers, where
// client-go just keeps the map; ReplaceList costs about what filling that map does.
// The slot of a deleted object and the header of an empty posting stay, for the next
// ones, until three quarters of the slots are empty. A Snapshot of a large store is
// expensive.
//
// # Source
//
// client-go's threadSafeMap (k8s.io/client-go/tools/cache/thread_safe_store.go) for
// the idea. Postings of small numbers are how search engines do it; removal by exchange
// with the last element, at a position that is stored, is the sparse set of Briggs and
// Torczon, "An Efficient Representation for Sparse Sets" (ACM LOPLAS 2(1-4), 1993).
// Empty postings go (kubernetes/kubernetes#84959); a failing index function changes
// nothing (kubernetes/kubernetes#43605).
package rwmutex
