// Package source is an API server's storage in memory: a [Source] keeps the current
// objects of every resource and an event log with rising resource versions.
//
// The promise that everything else rests on: a list at version n and a watch from n
// together miss nothing. A watch from n delivers every later event of its resource
// in order, or says 410 Expired, in its answer or in its stream; it is never silent
// (kubernetes/kubernetes#141528).
//
// In memory, objects are shared: a list, a watch and the source hold the same
// pointers, so that a store filled from here adds only its own overhead. They must
// not be changed by anybody. Package apiserver serves the same source over HTTP,
// where every client decodes objects of its own.
//
// Reading order: source.go (the state and its one lock), apply.go (writes), log.go
// (the ring of events), list.go and pages.go (lists, all pages from one version),
// watch.go and stream.go (a watch as a pull of batches), listerwatcher.go (the same
// behind client-go's interfaces).
package source
