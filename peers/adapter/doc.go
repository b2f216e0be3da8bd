// Package adapter makes a store behind client-go's interface out of a map that is somebody else's. What every
// store has to do and no library does is here, once: index functions and what happens when one fails, resource
// versions, transactions, indexes that are added later. What the library does is behind [Engine]: keep
// records under keys and find them again. An adapter for a library is therefore short, and what is
// compared is the library.
//
// # States
//
// An engine gives a [State] to read from after each write. The store keeps the newest one, with the
// indexes and the version that belong to it, behind one atomic pointer; a read loads it once and never waits. With
// an engine whose states do not change, as those of trees that are copied on writing do not, all guarantees of
// package stores follow from that. With an engine that has one state for ever, such as a concurrent map, a
// read sees what is written meanwhile; it then guarantees point operations only. Replace and AddIndexers fill a new
// content in any case.
//
// # Indexes
//
// An engine is told which values each record has under which index. Those with secondary indexes of their own
// use them. For those without there is [Postings], two levels of Go maps behind a lock; their
// documentation says so.
package adapter
