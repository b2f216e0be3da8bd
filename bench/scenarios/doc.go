// Package scenarios measures informers in situations that a cluster gets into, one named scenario each, side by side with
// client-go's informer, or with what an informer replaces.
//
//	benchgen scenario list                                           # which there are
//	benchgen scenario show rollout-storm                             # the page of one
//	benchgen scenario run rollout-storm --objects=100k --count=10 --out=results/mine
//	make bench-scenarios SCENARIO=steady-churn QUICK=1               # a try; no measurement
//
// A [Scenario] has a page of prose: what happens in numbers, why that is fair, what it leaves out, and how to read it. A
// [Cell] is a scenario with its [Params]. Each cell is measured in a process of its own, round by round in turn, and client-go's
// informer twice ("again"), so that the noise of the machine stands beside the differences.
//
// # How a cell is measured
//
// [Cell.Run] opens a [reflectorbench.Lab] with what the scenario asks for, lets the scenario act on it, and then verifies: every
// store, its indexes and the replica of each handler are compared with the source, object by object. Only then are results
// written. A pipeline that loses an event leaves no line behind.
//
// Staleness and delivery are open loop, from the intended sending. Reads are closed loop with a pause: service time. Percentiles
// come from HdrHistograms that are merged, never averaged.
//
// # Adding a scenario
//
// Write NAME.go with a function that returns a [Scenario], and NAME.md with its page, and append the function's result to the list
// in [All]. Declare each result and unit in Results: a cell that reports others, or not all of them, is refused.
package scenarios
