// Package packed keeps encoded objects, compressed by a dictionary that it learns from them,
// and decodes what is read. It is for caches that are large and mostly looked up by key.
//
// # Idea
//
// A store of package mvcc holds a small record in the place of each object: the bytes of the
// object (protobuf for Kubernetes types, JSON for unstructured content, see [Codec]),
// compressed one by one by zstd with a dictionary, and its resource version. Keys, indexes,
// snapshots, order and consistency are that store's. Index functions get the object while it is
// written; what an old object had is read from the postings, so that nothing is decoded for a write.
//
// Objects are not compressed in blocks. A dictionary of 112 KB knows what they have in common, so
// that an object by itself becomes nearly as small as in a block, a Get decodes one object and
// not thirty, and an update leaves no hole behind: a record is one allocation without
// pointers, which never changes, and Go's allocator and collector are the segments and the
// compaction. What its size classes waste, one part in twenty, is less than the dead quarter
// of a log.
//
// A dictionary is made of 128 objects of one type: early, then ever more seldom, and for
// each long list that comes in one piece. It is taken if it packs other samples better than the one that there is. Records
// know their dictionary and keep it alive; one that no record needs goes. There are at
// most eight.
//
// Decoded objects stay in a small cache: they hang on their records. It cannot be stale, for a record never
// changes. What is written one by one or in a transaction goes into it as it is, since whoever is told of a change
// asks for the object next, and the next change of it asks for the old one. Lists and ranges look
// into the cache and leave it as it is.
//
// # Guarantees
//
// All but identical objects: linearizable point operations, snapshot-consistent lists,
// atomic transactions, readers never block, writers never wait for readers. They are
// those of package mvcc, for what stands between is one record for one object.
//
// What is read equals what was stored. It may be the object that was stored, or one that was decoded; two
// reads may return the same one or two that are equal. Whoever compares pointers must not use this store.
// What equal means is the codec's: see [Protobuf] and [Unstructured].
//
// Objects are immutable here as in every store: the cache hands one to many readers, and the one that it has
// may be the writer's own. What somebody changes in it others see, until it leaves the cache and
// the change is gone. Only without a cache (Options.Cache below 0) each read makes an object of its
// own, which the reader may change; not so of objects that have no coding.
//
// Objects without a coding are kept as they are: those of other types, nil, and single
// objects that bytes cannot tell without loss. [Store.Stats] counts them. For Go types of custom
// resources there is [JSON].
//
// # What it costs
//
// A Get of what is in the cache is one of package mvcc and a load: no lock, no allocation, nothing that two
// readers write to. A Get of what is not decompresses and decodes. A List decodes what is not in the cache, outside
// of any lock, on Options.Processors from 512 objects on; up to 32 results are remembered like those of Gets.
//
// With 10,000 real-size Pods under four indexes on two cores, one run; package mvcc's in brackets
// (go test -run=- -bench='Get|List|Update|Replace' -benchtime=0.3s ./stores/packed):
//
//	Get of what is in the cache     22 ns (15)
//	Get of what is not              95 µs, 282 allocations (45 ns)
//	List                            61 µs an object (31 ns)
//	Update                          67 µs (3 µs)
//	what an informer does of one    46 µs, where few objects change; 115 µs, where all do (3 and 6 µs)
//	Replace, nothing has changed    18 µs an object (2 µs); everything has: 33 µs, on both cores
//
// Update encodes and compresses before it waits for other writers. AddIndexers decodes everything while writers
// wait. One write in some thousand takes some ten milliseconds more, in which a dictionary is tried.
//
// Replace, and any write, of an object that is stored in the same version and with the same content
// does not compress it again: the record stays. Beside the caller's objects Replace holds what
// is packed anew until it returns.
//
// An informer of this repository packs a list as it arrives, some hundred objects at a time ([Store.Stage]): its first list
// of 100,000 real-size Pods peaked at 1/10.8 of what client-go's informer had, which is about what is kept in the end (results/compact).
// What handlers are to hear of a list waits packed as well, and is decoded when it is a handler's turn; it goes into the cache then, for
// other handlers, and because who is told of an object asks for it next. Queues of kind DeltaFIFO,
// and client-go's informers, hold the objects as they came until the list is complete; then parts that they have in common are there
// once if the source decodes with package encoded (wire.Options.Compact).
//
// An informer asks for the old object at each update, which its handlers get: that is a Get of what was
// written last, so it decodes unless the object changed lately. When it lists again
// it does not ask for what has not changed, see [stores.Holder]. For a handler that is added later, and for resyncs,
// everything is decoded, one object after the other; a DeltaFIFO has all of it decoded at once for a resync.
//
// # How well it packs
//
// Bytes of an object in a list of 4,000: encoded, packed, and heap with record, key and the store's fixed cost, without
// indexes (go test -run=- -bench=Bytes -benchtime=200x ./stores/packed; BenchmarkEffort has other levels and
// dictionaries):
//
//	                     encoded  packed  heap
//	Pods, small              442     210   560
//	Pods, real-size        5,114   1,166 1,597
//	custom resources       2,549     565   938   as JSON
//	ConfigMaps             1,886     524   893
//	Events                   672     244   592
//	Leases                   456     169   513
//
// Certificates and keys, which are random, stay as large as they are. Of 2,100 Pods, in bytes each, packed, with
//
//	no dictionaries (Options.Dictionary below 0)         2,524
//	a dictionary of 2 KB                                 1,745
//	the defaults                                         1,154
//	LevelBetter and 256 KB for the dictionary            1,063
//
// A dictionary is no larger than what the samples have in common, in these populations less than 16 KB: a larger
// limit is for clusters whose objects have more in common.
//
// # Wins when
//
// Memory is what counts. A Pod of 15.6 KB on the heap took 1.8 KB in a store of 3,000, key, four indexes and
// the store's fixed cost included, and is three objects to the collector, of which it looks into
// one, instead of more than a hundred.
//
// # Loses when
//
// Objects are read more often than they change, and not the same few: a Get of what is not in
// the cache takes tens of microseconds, a List as many for each object, on all
// processors, and as much memory as in any other store while it is held. Stores are many and small:
// one that packs anything has an encoder of about a megabyte and a dictionary for
// each type. Handlers expect the pointer that the store has.
//
// # Source
//
// A dictionary for small records is what zstd was given them for (RFC 8878, section 5); that one
// dictionary serves single records as well as blocks do, and is retrained as data changes, is
// how Facebook described its use in "Managed Compression" (2018). How content is chosen: Liao,
// Petri, Moffat, Wirth, "Effective Construction of Relative Lempel-Ziv Dictionaries", WWW
// 2016. The cache: Corbató's CLOCK (1968). Go's allocator in the place of a log-structured memory
// is the opposite of Rumble, Kejriwal, Ousterhout, "Log-structured Memory for DRAM-based Storage"
// (FAST 2014), whose compaction pays where the allocator cannot be trusted.
package packed
