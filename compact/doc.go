// Package compact makes the objects in a cache smaller, by transforms that any informer
// takes: client-go's through SetTransform, controller-runtime's through
// cache.Options.DefaultTransform, ours through either.
//
//	strip  leaves away what nobody reads        [Stripper]   strip*.go, path*.go
//	intern one copy of each repeated string     [Interner]   intern*.go
//	share  one copy of each repeated part       [Sharer]     share*.go
//
// [Chain] makes one transform of several, in that order: what is stripped need not be interned. A
// Sharer shares strings too, so that it needs no Interner; it comes last.
//
// # The contract of every transform here
//
//   - It has the shape of client-go's cache.TransformFunc, and is safe for concurrent use.
//   - It may write into the object that it is given, as client-go allows: the transform is the
//     first to see an object that was decoded for this informer. An object that others read
//     already, such as one of a list that was made in memory and goes to two informers, must be
//     copied first.
//   - It is idempotent: applied again it gives an equal object. A Stripper does not even write
//     to an object that is stripped already, so that it may meet one that is in the cache
//     (client-go demands this of a source that hands cached objects to Replace; its own
//     informers never do, and neither do ours). An Interner may still write on a second pass.
//   - A Stripper writes to nothing but the object's own struct, or the outermost map of an
//     unstructured one. An Interner writes to all parts of it, so it comes before whatever shares
//     parts between objects, never after. A Sharer writes to what a Stripper writes to.
//   - Tombstones (cache.DeletedFinalStateUnknown) pass unchanged: what they hold went through the
//     transform when it came.
//   - Whatever is not a pointer to a struct passes unchanged as well.
//   - The key of an object and its identity stay: name, namespace, uid, resource version, kind.
//
// # What handlers must know
//
// Objects in a cache are immutable. Without this package, a handler that writes into one
// damages that one. What is shared here is safe from writes where Go makes it so: strings
// cannot be written to, so interning adds no danger at all. Sharing does: a write to a map, to
// an element of a slice or behind a pointer changes every object that has the same part, and is a data
// race with all their readers. ShareOptions.Detect finds out who was hit, and where: see [Sharer.Verify].
// To append to a shared slice is as harmless as ever, since it has no room.
// What is stripped reads as if it was never set: an Update that is made from a stripped object
// removes it from the server. Send a patch, or read the object from the server first.
//
// # Cost
//
// A transform runs once for each object from the server, on the way into the cache. The
// package's benchmarks give the time and the heap of an object before and after.
package compact
