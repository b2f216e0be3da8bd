// Package cow is a copy-on-write store: one immutable state behind one atomic
// pointer.
//
// # Idea
//
// The whole content (objects, indexes, resource version) is one persistent data
// structure. A reader loads the pointer to it once and needs nothing else: no
// lock, no registration, no retry. A writer copies the nodes on the path to
// what it changes, shares all others, and stores the pointer to the new root.
//
// Objects sit in slots: leaves of 32 object pointers under three levels of
// 32-way nodes. A hash trie leads from a key to its slot; its leaves are small
// open-addressed hash tables without pointers, which the collector need not
// scan. An index is the same structure once more, from value to posting, and a
// posting is a set of slot numbers, four bytes each. It leads to the objects
// without a look-up by key, and an update whose index values stay the same
// touches no index at all. A posting of one object takes no node.
//
// Nodes carry the number of the edit that made them. A transaction changes its
// own nodes in place and copies every other node at most once, so a batch
// shares the copying. Replace builds the new state all in place.
//
// # Guarantees
//
// Linearizable point operations, snapshot-consistent lists, atomic transactions,
// readers never block, writers never wait for readers: all of them, because a
// read sees exactly one published state. Writers wait for each other.
//
// No write copies more than one node a level, of at most 576 bytes, of the
// structures that it changes: the objects' slots; their trie for a new or
// deleted key; slots, set and trie of an index for a value that comes or goes.
// On top of the slots is an array of one pointer for a million objects. (More
// than 52 keys whose 32 bits of hash all agree are one node, of 8 bytes a key.)
//
// The store refers to the current state only. What was replaced lives for as
// long as the longest read that began before.
//
// # Wins when
//
// Reads meet writes: a List of a million objects holds up nobody and is never
// held up, not even by Replace. Writes come in batches. Memory counts: an object
// takes about 55 bytes, and 13 more for each index of usual values, where
// client-go's key sets take 47. The collector finds little to scan.
//
// # Loses when
//
// There is a single writer of single objects and nobody reads: an update
// allocates 1.6 KB where a map changes a word, an insert with three indexes
// 9 KB. A Get of an object that is not in the processor's cache follows more
// pointers than a Go map does. ByIndex jumps about in memory, for the slots of a
// posting come in no order.
//
// Index functions must give the same values for the same object every time: for
// the values to take away they are asked about the old object, as in client-go.
//
// # Source
//
// Phil Bagwell, Ideal Hash Trees (2001), for tries by the bits of a hash. Rich
// Hickey's vectors and transients in Clojure for the slots and for edits in
// place by their owner. Fagin, Nievergelt, Pippenger, Strong, Extendible Hashing
// (TODS 4(3), 1979), for leaves that split in two and until then fill several
// places of their parent. Steindorfer and Vinju, Optimizing Hash-Array Mapped
// Tries (OOPSLA 2015), for a form that does not depend on deleted keys. Knuth, The
// Art of Computer Programming 3, 6.4, for deletion from open addressing.
package cow
