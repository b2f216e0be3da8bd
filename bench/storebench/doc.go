// Package storebench measures the stores alone, beside client-go's store in the same run, and says
// which of its figures decide and what they shall reach.
//
//	make bench-stores                                          # 10k and 100k objects, ten rounds
//	make bench-stores SCALE=1M STORE=rwmutex,mvcc,cow:4        # cow in four of the rounds only
//	make bench-stores ROWS='get,scale*' STORE=cow COUNT=4      # some rows, by their op
//	bin/benchgen storetable results/latest/stores/bench.txt    # the tables again
//
// # Method
//
// A [Run] starts a [Process] for each store and population, so that neither heap nor collector
// is shared, and visits all of them in each round before the next. client-go's store is measured
// twice, under two names: what differs between these is noise. Each row has the same time with every
// store; nothing but the operation lies between two looks at the clock, except what a row's
// comment says, and that is the same for all. There is no b.Loop, because it has no upper bound of time
// for operations that are fast until somebody blocks them.
//
// The objects are shells of Pods: what index functions read, and nothing else. A namespace has 1,000, a
// node 100, an owner 10. Index functions are what users have: client-go's for the namespace,
// functions that return slices for node and owner; rows with values=single use single-valued ones.
// Keys are looked up in random order, by a copy of the key that is not the store's string. Stores are filled
// from a list in the order of keys, as an API server sends it, or, in rows with
// order=random, in a random one.
//
// When a stage begins, all memory up to the next collection is used once, so that no row pays for pages that
// the process has never touched: a program that has run for a while has touched them. Reads of a whole store of a
// million objects are measured for a second, or there would be a handful of them, between two collections or
// around one.
//
// Where a store lacks what a row asks for, it does what its user would do: client-go's store lists and
// appends or loops, and its Replace is given a map that is built from the list in the measured
// part, as client-go's informers do.
//
//   - get, byindex, list, all, ...: one reader, nothing else. The loops of iterated lists look at
//     each object's pointer, not at the object.
//   - busyget: service time of Gets in a closed loop, 10 µs apart, beside a writer that updates, and a
//     lister that lists, without a pause. One reading of the clock is included. openget: the same Gets every
//     100 µs, measured from the intended time: with more busy goroutines than cores it is
//     mostly the wait for a core.
//   - update: objects that keep their index values. Bytes and allocations are not cut to integers.
//   - transaction: 1,000 updates; filling the slice is included.
//   - replace: a list in the order of keys over a full store, beside one reader that Gets every 10 µs. The
//     longest of its Gets is the stall. The number of repetitions is fixed for a population.
//   - memory: a store of objects without pointers, which are held elsewhere as the keys are. Heap is what two
//     collections leave; churned is that after every tenth object was updated and every tenth
//     deleted and added. gc-ns is the CPU time of a forced collection with the store less that without it, the least of
//     several each; below 100,000 objects of several stores together, as a share.
//   - scale...: readers beside a writer, and writers, for each GOMAXPROCS that is asked for. With
//     100,000 objects; with a million for the largest GOMAXPROCS only.
//   - listers: many readers that list beside a writer, with and without the yield after a large read. With
//     100,000 objects.
//
// Every row checks what its reads return, and when a store has served its rows, all that is in it is
// compared with what was written, object by object and index by index.
//
// # Adding a row
//
// Append a [Row] to one of the functions in rows_*.go: op and parameters, the stage that gives it its
// store, units, and a function that measures. A new unit needs a line in units.go. Then give it
// a title, as a figure in figures.go, or in targets.go with what mvcc shall reach. A test runs every
// row on every store and demands a figure for each.
package storebench
