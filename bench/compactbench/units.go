package compactbench

import "informerbench/bench/rounds"

// units of the results, and which direction is better. Of gc-cycles neither is.
var units = []rounds.Unit{
	{Name: "heap-B/object", Better: "lower"}, {Name: "objects-B/object", Better: "lower"}, {Name: "overhead-B/object", Better: "lower"},
	{Name: "left-B/object", Better: "lower"}, {Name: "heap-objects/object", Better: "lower"}, {Name: "churned-B/object", Better: "lower"},
	{Name: "peak-B", Better: "lower"}, {Name: "rss-peak-B", Better: "lower"},
	{Name: "sync-ns", Better: "lower"}, {Name: "sync-cpu-ns", Better: "lower"},
	{Name: "ns/event", Better: "lower"}, {Name: "cpu-ns/event", Better: "lower"}, {Name: "gc-cpu-ns/event", Better: "lower"},
	{Name: "get-ns", Better: "lower"},
}

// result is a line of the results.
type result struct {
	name   string // without Benchmark, and without what all of a process have in common
	params string // of its own, such as "/reads=cold"
	units  []string
	values []float64
}

func (r *result) add(unit string, value float64) {
	r.units, r.values = append(r.units, unit), append(r.values, value)
}
