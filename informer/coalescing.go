package informer

import "k8s.io/client-go/tools/cache"

// Coalescing bounds what waits for a slow handler of an informer of ours: while limit or more
// notifications wait for it, an update of a key for which an add or an update waits
// is merged into that one. Zero and less never merge, which is the default and what
// client-go always does.
//
//	inf.AddEventHandler(informer.Coalescing(handler, 10_000))
//
// A merged add shows the newest object; a merged update the oldest old one and the newest
// new one. Adds and deletes are never dropped, and the calls of one key come in the
// order in which it changed, each old object being the one that the call before showed.
// So what waits is at most the limit, every further add and delete, and one further update
// for each life of a key; and up to 64 calls that have been taken for delivery.
//
// What such a handler can then no longer see: each single version of an object; that
// an object was, between two calls, replaced by one of the same name and another UID
// (compare UIDs in updates; without coalescing too a relist shows it so); what an object looked
// like when it was added; and the order of changes of different objects,
// since a merged call stands where the oldest of its changes stood. What it can rely on:
// after the last call for a key it knows what the store held when that call was made or
// something newer. A reconciler, which reads the store by key, misses nothing.
//
// It must be the outermost wrapper: in a filter it is not seen. In client-go's informer it
// has no effect.
func Coalescing(h cache.ResourceEventHandler, limit int) cache.ResourceEventHandler {
	return coalescing{h, limit}
}

type coalescing struct {
	cache.ResourceEventHandler
	limit int
}

// WithCoalescing is [Coalescing] for every handler of a shared informer that is not
// wrapped by it, each with a limit of its own. The constructors of a controller ignore it:
// their handler is called by the goroutine that writes the store, and nothing waits.
func WithCoalescing(limit int) Option {
	return func(s *settings) { s.coalescing = limit }
}
