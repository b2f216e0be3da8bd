package informerbench

import "informerbench/bench/rounds"

// units of the results, and which direction is better.
var units = []rounds.Unit{
	{Name: "writes/s", Better: "higher"}, {Name: "reads/s", Better: "higher"},
	{Name: "sampled-writes", Better: "higher"}, {Name: "sampled-reads", Better: "higher"}, {Name: "sample-ns", Better: "lower"},
	{Name: "ns/op", Better: "lower"}, {Name: "objects/s", Better: "higher"},
	{Name: "peak-live-B", Better: "lower"}, {Name: "peak-B", Better: "lower"}, {Name: "rss-peak-B", Better: "lower"},
	{Name: "heap-B/handler", Better: "lower"}, {Name: "stack-B/handler", Better: "lower"}, {Name: "total-B/handler", Better: "lower"},
}
