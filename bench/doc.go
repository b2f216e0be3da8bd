// Package bench holds the `go test -bench` suites: stores and queues alone, and the
// pipeline under package testing's clock. One function answers one question; it has no
// other code than its tests.
//
//	go test ./bench -bench Store -bench-objects=10000,100000
//	bench/rounds.sh results/stores      # ten rounds of all suites, then benchstat
//
// Every parameter is a key=value of the sub-benchmark's name, so that
// `benchstat -col /store` compares the variants.
//
// package testing runs sub-benchmarks in the order of the source, and with -count it runs all
// repetitions of one before the next, so that a drift of the machine looks like
// a difference between variants. rounds.sh therefore builds the test binary once and runs
// it COUNT times with -test.count=1: each round visits every variant.
//
// A benchmark function that loops with b.Loop is called once, so what it does before the loop is
// never measured, at a million objects either; and every function checks at its end that
// the store, index or queue holds exactly what was written.
//
// Reads beside other readers (readers=8) report reads/s over all readers, which is the number
// to compare. Their ns/op is one reader's, closed loop; with more readers than cores
// it is mostly time slicing, the wait for a core and not for the store. Allocations are counted for
// the whole process and so are reported for at most one reader. The pipeline reports
// events/s alone.
package bench
