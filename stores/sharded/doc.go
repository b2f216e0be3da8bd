// Package sharded holds stores that are cut up by a hash of the key, so that
// writers of different keys, and readers of others, rarely meet.
//
// # Idea
//
// [New]: 16 to 256 shards, eight for each processor, each with a lock, the
// objects of its keys, and of every index the part about these objects. So one lock
// covers an object together with all its index entries: moving from one index value
// to another is one step for everybody. The price is that ByIndex visits every shard.
// Postings that are shared by all shards would need one look-up only, but the
// hot ones (one large namespace) would be one lock again, and an object and its
// index entry could not change in one step.
//
// Within a shard objects sit side by side in slots, so List copies memory;
// postings are slot numbers with a way back, so leaving a large one is O(1) and an
// update never asks the index functions about the old object.
//
// [NewXsync]: one concurrent map (xsync.MapOf) for the objects and one for each
// index, from value to a set of keys. Get takes no lock at all. Writers of one key still
// take turns, by a striped lock, for the object and its index entries are in
// different maps: they join new values first, then store the object, then leave old
// values; readers of an index look each key up and drop an object that is not, or no
// longer, under the value.
//
// Both: Replace builds everything beside the old content and publishes one pointer,
// which a read loads once, so a read sees the one or the other.
//
// # Guarantees
//
// Linearizable point operations. Furthermore, of each single key every read tells the
// truth of some instant between its call and its return: an object that is
// under an index value all the time is found there exactly once, one that is not is
// not. But different keys may be seen at different instants: List, ByIndex and the like
// are not snapshots ([New]: each shard's part is one).
//
// Transactions are not atomic for reads of several keys. [New] holds the
// locks of all touched shards until everything is applied, so that a sequence of
// Gets never sees a newer state first and an older one then; a List may see half.
// [NewXsync] only orders writers; its readers may see any part, in the order of
// the entries. Both apply nothing when an index function fails. The resource version is set
// after the objects that it stands for.
//
// Of [New], readers wait for the writers of a shard, and writers for its readers. Of
// [NewXsync], Get never waits; reads of an index may wait for a copy of one set of keys.
//
// # Wins when
//
// Many cores do point operations: the locks are never the bottleneck. A slow
// index function runs without any lock. A List delays a write by the copy of one shard.
//
// # Loses when
//
// An informer has one writer, so there is little to win from letting several write
// at once. ByIndex and ListIndexFuncValues take every lock ([New]) or look every key up
// ([NewXsync]). Whoever needs an answer that was true at one instant cannot use
// either. Every index value has a posting in up to every shard, which costs memory with
// many small postings. [NewXsync] weighs two to three times as much as one map.
// AddIndexers holds up everything but Get of [NewXsync].
//
// # Source
//
// Lock striping as in Java's ConcurrentHashMap before version 8 (Doug Lea, 1998). The
// slots with memberships are the sparse sets of Briggs and Torczon (An Efficient
// Representation for Sparse Sets, 1993). xsync.MapOf: github.com/puzpuzpuz/xsync, after the
// cache-line hash table of David, Guerraoui and Trigonakis (Asynchronized
// Concurrency, ASPLOS 2015). An update that must not hide an object from its index:
// fabric8io/kubernetes-client#7265. Empty postings: kubernetes/kubernetes#84959.
package sharded
