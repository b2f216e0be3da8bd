// Package sharded holds two stores that are cut up by a hash of the key, so that
// writers of different keys, and readers of others, rarely meet.
//
// # Idea
//
// [New]: 16 to 256 shards, eight for each processor. Each has a lock, the
// objects of its keys and, of every index, the part about these objects. So one
// lock covers an object together with all its index entries, and a move from one
// index value to another is one step for everybody. The price is that ByIndex
// visits every shard. Postings shared by all shards would need one look-up, but
// the hot ones (a large namespace) would be one lock again, and an object and
// its index entries could not change in one step.
//
// Within a shard the objects sit side by side in slots, so that List copies
// memory. Postings are slot numbers with a way back, so that leaving a large one
// takes constant time and no write asks an index function about an old object.
//
// [NewXsync]: one concurrent map (xsync.MapOf) for the objects and one for each
// index, from value to a set of keys. Get takes no lock at all. Writers of one
// key take turns by a striped lock, for the object and its index entries are in
// different maps: they join the new values, store the object, and then leave the
// old values. Readers of an index look each key up and drop an object that is
// not yet, or no longer, under the value.
//
// In both, Replace builds everything beside the old content and publishes one
// pointer. A read loads it once, so it sees the one content or the other.
//
// # Guarantees
//
// Linearizable point operations. Beyond that, every read tells of each single
// key what was true at some instant between its call and its return. In
// particular an object that stays under an index value is found there exactly
// once, whatever else changes about it. But different keys may be seen at
// different instants: lists are not snapshots (with [New], each shard's part
// is). Two exceptions with [NewXsync]: ListIndexFuncValues may list a value
// whose only object is just coming or going, and Index, given several values,
// may miss an object that moves from one of them to another.
//
// Transactions are not atomic for a read of several keys. [New] holds the locks
// of all touched shards until everything is applied, so that no sequence of
// Gets sees a newer state first and an older one then; but a List that comes
// between may see half. Of [NewXsync] any reader may see any part, in the
// order of the entries. Both apply nothing when an index function fails, and
// both set the resource version after the objects that it stands for.
//
// With [New] readers wait for the writers of a shard, and they for its readers.
// With [NewXsync] Get waits for nobody; other reads may wait for the change of
// one bucket or set of keys, and a writer for the copying of one.
//
// # Wins when
//
// Many cores do point operations: no lock is ever the bottleneck. A slow index
// function runs without any lock. A List delays a write by the copying of one
// shard, and ByIndex of a large value is fast ([New]).
//
// # Loses when
//
// One writer is all there is, as in an informer. ByIndex of a small value and
// ListIndexFuncValues take every lock ([New]) or look every key up ([NewXsync]).
// Somebody needs an answer that was true at one instant. Memory counts: with
// three indexes [New] takes a third more than client-go's store, for a value
// may have a posting in every shard, and [NewXsync] twice as much. AddIndexers
// holds up everything but the reads of [NewXsync].
//
// # Source
//
// Lock striping: Doug Lea's ConcurrentHashMap (Java 5). Slots that know their
// places in the postings: Briggs and Torczon, An Efficient Representation for
// Sparse Sets (1993). xsync.MapOf (github.com/puzpuzpuz/xsync) follows David,
// Guerraoui, Trigonakis, Asynchronized Concurrency (ASPLOS 2015). The update that
// hid an object from its index: fabric8io/kubernetes-client#7265. Empty
// postings: kubernetes/kubernetes#84959.
package sharded
