package storebench

import "informerbench/bench/rounds"

// units of the rows, and which direction is better.
var units = []rounds.Unit{
	{Name: "ns/op", Better: "lower"}, {Name: "B/op", Better: "lower"}, {Name: "allocs/op", Better: "lower"},
	{Name: "ns/object", Better: "lower"}, {Name: "insert-ns/object", Better: "lower"}, {Name: "delete-ns/object", Better: "lower"},
	{Name: "max-stall-ns", Better: "lower"},
	{Name: "heap-B/object", Better: "lower"}, {Name: "churned-B/object", Better: "lower"}, {Name: "gc-ns", Better: "lower"},
	{Name: "p50-get-ns", Better: "lower"}, {Name: "p99-get-ns", Better: "lower"},
	{Name: "p999-get-ns", Better: "lower"}, {Name: "max-get-ns", Better: "lower"},
	{Name: "p50-open-ns", Better: "lower"}, {Name: "p99-open-ns", Better: "lower"},
	{Name: "p999-open-ns", Better: "lower"}, {Name: "max-open-ns", Better: "lower"},
	{Name: "overflow", Better: "lower"},
	{Name: "reads/s", Better: "higher"}, {Name: "lists/s", Better: "higher"}, {Name: "writes/s", Better: "higher"},
}
