// Package syncbench measures how informers get the whole state, for the first time and when they list
// again, side by side with client-go's, and says what ours shall reach.
//
//	make bench-sync                                        # everything
//	make bench-sync PARTS=stream,memory                    # the parts that matter most
//	make bench-sync QUICK=1                                # a try in a minute; no measurement
//	bin/benchgen synctable results/latest/sync/bench.txt.partial
//
// # What is measured
//
// A server, which is a process of its own, makes a population of pods, encodes all of it, and then only copies
// bytes to connections: list, streaming list, and lists in pages, of the state before and after 1% of the
// pods have changed (0.8% updated, 0.1% deleted, 0.1% new). Bytes of what did not change are there once.
// What the server uses meanwhile is in the results, as server-cpu-ns.
//
// Each informer is measured in a process of its own, one at a time, interleaved in rounds whose order is shuffled
// anew. All use the typed client that client-go's factories use, with protobuf and without its rate limit, or
// our own source for the same server (ours-wire). The process syncs: from Run to the handler's call for the last
// object. Then, unless only the sync is measured, the server's watch ends with 410 (Gone), and the informer
// lists again: from that request, so that the pause before it does not count, to the handler's call for the
// last change. client-go's informer calls the handler for unchanged objects too, and ours does not; these
// calls do not count for either. Which list an informer sends after that, it decides; that it was the kind that is
// measured is checked.
//
// # Time
//
// At GOGC=100: wall time and the process's CPU time, user and system, in both phases. While it lists again a reader gets
// an object that is in both states each 100 µs, slept in the kernel. What is reported of it is the time of
// a read, not of the sleep: when the reader's thread waits for a core, that is not the store's doing, though it is
// counted when that happens in the middle of a read. A reader that is kept out reads less
// often, so one that took longer counts also for those that would have begun meanwhile: p99.9 is of points in
// time.
//
// # Memory
//
// In runs of their own, at a GOGC (25) that makes collections frequent: the peak is the maximum of what they
// found live (/gc/heap/live:bytes), read each 2 ms, and the steady state what two collections leave at the end of
// the phase. Live is what was reachable, or allocated, while a collection ran: of an informer that makes much garbage
// it counts some per cent too much, the less the lower GOGC is. The resident set (VmHWM
// without pages of files) stands beside it.
//
// # Checks
//
// Every process checks itself: what the handler was told of, in each phase, and what the store holds after it, are compared
// with the server's by count and by a sum of digests of key, UID and version; of about 2,000 objects the whole contents are
// compared, as bytes. The reader must find each object each time.
//
// # Adding an informer
//
// Append a [Subject] to [Subjects], and its name to the rows in row.go.
package syncbench
