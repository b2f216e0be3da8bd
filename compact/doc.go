// Package compact makes the objects in a cache smaller, by transforms that any informer
// takes: client-go's through SetTransform, controller-runtime's through
// cache.Options.DefaultTransform, ours through either.
//
//	strip  leaves away what nobody reads        [Stripper]   strip*.go, path*.go
//	intern one copy of each repeated string     [Interner]   intern*.go
//	share  one copy of each repeated part       [Sharer]     share*.go
//
// [Chain] makes one transform of several, in that order: what is stripped need not be interned. A
// Sharer shares strings too, so that it needs no Interner; it comes last. Chain refuses an Interner after a
// Sharer; whoever composes transforms in another way must see to it. A Stripper after a Sharer is
// correct, but copies for each object what it takes something from, which is then shared no more.
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
// # A name in the middle
//
// One name of an object's own can keep much from being shared, for Go has an array in one piece. Into each
// Pod that does not refuse it the API server adds a volume for the token of the service account, under a
// name that is made up (kube-api-access-x7k2p), and mounts it into each container. So the array of volumes, each
// container's array of mounts and the arrays of containers differ between Pods of one ReplicaSet, although
// all that is behind them is the same: 3 KB for a Pod with three containers. A program that never
// looks at that volume can leave it out, and Pods of a ReplicaSet then have these arrays in common:
//
//	compact.NewStripper(compact.StripOptions{Paths: compact.TokenVolumePaths()})
//
// What that means: the program no longer sees that the Pod has the token and where it is mounted, as an auditor of
// mounts would want to, nor any other volume that somebody has named so. A Pod that is made from one in the cache
// gets a new volume of the kind from the API server, which is right; that it refuses an Update made from such a
// Pod is right too, since a Pod's volumes cannot be changed, but may surprise. Mounts that are stripped without their
// volume, or the other way round, look like a mistake to whoever validates Pods: take all of [TokenVolumePaths].
//
// # What a Pod has to itself
//
// With nothing lost, a Pod cannot become smaller than what is its own. Of the realistic Pods of package workload, with
// three containers and an init container, decoded from protobuf, that is in bytes, rounded as Go allocates:
//
//	1,280   the Pod's struct
//	2,940   containers (1,280), init container (416), volumes (896) and mounts (350), because of the name above
//	1,030   statuses of containers, their states
//	  640   conditions
//	  340   the map of annotations, of which some differ
//	  420   entries of managedFields, times, lists of addresses
//	  640   strings: containers' IDs, hashes, UID, name, address
//
// This is 7.3 KB, and what the Pods of a ReplicaSet have in common, divided by their number, comes on top. Without
// the volume and managedFields it is 4 KB. A store that keeps objects encoded gets below that
// (stores/packed).
//
// # Cost
//
// A transform runs once for each object from the server, on the way into the cache. The
// package's benchmarks give the time and the heap of an object before and after.
package compact
