// Package informer is the part of the pipeline between the queue and the event
// handlers: the controller, which drives reflector → queue → store, and the
// shared informer, which tells any number of handlers what happened.
//
// The public interfaces are client-go's, and so are the constructors: they take
// client-go's parameters and after them options of ours, so that adopting is replacing
// "cache." by "informer." and adding WithStore. [New] returns a
// [cache.Controller], [NewSharedIndexInformer] a [cache.SharedIndexInformer],
// and handlers, filters, typed wrappers and listers written for client-go work
// over them unchanged. This package names no store variant.
//
// # How an event reaches a handler
//
//  1. The reflector lists and watches, and puts changes into the queue.
//  2. The controller's one loop pops a batch and applies it to the store in one
//     transaction, under a lock that late handlers take too.
//  3. Still under that lock, the batch of notifications is appended to each
//     handler's own unbounded buffer: one lock and one signal a handler and
//     batch.
//  4. One goroutine a handler takes everything its buffer holds at once and makes
//     the calls in order.
//
// Without a queue (WithQueue([Direct])) steps 1 and 2 are one: the reflector's goroutine
// receives what the watch has ready, up to 1,000 events, applies it in one transaction
// under the same lock, and goes on with step 3. An event changes goroutines once, at the
// handler's buffer. The rest is alike, with three differences: changes of one key may be
// in one transaction, of which readers see the last; a list that cannot be processed is
// fetched again, and the informer is not synced before one could be; and while a
// transaction runs nothing is received, so that the watch's channel and its
// connection hold back a source that is too fast. Choose it for the least work and
// delay per event. Choose a queue when the watch must be read on without waiting for the
// store (a server ends watches that are not read), or when transactions are slow:
// client-go's store beside readers that list. For a controller made by [NewInformer] or [New],
// the handler's time counts as well, for it runs on the same goroutine.
//
// So the order of events per key is the store's order, a handler that joins late
// sees the store as of one instant and then every later change, and a slow or
// panicking handler delays nobody but itself. What has been delivered is dropped
// from the buffer at once; the memory of a burst goes back to the collector while
// the burst is drained.
//
// # More than an indexer
//
// [Snapshot] pins one state of an informer's store, and [WaitForVersion] waits until
// the store shows one's own write. Which stores can, their own documentation says; the
// indexer ([informerbench/indexer.Indexer]) can also append to a caller's slice and be
// ranged over.
//
// # Where this differs from client-go on purpose
//
//   - A panic of a handler on an initial add (with crashing switched off) counts
//     as delivered, so that its registration does become synced.
//   - A handler that asked for no resync never gets an update whose resource
//     version is unchanged, also not on a relist before the first resync. Objects
//     without versions, as client-go's fake clients have them, count as changed.
//   - Two concurrent calls of Run start exactly one; errors of processing are
//     logged and counted, not dropped.
//   - Nothing depends on process-wide feature gates.
//
// An index function that fails panics, as in client-go. With crashing switched off
// (apimachinery's ReallyCrash) everything that was popped in one batch with that
// object, up to 1,000 changes, is then lost: it is logged, and counted in [Stats].
//
// Objects are shared between the store and all handlers: whoever gets one must not
// change it. The environment variable KUBE_CACHE_MUTATION_DETECTOR=true switches
// client-go's detector on, which ends the process when someone does.
package informer
