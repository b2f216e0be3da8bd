// Package compactbench measures how much memory objects take in a cache, in every form in which they can be kept, side by
// side with client-go's informer, and what each form costs.
//
//	make bench-compact                                       # everything, about an hour
//	make bench-compact KEPT=share,encoded PARTS=memory       # some forms, and only their memory
//	make bench-compact QUICK=1                               # a try in a minute; no measurement
//	bin/benchgen compacttable results/latest/compact/bench.txt.partial
//
// # What is measured
//
// A server, which is a process of its own, makes a population of real-size pods and a churn of events over it (8 status
// updates, one pod more and one less in 10, the hot ones most), encodes all of it, and then only copies bytes to
// connections, so that every informer gets the same. The population is package workload's, as it was before there was
// anything to make it smaller.
//
// Each informer is measured in processes of its own, one at a time, interleaved in rounds whose order is shuffled anew. All
// get their pods by streaming list, in protobuf, from the server, and have the namespace index and one handler. How objects are
// kept is in the results' key kept: [Kept].
//
// # Memory
//
// In a process of its own, at a GOGC (25) that makes collections frequent, with nothing but the first sync:
//
//   - peak-B is the most that collections found live during the sync, over what there was before the informer was made.
//     Live is what was reachable, or allocated, while a collection ran; rss-peak-B stands beside it.
//   - heap-B/object is what two collections leave after it, over what there was before, for each object. It is all that
//     the informer costs: objects, keys, store, index, tables of what is shared, buffers of its connection.
//     heap-objects/object is the number of allocations that the same collections have to look at.
//   - objects-B/object: a slice, made outside of the informer, gets all objects that the store lists. Then the informer is
//     stopped and forgotten, with its store, its source and its tables of what is shared. What collections now
//     leave, until it no longer falls, less the slice's own 16 bytes each, is what objects take that are held by
//     somebody and by nothing else: with all parts and strings that they refer to, each once, shared or not.
//   - overhead-B/object is the difference of the two: what keeping them takes, beside them.
//   - left-B/object is what is still there when the slice is forgotten as well. It should be next to nothing; if it is
//     not, then something that outlives the informer holds objects, and the two figures above are wrong by as much.
//
// So the parts of shared objects count as objects, and what is needed to find such parts again as overhead. This needs
// nothing of how a form works, no sizes of its own and no walk over objects, which would have to know where each part is held. It
// cannot be done to package packed's store: it holds no objects, and would make all of them for the slice. There objects-B is what
// the store counts as compressed bytes and as decoded ones in its cache, and all else is overhead, the allocator's rounding of each
// record included.
//
// # Time
//
// In another process, at GOGC=100: wall time and the process's CPU time, user and system, of the first sync, from Run to the
// handler's last call. Then the events, as fast as the informer takes them, to the handler's last call:
//
//   - cpu-ns/event is the process's CPU time for each event.
//   - gc-cpu-ns/event is the collector's part of it, as the runtime counts it (/cpu/classes/gc/total). At one GOGC a smaller
//     heap is collected more often, each time at less cost. There are few collections in a run, and the one that is cut off at
//     the end would be a large error. So it is counted from the end of the collection before the churn to the end of the last one
//     in it, and divided by the events in between. gc-cycles says how many there were: of fewer than
//     five or so it is a rough figure, and of none it is 0, which means nothing. More events help.
//   - churned-B/object is heap-B/object after the churn: a table that does not let go shows here.
//
// Then single reads: get-ns with reads=cold, where each object is read once, in random order, and with reads=hot, where a
// few are read again and again. They differ where reads decode.
//
// # Checks
//
// Every process checks itself. What the handler was told, in each phase, is compared with the server's by count and by a sum of
// digests of key, UID and version. At the end the server's state is read again with client-go's client, object by object,
// and each is compared with the one in the store under its key: both are encoded, which tells apart all that
// differs in meaning; where bytes differ, and for some 2,000 objects in any case, apimachinery's semantic equality decides. A form
// that loses something is compared with what must be left, which is made here, not by the code that is measured. There must be no other
// keys, and the index must have each object once.
//
// # Sizes
//
// A pod takes about 19 KB decoded and 6 KB encoded, in the server, as an event does. What the machine has no memory for is left out
// and said to be. Of a million pods that may be client-go's informer itself: then there are values and no ratios, and
// benchgen compacttable, given the results of fewer pods as well, shows both.
// Without the part time there are no events, and the server makes and encodes one pod after the other.
//
// # Adding a form
//
// Append a [Subject] to [Subjects]; if it keeps objects in a new way, a [Kept] with its targets as well.
package compactbench
