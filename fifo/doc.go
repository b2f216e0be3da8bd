// Package fifo holds the queues between a reflector and a store, and the
// functions that apply what the queues hand out.
//
//  1. A reflector calls Add, Update, Delete, Replace, Resync and Bookmark.
//  2. The queue transforms each object and keeps it as a [cache.Delta].
//  3. One consumer calls Pop or PopBatch in a loop.
//  4. [Processor] writes the deltas to the store and then tells the handler.
//
// There are two queues, and one that stands in for a queue. All fit into client-go's
// [cache.Config]:
//
//   - [DeltaFIFO] keeps all deltas of one key together, and consults the store
//     ("known objects") to find out what a Replace deleted. It must therefore
//     hold its lock while the consumer processes.
//   - [InOrder] keeps the deltas of all keys in order of arrival and never
//     consults the store: Replace and Resync are one delta each, which Processor
//     resolves. The producer can go on while the consumer processes.
//   - [Direct] keeps nothing: the consumer lends its process functions, and they run on the
//     producer's goroutine. It saves the way through a queue, and its memory; the producer
//     waits while its change is processed. It has some rules of its own.
//
// # Rules for both queues
//
//   - There is one consumer. The process functions run on its goroutine and must
//     not call methods of the queue, other than HasSynced and those of the
//     checker: the queue's lock may be held.
//   - HasSynced is false until the last callback for the first Replace has
//     returned, and true ever after. If Add, Update or Delete comes before the
//     first Replace, it is true at once.
//   - After Close, what is queued still pops, then Pop and PopBatch return
//     [cache.ErrFIFOClosed]. As in client-go, objects may be added even then.
//   - Known answers what the consumer holds, for a reflector that keeps it in the place of what a
//     list brings again in the same version; it is then neither transformed nor stored again.
//   - What Stage returns of an object of a list stands for it in the ReplacedAll delta, of InOrder and Direct, for consumers
//     that know it. It has the object's key.
//   - The transform runs once for each object handed to the queue, outside the
//     lock, never on tombstones or resynchronized objects. When it fails, the
//     caller gets the error and the queue is as before. It must not change an
//     object's key. (client-go's reflector transforms a streamed list by itself
//     and then hands it to Replace, so with that one a transform must be
//     idempotent, as client-go demands.)
//   - When the process function panics, the panic passes through, the deltas are
//     gone, and the queue remains usable.
//   - An error that wraps [ErrRequeue] puts the deltas back.
//   - Popped objects are not referenced by the queue any more, and the memory of
//     a burst is released once it is drained.
package fifo
