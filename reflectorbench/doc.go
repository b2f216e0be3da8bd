// Package reflectorbench measures one whole informer pipeline, from the list
// and watch to the reader and the handler, and writes what it found as Go
// benchmark text.
//
// A [Cell] names one configuration: an informer (ours, with any store of the
// catalogue and any of our queues, or one of client-go's as a peer), a mix of
// events, a population and a source. [Run] measures it in this process:
//
//  1. generate the population and fill the source; nothing of this is timed
//  2. start the pipeline on it: Sync, Heap
//  3. play events at full speed: Throughput
//  4. play events in an open loop: Staleness, Delivery
//  5. read beside that open loop: Read, GetBesideLister, which also tells when the events were delivered
//  6. with workers, play events to a work queue and its reconcilers: Reconcile
//  7. expire the watches: Relist
//  8. compare the store, and the map that a handler kept, with the source,
//     object by object, and the indexes with what their functions say
//
// Results are written only after step 8 has passed: a run that lost or invented
// an object is an error and leaves no line behind.
//
// A [Matrix] runs many cells, each in a process of its own, so that neither heap
// nor collector is shared, in rounds that visit all cells before the next
// begins, so that a drift of the machine meets every cell alike.
//
// A [Lab] is such a pipeline in the hands of a scenario, which decides itself what is played, who reads
// beside it, when handlers join and watches expire; it is verified in the same way.
//
// # What a latency is
//
// Staleness and Delivery are open loop: they run from the intended send time,
// which never waits for a slow pipeline, so they are free of coordinated
// omission. Reads are closed loop, that is service time: the next read starts
// when the last one has returned, and one clock reading both ends a read and
// starts the next, because a clock reading costs about as much as a Get. The
// latency of a read therefore contains one clock reading and the choice of the
// next key. Without a pause, a reader that was stalled once has made a million
// quick reads before and after, and no percentile shows the stall; so the Gets of
// GetBesideLister come at intervals (pause=, in nanoseconds) and sample time evenly.
//
// # A recorded trace
//
// With Trace the listed objects of a recording are the population, each recorded resource has a pipeline of its
// own, and reads are measured on the one with the most objects. The phases that need events take them one
// after the other and none twice: each measure gets the same number of events, so that one measure
// alone gets the whole trace; --events sets what the full-speed phase gets, and --phase how long the others last. A
// trace that is too short is an error. In an open loop each event is due at its recorded time divided by
// Speed, counted from the first event of the phase, however late others went out. With Speed max nothing is
// due at a time, and only Sync, Heap, Throughput and Relist are measured.
//
// Events are decoded in batches of at most 100,000, or about 32 MB, before they are played and outside of
// what is timed, and a collection goes before each. A phase of several batches waits after each until it has arrived; the time between
// two batches is in no result, and latencies of all batches are in one histogram. So a trace may be larger
// than the memory, but its listed objects may not: reading them stops when too little would be left.
// What package replay had to repair is told when the run begins.
//
// # The work queue
//
// With Workers the handler adds each event's key to client-go's rate-limiting queue, and that many
// reconcilers take keys, read the object from the store, spend their cost (on a processor, or asleep), and add
// the key again rate-limited when they are to fail. That is a phase of its own, off by default; nothing
// is queued in the others. A key's latency runs from the oldest of the handler's calls that its reconcile
// covers: to the first attempt (queued) and to the success (reconcile). The phase ends when all is
// reconciled, and fails unless every key was last reconciled at the source's newest version.
package reflectorbench
