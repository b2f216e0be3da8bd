package page

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

// measureTitles are headings of sections whose results name no scenario.
var measureTitles = map[string]string{
	"Store":   "The stores alone",
	"Readers": "Readers beside writers, whole informers",
	"Idle":    "Idle handlers",
	"Sync":    "First sync",
	"Relist":  "Listing again",
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
	for i, q := range questions {
		if q.measure == r.measure && (q.op == "" || q.op == r.op()) {
			return q, i
		}
	}
	title := r.measure
	if op := r.op(); op != "" {
		title += ": " + op
	}
	return question{measure: r.measure, op: r.op(), title: title}, len(questions)
}
