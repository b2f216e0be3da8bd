package page

import (
	"slices"
	"strings"
)

// question is what a group of rows answers, in words.
type question struct {
	measure, op  string // op is empty where the measure has only one
	title, about string
}

// questions are in the order in which a reader asks them. What is not in the list gets
// its own name as the title and stands after these.
var questions = []question{
	{"Staleness", "", "How stale are reads?",
		"From the moment an event was due until a reader's Get shows it. Open loop: a slow informer cannot slow its events down."},
	{"Delivery", "", "How late do handlers hear?",
		"From the moment an event was due until the last handler has returned. Open loop."},
	{"Reconcile", "", "How late do reconcilers act?",
		"From the oldest of the handler's calls that a reconcile covers until that reconcile has ended."},
	{"Throughput", "", "How fast do events pass?",
		"Events at full speed, from the source until the last handler has returned."},
	{"Read", "get", "How long does a Get take?",
		"Service time of one Get while events arrive. Closed loop: the next begins when the last has ended."},
	{"Read", "byindex", "How long does a ByIndex take?",
		"Service time of one look-up by index while events arrive. Closed loop."},
	{"Read", "list", "How long does a List take?",
		"Service time of one List while events arrive. Closed loop."},
	{"GetBesideLister", "", "How long does a Get take beside a lister?",
		"Service time of a Get while another reader lists in a loop and events arrive. Closed loop, with a pause between two Gets."},
	{"Sync", "", "How long does the first sync take?",
		"From the start until every object of the first list has reached the store and its handlers."},
	{"Relist", "", "What does listing again cost?",
		"The watch has expired and everything is listed anew, while readers go on."},
	{"Heap", "", "How much memory does an object cost?",
		"Live heap of informer and store, without the objects themselves."},
}

// situations are questions that only some scenarios ask. That they are not answered is no gap.
var situations = []question{
	{"Traffic", "", "What does it cost to stay up to date?",
		"Requests, bytes and CPU time over a fixed time, in which everyday events arrive and readers read. The probe of staleness does not run meanwhile."},
	{"Load", "", "What does an event cost, and how far behind is the end?",
		"Of the whole play. CPU time and allocations are those of the process, sender and readers included, the same for all."},
	{"Backlog", "", "What does it take when a handler is behind?",
		"Live heap when only the slow handler has not been told of everything, and what is not given back when it has."},
	{"Join", "", "How long does a new handler take to see everything?",
		"From its registration until its call for the last object of the state has returned."},
	{"Stall", "", "How long does a reader wait?",
		"Of points in time: a Get that took long counts also for those that would have begun meanwhile."},
	{"RelistMemory", "", "What memory does listing again take?",
		"The highest live heap that a collection found, in a relist of its own that is not timed."},
}

var allQuestions = slices.Concat(questions, situations)

// byIndexes is the place of the questions after ByIndex of several indexes.
var byIndexes = slices.IndexFunc(questions, func(q question) bool { return q.op == "byindex" })

// measureTitles are headings of sections whose results name no scenario.
var measureTitles = map[string]string{
	"Store":   "The stores alone",
	"Readers": "Readers beside writers, whole informers",
	"Idle":    "Idle handlers",
	"Sync":    "First sync",
	"Relist":  "Listing again",

	"CompactMemory": "Memory of objects that are kept",
	"CompactSync":   "First sync, by how objects are kept",
	"CompactChurn":  "What an event costs, by how objects are kept",
	"CompactGet":    "A Get, by how objects are kept",
}

// unitTitles say in words what a unit measures.
var unitTitles = map[string]string{
	"events/s":          "events per second",
	"objects/s":         "objects per second",
	"reads/s":           "reads per second",
	"writes/s":          "writes per second",
	"lists/s":           "lists per second",
	"sec/op":            "time",
	"B/op":              "bytes allocated",
	"allocs/op":         "allocations",
	"peak-B":            "peak live heap",
	"peak-live-B":       "peak live heap",
	"rss-peak-B":        "peak resident memory",
	"heap-B/object":     "heap per object",
	"heap-B/handler":    "heap per handler",
	"stack-B/handler":   "stacks per handler",
	"churned-B/object":  "heap per object after churn",
	"allocs/event":      "allocations per event",
	"B/event":           "bytes allocated per event",
	"gc-cpu-fraction":   "collector's share of CPU time",
	"gc-sec":            "time of a collection",
	"stalled-fraction":  "share of the time stalled",
	"relist-sec":        "time of listing again",
	"cpu-sec":           "CPU time",
	"server-cpu-sec":    "CPU time of the server",
	"requests":          "requests to the API server",
	"wire-B":            "bytes over the wire",
	"coalesced-events":  "events merged with others",
	"insert-sec/object": "time to insert an object",
	"delete-sec/object": "time to delete an object",
	"sec/object":        "time per object",
	"took-sec":          "time from the first sending to the last call",
	"behind-sec":        "time from the last sending to the last call",
	"cpu-sec/event":     "CPU time per event",
	"gc-cpu-sec/event":  "CPU time of the collector per event",
	"gc-cpu-ns/event":   "CPU time of the collector per event",
	"server-cpu-ns":     "CPU time of the server",
	"poll-sec":          "time between two looks of the probe",
	"sent-B":            "bytes sent",
	"live-B":            "live heap",
	"live-B/object":     "live heap per object",
	"steady-live-B":     "live heap in the steady state",
	"peak/steady":       "peak of the live heap over the steady state",
	"total-B/object":    "heap per object, with the object",
	"allocs":            "allocations",
	"repeated-events":   "calls for what has not changed",
	"outage-sec":        "pause before the relist",
	"changed-events":    "events during the outage",
	"waiting-events":    "events that wait",
	"waiting-B":         "heap of what waits",
	"waiting-B/event":   "heap of an event that waits",
	"kept-B":            "heap kept when all is delivered",
	"kept-B/handler":    "heap kept per handler",
	"drain-sec":         "time until all handlers were told",
	"first-sec":         "time until the first informer is ready",
	"median-sec":        "time until half of the informers are ready",
	"rows/read":         "objects per read",
	"rows/s":            "objects read per second",
	"overflow":          "values beyond the histogram",

	"objects-B/object":    "heap of an object without store and tables",
	"overhead-B/object":   "heap of store and tables per object",
	"heap-objects/object": "allocations that an object stays in",
	"left-B/object":       "heap per object that stays when all is forgotten",
	"sync-sec":            "time of the first sync",
	"sync-cpu-sec":        "CPU time of the first sync",
	"get-sec":             "time of a Get",
	"gc-cycles":           "collections",
}

// latencies are the names inside the units of percentiles, such as p99-visible-sec.
var latencies = map[string]string{
	"visible":   "staleness",
	"deliver":   "delivery",
	"reconcile": "reconciling",
	"get":       "Get",
	"byindex":   "ByIndex",
	"list":      "List",
	"stall":     "stall of a reader",
	"join":      "joining",
	"open":      "Get, open loop",
}

var quantileNames = map[string]string{
	"p50": "median", "p90": "p90", "p95": "p95", "p99": "p99", "p999": "p99.9", "p9999": "p99.99", "max": "longest",
}

// unitTitle says what a unit measures; an unknown unit names itself.
func unitTitle(unit string) string {
	if t, ok := unitTitles[unit]; ok {
		return t
	}
	if quantile, of, ok := splitPercentile(unit); ok {
		return quantileTitle(quantile) + " " + latencyTitle(of)
	}
	return visible(unit)
}

func quantileTitle(q string) string {
	if t, ok := quantileNames[q]; ok {
		return t
	}
	return q
}

func latencyTitle(of string) string {
	if t, ok := latencies[of]; ok {
		return t
	}
	return visible(of)
}

// questionOf finds the question that a row answers and its place in the order.
func questionOf(r *row) (question, int) {
	for i, q := range allQuestions {
		if q.measure == r.measure && (q.op == "" || q.op == r.op()) {
			return q, i
		}
	}
	if index, ok := strings.CutPrefix(r.op(), "byindex-"); ok && r.measure == "Read" {
		return question{measure: r.measure, op: r.op(), title: "How long does a ByIndex of " + index + " take?",
			about: "Service time of one look-up by index while events arrive. Closed loop."}, byIndexes
	}
	title := r.measure
	if op := r.op(); op != "" {
		title += ": " + op
	}
	return question{measure: r.measure, op: r.op(), title: title}, len(allQuestions)
}
