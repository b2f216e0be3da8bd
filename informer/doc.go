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
// Without options the constructors make what client-go's make, over client-go's own
// store. [WithStore] and [WithQueue] choose the parts, [WithListMode], [WithPageSize] and
// [WithMinWatchTimeout] how the source is asked, [WithBackoff],
// [WithMaxInternalErrorRetryDuration], [WithListTimeout] and [WithWatchOvertime] what is done when it fails or is silent, [WithWire] how its answers are decoded,
// [WithTransform], [WithLogger],
// [WithMetrics] and [WithStoreName] do what they say, and [WithCoalescing] bounds what
// waits for slow handlers.
//
// # A shared informer's life
//
// It runs once: any further call of Run returns with a warning. Handlers and indexers may
// be added until it has stopped, before and after the start; the transform and the
// watch-error handler until it has started. Each handler gets a registration, which says
// when the handler has seen the first list, takes it away again, and has the
// ShutdownChan that [cache.ShutDownEventHandler] waits for. A watch-error handler
// gets a reflector of client-go's that never runs and knows its name and type; so
// client-go's default one works, too.
//
// Resyncs follow client-go's rules: no handler is resynced more often than once a second;
// the shortest period that was asked for before the start is the period in which
// resyncs are considered, from the start on for good; a handler that comes later and asks
// for more gets that; and what did not change is shown only to those who asked.
//
// # How an event reaches a handler
//
//  1. The reflector lists and watches, and puts changes into the queue.
//  2. The controller's one loop pops a batch and applies it to the store in one
//     transaction, under a lock that late handlers take too.
//  3. Still under that lock, the batch of notifications is appended to each
//     handler's own buffer, which has no bound: one lock and one signal a handler and
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
// the burst is drained. An idle handler takes some 4 KB, the stack of its one goroutine
// included, where one of client-go's takes some 27 KB.
//
// A handler may be [Coalescing]: while more than its limit waits for it, updates of one key
// are merged. What it can then no longer see is said there.
//
// # Metrics
//
// client-go's informer metrics are published with the same values through an explicit
// provider ([WithMetrics], or the fields of client-go's options). What
// client-go knows nothing of, such as the store's name and what waits for each handler, is
// in [SharedInformer.Stats] and [SharedInformer.Handlers], and for Prometheus in package
// prommetrics.
//
// # More than an indexer
//
// [Snapshot] pins one state of an informer's store, and [WaitForVersion] waits until
// the store shows one's own write. Which stores can, their own documentation says; the
// indexer ([informerbench/indexer.Indexer]) can also append to a caller's slice and be
// ranged over.
//
// # Listing again
//
// When the whole collection is fetched again, objects that the store holds in the same
// version (UID and resource version) are kept, and only what is different is committed, in one
// transaction where the store can ([informerbench/stores.VersionedTransactor]). So a relist
// holds only what has changed twice. Someone who changed an object of the store against the rule finds it
// changed still: with client-go's informer a relist would bring it anew.
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
