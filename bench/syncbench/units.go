package syncbench

import "informerbench/bench/rounds"

// units of the results, and which direction is better.
var units = []rounds.Unit{
	{Name: "ns/op", Better: "lower"}, {Name: "cpu-ns", Better: "lower"}, {Name: "server-cpu-ns", Better: "lower"},
	{Name: "p999-stall-ns", Better: "lower"}, {Name: "max-stall-ns", Better: "lower"}, {Name: "reads", Better: "higher"},
	{Name: "peak/steady", Better: "lower"}, {Name: "peak-live-B", Better: "lower"}, {Name: "steady-live-B", Better: "lower"},
	{Name: "rss-peak-B", Better: "lower"},
}
