package reflectorbench

import "golang.org/x/perf/benchfmt"

type unit struct {
	name, better, means string
}

// units is every unit that a run may emit and which direction is better. benchstat
// knows only ns/op, B/op, allocs/op and MB/s; without these lines it would not know
// whether more events/s is good.
var units = append(percentileUnits(), []unit{
	{"ns/op", "lower", "time for one event, or for the whole initial sync"},
	{"objects/s", "higher", "objects of the initial state that reached store and handler a second"},
	{"events/s", "higher", "events that reached store and handler a second"},
	{"reads/s", "higher", "reads a second, all readers together"},
	{"peak-B", "lower", "largest heap during the phase, live objects and garbage, above what was there before it"},
	{"rss-peak-B", "lower", "largest resident set of the process in the phase without pages of files (VmHWM less RssFile)"},
	{"heap-B/object", "lower", "live heap of store and informer for each object, without the objects"},
	{"object-B/object", "lower", "live heap of one object itself"},
	{"total-B/object", "lower", "live heap for each object, store and object together"},
	{"allocs/event", "lower", "heap allocations for each event, the in-memory source's included"},
	{"B/event", "lower", "heap bytes allocated for each event, the in-memory source's included"},
	{"gc-cpu-fraction", "lower", "share of the CPU time of GOMAXPROCS cores that finished collections took"},
	{"coalesced-events", "lower", "events whose effect reached the handler only within a later one"},
	{"poll-ns", "lower", "mean time between two looks of the staleness probe: its resolution"},
	{"p99-late-ns", "lower", "how late the sender was; included in every latency of the phase"},
	{"max-late-ns", "lower", "how late the sender was at worst"},
	{"send-ns/event", "lower", "time that the source itself took to accept an event at full speed"},
	{"stalled-fraction", "lower", "share of the readers' time that went into reads of over 100 µs"},
	{"overflow", "lower", "latencies beyond the histogram's top of one minute"},
	{"dedup-fraction", "higher", "share of the handler's calls that needed no reconcile of their own"},
	{"mean-depth", "lower", "length of the work queue after an add, on average"},
	{"max-depth", "lower", "length of the work queue after an add, at most"},
	{"reconciles/s", "higher", "reconciles a second, failed ones included"},
	{"retries", "lower", "reconciles that failed and were added again"},
	{"relist-ns", "lower", "first request of the relist until an event sent after it is visible"},
	{"max-stall-ns", "lower", "longest time a reader waited for one Get during the relist"},
}...)

func percentileUnits() (units []unit) {
	for _, what := range []string{"visible", "deliver", "get", "byindex", "list", "queued", "reconcile"} {
		for _, p := range []string{"p50", "p99", "p999", "max"} {
			units = append(units, unit{p + "-" + what + "-ns", "lower", p + " of the latency"})
		}
	}
	return units
}

// unitRecords returns the declaration of each unit, in the table's order.
func unitRecords() []benchfmt.Record {
	var records []benchfmt.Record
	for _, u := range units {
		records = append(records, &benchfmt.UnitMetadata{
			UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: u.name, Key: "better"},
			OrigUnit:        u.name,
			Value:           u.better,
		})
	}
	return records
}
