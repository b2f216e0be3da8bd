// Package mvcc is multi-version concurrency control with an undo log: objects are
// written in place, and a reader takes back what came after him.
//
// # Idea
//
// Objects sit in numbered slots, 62 in a chunk of 2,048 bytes; a table without pointers
// finds a slot by the hash of a key; the slots under an index value are an array
// of numbers. A write first appends an undo record to a log, then stores the record's number
// as the slot's sequence, then the object. A commit is one atomic store: the number
// of the last record. A reader loads the commit, reads what he wants, and where he meets a
// sequence above his commit he follows the records back to what was there before. Nobody
// is registered, nobody waits, and the log is linked forwards only, so that the collector frees it
// behind the last reader.
//
// A slot that was deleted gets another key only in a copy of its chunk; the old chunk
// is in the log as well. Replace, and shrinking after mass deletes, build a whole new
// generation beside the old one and publish it through one pointer.
//
// stores/README.md has a picture and the memory-order argument, step by step.
//
// # Guarantees
//
// All: linearizable point operations, snapshot-consistent lists, atomic
// transactions, readers never block, writers never wait for readers, identical objects. A
// transaction may be of any size. Writers wait for each other, except that index functions and the
// building of a Replace run before they do.
//
// Kept alive beyond what is stored: up to 59 replaced objects in an idle store; what is
// written while a read runs, until it ends; for a snapshot that is held, at most one old
// version of each object, and what the last 8,192 log records hold. Snapshots are folded for
// that: the writer merges the records that held ones need into maps, at the price of some
// map accesses for each record, however many are held.
//
// # Wins when
//
// Readers and a writer meet: a Get beside a List and a writer takes what it takes
// alone. Indexes are kept: an Update calls each index function once and compares the value,
// and needs no hash of it unless it has changed. Large reads by index, and reads into a slice
// that is there, are a walk over an array. The collector has two pointers a slot to look at, and none in
// tables and postings.
//
// # Loses when
//
// There is no index, and writes are all that counts: a record, two atomic stores and a
// table instead of Go's map make an Update 1.3 to 1.5 times as dear as client-go's, and a
// transaction 1.4 to 1.8 times. List and ListKeys of a million objects took 3.6 and 2.5 times
// as long as client-go's, for reasons not yet known. A Get of a cold key has to load a table cell, the slot and the
// key, each of which may miss the cache, and Go's map has one less. Many small stores: an empty one takes some
// kilobytes. Snapshots held for hours beside many writes: package cow keeps them for nothing.
// Several writers: they take turns, see package sharded. A quarter of the slots may be
// dead before they are used again; the memory of a third comes back only when two thirds are
// deleted, in one copy that holds up the writer for about 0.1 µs an object and index.
//
// # Source
//
// Undo logs for snapshot reads are what Oracle and InnoDB call rollback segments; the
// visibility rule is that of Bernstein and Goodman, "Multiversion Concurrency
// Control: Theory and Algorithms", ACM TODS 8(4), 1983. Reading first and checking a sequence
// after is a seqlock (Hemminger, Linux 2.5.60; Boehm, "Can Seqlocks Get Along With
// Programming Language Memory Models?", MSPC 2012), except that a reader who fails
// goes to the log instead of trying again. Folding is the logarithmic method of Bentley and
// Saxe, "Decomposable Searching Problems I", J. Algorithms 1(4), 1980.
package mvcc
