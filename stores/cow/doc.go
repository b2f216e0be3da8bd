// Package cow is a copy-on-write store: one immutable state behind one atomic pointer.
//
// # Idea
//
// The whole content, objects, indexes and resource version, is one persistent
// data structure. A reader loads the pointer to it once and needs nothing else:
// no lock, no registration, no retry. A writer copies the nodes on the path to
// what it changes, shares all others, and stores the pointer to the new root.
//
// Objects sit in slots: leaves of 32 object pointers under three levels of 32-way
// nodes. A hash trie leads from a key to its slot; its leaves are small
// open-addressed hash tables without pointers, so the collector does not scan
// them. An index is the same structure once more, from value to posting, and a
// posting is a set of slot numbers of four bytes; it leads to the object
// without a second look-up by key, and an update whose index values stay the same
// touches no index at all. A posting of one object takes no node.
//
// Nodes carry the number of the edit that made them. A transaction changes its
// own nodes in place and copies each other node at most once, so a
// batch shares the copying; Replace builds the new state all in place.
//
// # Guarantees
//
// Linearizable point operations, snapshot-consistent lists, atomic transactions,
// readers never block, writers never wait for readers: all of them because a
// reader sees exactly one published state. Writers wait for each other.
//
// No write copies more than one node a level (up to 576 bytes each) of the
// structures that it changes: slots and, for a new or deleted key, trie of the
// objects; slots, set and perhaps trie of each index for a value that changed.
// The list of the topmost nodes has one pointer for a million objects.
//
// The store refers to the current state only. What was replaced lives for as
// long as the longest read that began before.
//
// # Wins when
//
// Reads meet writes: a List of a million objects holds up nobody and is never
// held up, not even by Replace. Writes come in batches. Indexes are many: they
// weigh a tenth of key sets. The collector's time counts: tries and postings
// hold no pointers to objects.
//
// # Loses when
//
// There is a single writer of single objects and nobody reads: an update
// allocates 1.5 KB where a map changes a word, an insert with three indexes about
// 10 KB. A cold Get at a million objects follows more pointers than a Go map
// does. Values of large postings come in no order, so ByIndex jumps about in memory.
//
// Index functions must give the same values for the same object every time:
// the store asks again for the old ones when it removes them, as client-go does.
//
// # Source
//
// Phil Bagwell, Ideal Hash Trees (2001), for tries indexed by bits of a hash, and
// Clojure's persistent vectors and transients (Rich Hickey) for the slots and
// for edits in place by their owner. Ronald Fagin et al., Extendible Hashing (TODS
// 4(3), 1979), for leaves that split in two and share places of their parent until then.
// Steindorfer and Vinju, Optimizing Hash-Array Mapped Tries (OOPSLA 2015), for keeping
// the form canonical under deletes. Knuth, TAOCP 3, 6.4, for deletion from open addressing.
package cow
