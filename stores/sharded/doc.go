// Package sharded holds two stores that are cut up by a hash of the key, so that
// writers of different keys rarely meet.
//
// # Idea
//
// [New]: shards, four for each processor and at least eight. Each has a lock, the
// objects of its keys and, of every index, the part about these objects. So one
// lock covers an object together with all its index entries, and a move from one
// index value to another is one step for everybody. A read of many keys takes the
// locks of all shards, always in the same order, and when it has the last one nothing is
// half-way anywhere: that is the state it answers from. It then releases lock after
// lock as it goes, so a state costs no more locking than none would.
//
// Within a shard the objects sit side by side in slots. List and a large ByIndex pin
// the lists of all shards under the locks and copy them without: the first writer
// who would change a pinned list makes a copy of that shard's list first. One hash
// finds the shard, the slot and the value in every shard. Postings are slot numbers with a
// way back, so that leaving a large one takes constant time and no write asks an index
// function about an old object. The collector scans keys, objects and index values.
//
// [NewXsync]: one concurrent map (xsync.MapOf) from key to entry, and one for each
// index from value to posting. An entry points to a record, which is the object and where it
// stands in the indexes; a posting is a list of entries. To write is to take the new places in
// the postings, to store the record, which is the one instant at which it takes
// effect for Get and for readers of an index alike, and to give up the old places.
// Lists of entries only grow, until half of them is given up, so readers
// need no lock: they go along the list and drop an entry that does not stand there. Writers
// of one key take turns by a striped lock.
//
// In both, Replace builds everything beside the old content, and writers wait for
// the exchange of pointers only.
//
// # Guarantees
//
// [New]: linearizable point operations, snapshot-consistent lists, atomic
// transactions, identical objects. That is two-phase locking: whoever changes or reads several shards
// has all their locks before he begins. Readers wait for the writers of their shard,
// those of many keys for all writers that are under way. Writers wait for readers while
// these copy up to 2,000 objects of an index value, and hold the locks for a moment.
//
// [NewXsync]: linearizable point operations, identical objects. Beyond that, every read tells of each single
// key what was true at some instant between its call and its return. In
// particular an object that stays under an index value is found there exactly
// once, whatever else changes about it. But different keys may be seen at
// different instants: lists are not snapshots, and any reader may see any part of a
// transaction, of which each key shows the last entry only. Two exceptions:
// ListIndexFuncValues may list a value whose only object is just coming or going, and Index,
// given several values, may miss an object that moves from one of them to another. Get
// and reads of an index take no lock; the reads of the version, and ListIndexFuncValues, may
// wait for a writer.
//
// Both set the resource version after, or together with, the objects that it stands for.
//
// A snapshot is one state in both. With [New] it takes as long as the locks, and makes
// the next write in each shard dearer: while it is open, the first update copies the list of
// the shard's objects, and the first write that adds, deletes or changes an index
// value copies the whole shard. With [NewXsync] it stops all writers while it copies, O(n), and
// costs nothing afterwards; it builds what Get and ByIndex need when first asked. In both Ascend
// sorts all keys when it is first called.
//
// A range over All of [New] is of one state, and pins it; one of [NewXsync] copies
// stripe by stripe. [Options] sets from how many results on a read of [NewXsync] yields. [New]
// does not yield: a goroutine that waits for a lock is not helped by that.
//
// # Wins when
//
// Several goroutines write one store: several reflectors with a namespace or a cluster
// each, or an informer beside a cache that is written through. Then take [New]: the
// writers meet only in a shard, for the third of a write that is under the lock, and they share
// no other word but a counter. A transaction does not scale like that, for it
// locks every shard that it touches; batches of a hundred keys touch them all.
//
// With one writer [New] is still a good store: ByIndex of 1,000 takes a tenth of what
// client-go's store needs, List a quarter, a write somewhat less, and an object with
// three indexes three quarters of the memory. A List delays a write by the copying of one
// shard's list, at most. A slow index function runs without any lock.
//
// Choose [NewXsync] when a great many cores do nothing but Get, so that even the counter in a
// read lock is too much, or when a writer must never wait for a reader of an index.
//
// # Loses when
//
// ByIndex of one or two objects takes every lock ([New]): O(shards), with 32 processors
// 128 of them. ListIndexFuncValues goes through the values of every shard, and is
// 20 to 50 times slower than client-go's. Writes beside readers that list all the time copy again
// and again, as do writes beside snapshots that are taken all the time. A reader that is
// suspended while it holds the locks holds up everybody: where that must not be, no
// store with locks will do.
//
// [NewXsync] with few cores, compared with client-go's: Get takes 1.2 to 1.5 times as long, an
// update of a transaction 1.4 to 2.2, List 1.1 to 1.9, a Replace more than any other store's; an
// object takes 1.3 times the memory with three indexes and 2.8 times with none. AddIndexers
// holds up everything but the reads of [NewXsync]. The figures are rough ones, of 100,000 pods on
// two cores; the benchmarks have better ones.
//
// # Tried and dropped
//
// Lists that lock one shard after the other take as many locks, and show no
// state. Twice or four times as many shards: point operations did not gain, ByIndex of
// ten went from 0.9 times client-go's to 1.2 and 1.8. Go's maps and a slice of
// places for each object: 263 bytes an object instead of 150. One version under one
// lock: it was the one lock that all writers met at. In [NewXsync], sets of keys that are looked up
// one by one, and List by the map's Range: ByIndex took 4 times as long as client-go's instead of
// 0.4, List 4.5 times instead of 1.9. Its indexes are shared by all keys, which is the
// other way to shard: ByIndex of few objects is one look-up, but an object and its index
// entries are under no common lock, so a list is no state.
//
// # Source
//
// Lock striping: Doug Lea's ConcurrentHashMap (Java 5). Two-phase locking: Eswaran, Gray,
// Lorie, Traiger, The Notions of Consistency and Predicate Locks (CACM 1976). Linear
// probing without marks: Knuth, TAOCP 3, 6.4, algorithm R. Slots that know their
// places in the postings: Briggs and Torczon, An Efficient Representation for
// Sparse Sets (1993). xsync.MapOf (github.com/puzpuzpuz/xsync) follows David,
// Guerraoui, Trigonakis, Asynchronized Concurrency (ASPLOS 2015); that a resize may lose
// no key: puzpuzpuz/xsync#109. The update that hid an object from its index:
// fabric8io/kubernetes-client#7265. Empty postings: kubernetes/kubernetes#84959.
package sharded
