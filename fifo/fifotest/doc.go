// Package fifotest is the conformance suite of the queues: what every
// [cache.QueueWithBatch] has to do, whichever way it does it. [Run] drives a
// queue through [fifo.Processor] and client-go's own store and judges what the
// handler saw and what the store holds. [Replay] interprets a script of
// operations, for random and fuzz tests.
//
// Every case runs twice, popping single elements and popping batches. Most
// cases are real defects of informers; they cite the public thread.
package fifotest
