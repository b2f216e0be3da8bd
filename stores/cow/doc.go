// Package cow is a copy-on-write store: one immutable state behind one atomic
// pointer.
//
// # Idea
//
// The whole content (objects, indexes, resource version) is one persistent data
// structure. A reader loads the pointer to it once and needs nothing else: no
// lock, no registration, no retry. A writer copies the nodes on the path to
// what it changes, shares all others, and stores the pointer to the new root. A
// snapshot is that pointer, kept.
//
//	state ─┬─ shelf ── book ── page ── leaf: 8 objects ── their keys
//	       ├─ bins:  … ── rack: 8 arrays of (tag, slot)
//	       └─ index: the same two from value to posting, a set of slots
//
// Objects sit in slots, eight to a leaf, under as many levels of 16-way nodes as
// there must be. A hash table leads from a key to its slot; it grows and shrinks by
// one bin at a time. An index is the same structure once more, from value to
// posting, and a posting is a set of slot numbers, four bytes each. It leads to the
// objects without a look-up by key, and an update whose index values stay the same
// touches no index at all. A posting of one object takes no node.
//
// Nodes carry the number of the edit that made them, the owner's token. A
// transaction changes its own nodes in place and copies every other node at most
// once, so a batch shares the copying; publishing spends the number, and no node is
// ever edited again. Arrays without pointers (bins, postings) and keys are shared by
// many states: what is appended to them lies behind the end that older states see.
// Replace builds the new state all in place.
//
// # Guarantees
//
// Linearizable point operations, snapshot-consistent lists, atomic transactions,
// readers never block, writers never wait for readers, identical objects: all of them, because
// a read sees exactly one published state. Writers wait for each other.
//
// Snapshot takes O(1) and one small allocation. It may be held for hours: it costs
// no writer anything, then or later, and keeps in memory just what was replaced
// since, with the nodes above that. Close does nothing. Iterators walk the state as it was
// when the range began, and copy nothing. Ascend sorts the keys when it is first
// called for a snapshot.
//
// The store refers to the current state only. What was replaced is garbage at once,
// unless a snapshot or a read that began before has it. When mass deletes leave the
// leaves three quarters empty, the write that does so moves what is left together:
// O(objects left), once for at least three times as many deletes. Keys of deleted
// objects may stay until their place is taken or their leaf goes; objects do not.
//
// A read of 10,000 results or more gives way once, at its end; see [Options].
//
// # Wins when
//
// States are kept: a consistent dump, a long reconciliation, a comparison of two
// moments, by as many readers as there are, at no cost to the writer. Reads meet
// writes: a List of a million objects holds up nobody and is never held up, not even
// by Replace. Writes come in batches, whose index values mostly stay. Memory
// counts: an object takes about 52 bytes, and 9 more for each index of usual values,
// where client-go's takes 50 to 85, and 50 more for each index. The collector finds
// little to scan.
//
// # Loses when
//
// Single writes follow one another. Every update allocates the path: in a store of
// 100,000 objects 770 bytes in 6 pieces, where a map changes a word; an insert or a
// delete with three indexes 4 KB in 35 pieces, a change of one index value 1.4 KB.
// Roughly, an update takes once and a half to three times as long as client-go's, an
// insert or a delete six to ten times with three indexes and more without. A
// transaction of a thousand updates costs what client-go's does with three indexes,
// and several times as much without any. The garbage also makes the collector run
// more often, which is the dearer the more the program keeps in memory.
//
// A Get follows more pointers than a Go map does: up to twice the time when they are
// not in the processor's cache. Two equal writers are no faster than one.
//
// Index functions must give the same values for the same object every time: for
// the values to take away they are asked about the old object, as in client-go.
//
// # Source
//
// Rich Hickey's vectors and transients in Clojure for the slots and for edits in
// place by their owner; Driscoll, Sarnak, Sleator, Tarjan, Making Data Structures
// Persistent (JCSS 38, 1989), for copying the path. Witold Litwin, Linear Hashing
// (VLDB 1980), for bins that split one at a time. Phil Bagwell, Ideal Hash Trees
// (2001), for the tries that large postings are.
package cow
