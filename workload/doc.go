// Package workload makes the objects and events of a cluster that does not exist:
// seeded, so that the same seed gives the same bytes on every machine, and shaped
// like a real one, so that what is measured with it holds there too.
//
// From a seed to a measurement:
//
//  1. A [Config] says how many objects of which resources, how large, and from
//     which seed. [Config.Validate] refuses what cannot be; [EstimateBytes] tells
//     what will not fit.
//  2. [Generate] plans the cluster (namespaces and ReplicaSets of Zipf-distributed
//     size, about 30 Pods a Node) and makes the objects of a [Population] from the
//     plan, each from random numbers of its own. They agree with each other: a
//     Pod's Node exists, an endpoint has its Pod's address, a Lease names its Node.
//  3. [NewStream] follows a population with the events of a [Mix]: what could happen
//     next, for ever. It keeps a model of what is alive, so every event is legal.
//  4. [Play] sends events at full speed or at a given rate, with the time at which
//     each should have been sent, from which latency is measured.
//  5. [Indexers] are the indexes under which such objects are stored in life.
//
// [Settings] give a population and its churn another shape, such as that of a cluster that was recorded;
// package workload/fit makes them from a trace. A [Kind] describes a resource that the generator
// does not make, for the packages that serve and replay recorded ones.
//
// Package workload/trace writes populations, streams and recordings to files,
// workload/record records a cluster, workload/anonymize replaces what would identify it,
// and workload/source serves populations as an API server does; workload/replay makes a recording
// legal and plays it.
//
// # What is random, and what is not
//
// All numbers that say how the cluster is shaped stand in shape.go with their
// reasons. Randomness is PCG (math/rand/v2) and integer arithmetic; each object has
// its own generator, seeded with the Config's seed, the kind and the object's index.
// So objects are made on all cores in any order, and asking for another resource
// changes nothing but resource versions. Times count from [Epoch], never from the
// machine's clock. testdata/golden.txt holds the bytes.
//
// # What the profiles measure
//
// A [Real] Pod is 8 to 9 KB as JSON, of which more than 600 bytes are random and
// its own: UIDs, addresses, container IDs, times, generated names. Siblings of one
// ReplicaSet share the rest, as in life. [Small] objects isolate the store: they have
// all that indexes need and little else, and share memory that decoded objects
// would not. Do not read the memory of a whole cluster off them.
//
// Objects are immutable: populations, streams and whoever gets an object share it.
package workload
