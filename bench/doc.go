// Package bench holds the `go test -bench` suites: queues alone, and the pipeline under
// package testing's clock. One function answers one question; the package has no other code than
// its tests. The stores alone are measured by package storebench below it.
//
//	go test ./bench -bench Queue
//	bench/rounds.sh results/queues      # ten rounds of both suites, then benchstat
//
// Every parameter is a key=value of the sub-benchmark's name, so that
// `benchstat -col /queue` compares the variants.
//
// package testing runs sub-benchmarks in the order of the source, and with -count it runs all
// repetitions of one before the next, so that a drift of the machine looks like
// a difference between variants. rounds.sh therefore builds the test binary once and runs
// it COUNT times with -test.count=1: each round visits every variant.
//
// A benchmark function that loops with b.Loop is called once, so what it does before the loop is
// never measured, and every function checks at its end that the queue, or the pipeline's store,
// holds exactly what was written. The pipeline reports events/s alone.
package bench
