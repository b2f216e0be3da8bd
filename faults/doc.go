// Package faults proves, by simulation, that an informer survives what can happen between
// it and a server: a plan of writes and faults is drawn from a seed, a simulated server acts
// it out over connections in memory, and a judge looks at what the informer made of it.
//
// Real are: Go's HTTP client and server, client-go's REST client, the encodings of the API,
// and the whole informer. Simulated are time and the network: everything runs in a bubble of
// testing/synctest, where half an hour passes in some 20 ms, and a connection is two
// buffers, on which goroutines block durably as they would not on a socket.
//
// # A plan
//
// [Draw] draws it: at least 50 keys, 300 writes after the start (creates, updates,
// deletes, deletes followed at once by a create under a new UID) and 5 faults; which
// store, queue, way of listing, page size, encoding and source the informer has; when a
// second handler joins; sometimes, when the informer is stopped and another takes its
// place. A plan is data, and its text ([Plan.String], [Parse]) a line per step:
//
//	plan seed=7 store=mvcc queue=direct list=stream encoding=json source=listwatch
//	0s put ns-0/k00 no=1
//	12.5s delete ns-0/k00 no=1017
//	12.5s fault reset
//	1m0s fault status on=list n=3 code=429 wait=2s
//	1m0s fault cut
//
// kinds.go names and explains every fault. Some strike the watches that are open, some
// wait for the next requests (they are mostly drawn with a kick beside them, which makes the
// client ask), some strike the server as a whole.
//
// # What is judged
//
//   - At rest, the store of an informer that has synced is exactly the server's state at
//     the version that the informer says, also in the middle of the plan: never half
//     a list, never a mix. The truth keeps every state that ever was, and those that a
//     restart has taken back.
//   - After the last fault the store comes to equal the server, every object deeply, and
//     every index agrees.
//   - What each handler, early or late, is told of a key is an add, updates, a delete, and
//     then nothing but an add; each update begins where the last call ended; the last call
//     agrees with the server; and unless the server itself went back, no version does.
//   - Requests and refused connects stay below [MostCalls] in each minute.
//   - Stopping takes at most a second, wherever the informer is, and nothing is told after.
//   - No goroutine is left, and nothing panics.
//
// # Beside client-go
//
// client-go's informer lives through the same plans, and [Compare] lists where the two
// differ: in what the judge finds, and in how handlers were told of the same change (it
// says what exactly is compared, as two histories are seldom equal). A difference passes
// only if it is among those explained there, with the place in client-go that decides
// it; they are told in the documentation of the reflector, too.
//
// # How to use it
//
// make test runs 500 plans (50 under the race detector), 60 of them beside client-go. make
// soak runs 10,000, a tenth of them beside client-go; PLANS= and SEED= choose how many and the first. A seed that fails prints what was found, the
// plan shrunk to the steps that matter ([Shrink]), and the commands that run either again:
// make soak PLANS=1 SEED=7, make soak PLAN=file. The tests have deliberately broken
// informers, which the judge must catch and shrink to at most three faults.
//
// Two runs of one plan are the same but for the order in which goroutines happen to run.
//
// The idea of simulating time, network and faults from a seed, with the real program in
// between, is that of FoundationDB's simulation (Zhou and others, FoundationDB: A Distributed
// Unbundled Transactional Key Value Store, SIGMOD 2021).
package faults
