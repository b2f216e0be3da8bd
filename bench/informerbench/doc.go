// Package informerbench measures whole informers side by side with client-go's, and says what ours
// shall reach.
//
//	make bench-informer                                        # everything
//	make bench-informer PARTS=readers R=0,1 COUNT=10           # the quick part of the table
//	make bench-informer PARTS=sync,idle COUNT_SLOW=4           # initial sync of 1M, idle handlers
//	make bench-informer QUICK=1                                # a try in half a minute; no measurement
//	bin/benchgen informertable results/latest/informer/bench.txt.partial
//
// # Beside readers
//
// A namespace of 160,000 pods, readers that list it in a loop, and one stream of updates from memory with
// ten in flight: one is in flight until the handler has seen it. (client-go's
// BenchmarkSharedIndexInformer has this shape.) The stream has room for all ten, so that an informer
// that takes many events at once can.
//
// All informers are measured in one process, one after the other, in rounds that visit all of them in an
// order that is shuffled anew. Each sample has an informer of its own, and a collection between the initial
// list and the start of the readers. Readers and writer work before the window begins (until each reader
// has read once) and until after it has ended; both rates are of that window. A window lasts at least a second,
// and longer with many readers, and until it holds 200 writes; after two minutes it ends as it
// is. How many writes and reads it holds stands in the result.
//
// A list is [k8s.io/client-go/tools/cache.ListAllByNamespace], which is what all of client-go's listers call.
// An iterated snapshot is a new [informerbench/informer.Snapshot] for each read. Both look at the pods' pointers
// only. What the parts bring is seen from column to column: client-go's informer with the store alone
// swapped (clientgo-mvcc-noyield), with its yield after a large read (clientgo-mvcc), with fewer hops (ours-mvcc), and
// without a queue (ours-mvcc-direct).
//
// Every sample checks itself: each read found all pods, each update that the handler saw began with the
// version that it had seen before, and at the end the handler and the store have the newest version
// of each pod.
//
// # Initial sync, idle handlers
//
// These have a process for each informer and round, interleaved in the same way, so that neither heap nor
// collector is shared. The sync is timed from Run to the handler's last call, of a stream (client-go's
// default) and of a plain list. Peaks are growth over a heap that holds the objects already. Handlers are
// weighed after two collections, when each has seen 1,000 pods and waits.
//
// # Adding an informer
//
// Append a [Subject] to [Subjects]. With Aim it has targets, which are in targets.go; a test runs every
// subject through every part.
package informerbench
