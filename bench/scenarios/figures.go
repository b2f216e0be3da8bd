package scenarios

import "strings"

// Figure is a number that answers a scenario's question: a unit of one of its results.
type Figure struct {
	Title             string
	Measure, Op, Unit string
}

// Figures are what a short table shows of a scenario, the answer to its question first. What else it reports
// stands in the results beside them.
func (s Scenario) Figures() []Figure { return figures()[s.Name] }

// Filter selects the figure's results of a scenario, in benchstat's syntax.
func (s Scenario) Filter(f Figure) string {
	parts := []string{"/scenario:" + s.Name, ".name:" + f.Measure}
	if f.Op != "" {
		parts = append(parts, "/op:"+f.Op)
	}
	return strings.Join(parts, " ")
}

// figures by the scenario's name. A latency is given by its 99th percentile, or where few events decide by a higher one, and
// the most frequent read by its median as well.
func figures() map[string][]Figure {
	stale := Figure{"p99 staleness", "Staleness", "", "p99-visible-ns"}
	delivered := Figure{"p99 delivery", "Delivery", "", "p99-deliver-ns"}
	get, usual := Figure{"p99 Get", "Read", "get", "p99-get-ns"}, usualGet()
	behind := Figure{"behind after the last event", "Load", "", "behind-ns"}
	cpu := Figure{"CPU time of an event", "Load", "", "cpu-ns/event"}
	grown := Figure{"growth of the heap, garbage included", "Load", "", "peak-B"}
	by := func(index string) Figure {
		return Figure{"p99 ByIndex " + index, "Read", "byindex-" + index, "p99-byindex-ns"}
	}
	start := []Figure{
		{"first sync", "Sync", "", "ns/op"},
		{"live heap after it", "Sync", "", "live-B"},
	}
	traffic := []Figure{
		{"requests", "Traffic", "", "requests"},
		{"bytes over the wire", "Traffic", "", "wire-B"},
		{"CPU time of the client", "Traffic", "", "cpu-ns"},
		{"CPU time of the server", "Traffic", "", "server-cpu-ns"},
	}
	return map[string][]Figure{
		"steady-churn":       {stale, delivered, get, usual, by("node"), by("namespace"), cpu, grown},
		"polling":            append(traffic[:len(traffic):len(traffic)], stale, get, start[1]),
		"bare-watch":         append(traffic[:len(traffic):len(traffic)], get, delivered, start[1]),
		"rollout-storm":      {behind, stale, delivered, get, usual, by("owner"), cpu, grown},
		"node-failure":       {stale, by("node"), delivered, get, usual, behind, cpu},
		"namespace-deletion": {by("namespace"), get, usual, stale, delivered, behind, cpu},
		"mass-relist":        relistFigures(),
		"lister-storm":       listerFigures(),
		"index-heavy":        indexFigures(),
		"slow-handler":       slowFigures(),
		"late-handlers":      lateFigures(),
		"startup-20":         startupFigures(start),
	}
}

// usualGet is a Get that waits for nobody. Readers rest between their turns, so it finds the caches cold, which those of a
// benchmark that only reads do not.
func usualGet() Figure { return Figure{"median Get", "Read", "get", "p50-get-ns"} }

func relistFigures() []Figure {
	return []Figure{
		{"current again after", "Relist", "", "relist-ns"},
		{"p99 staleness", "Staleness", "", "p99-visible-ns"},
		{"p99.9 stall of a reader", "Stall", "", "p999-stall-ns"},
		{"longest stall of a reader", "Stall", "", "max-stall-ns"},
		{"handler calls for what has not changed", "Relist", "", "repeated-events"},
		{"peak live heap", "RelistMemory", "", "peak-live-B"},
		{"peak over the steady state", "RelistMemory", "", "peak/steady"},
	}
}

func listerFigures() []Figure {
	return []Figure{
		{"p99 staleness beside listers", "Staleness", "lister", "p99-visible-ns"},
		{"lists a second, all readers", "Read", "lister", "reads/s"},
		{"p99 of a list", "Read", "lister", "p99-list-ns"},
		{"behind after the storm", "Load", "lister", "behind-ns"},
		{"p99 staleness beside ByIndex", "Staleness", "byindex", "p99-visible-ns"},
		{"ByIndex a second, all readers", "Read", "byindex", "reads/s"},
	}
}

func indexFigures() []Figure {
	return []Figure{
		{"events a second at full speed", "Throughput", "", "events/s"},
		{"allocations of an event", "Throughput", "", "allocs/event"},
		{"heap of an object in store and indexes", "Heap", "", "heap-B/object"},
		{"p99 Get", "Read", "get", "p99-get-ns"},
		usualGet(),
		{"p99 ByIndex labels", "Read", "byindex-labels", "p99-byindex-ns"},
		{"p99 ByIndex moving-1", "Read", "byindex-moving-1", "p99-byindex-ns"},
		{"p99 staleness", "Staleness", "", "p99-visible-ns"},
	}
}

func slowFigures() []Figure {
	return []Figure{
		{"p99 delivery to the others", "Delivery", "others", "p99-deliver-ns"},
		{"p99 delivery when all are quick", "Delivery", "calm", "p99-deliver-ns"},
		{"what waits, in all", "Backlog", "", "waiting-B"},
		{"what waits, for an event", "Backlog", "", "waiting-B/event"},
		{"kept when all is delivered", "Backlog", "", "kept-B"},
		{"until everybody was told", "Backlog", "", "drain-ns"},
		{"p99 Get", "Read", "get", "p99-get-ns"},
	}
}

func lateFigures() []Figure {
	return []Figure{
		{"until a handler has seen all", "Join", "", "p50-join-ns"},
		{"p99.9 delivery to the others", "Delivery", "joining", "p999-deliver-ns"},
		{"p99.9 delivery when nobody comes", "Delivery", "calm", "p999-deliver-ns"},
		{"p99 staleness meanwhile", "Staleness", "joining", "p99-visible-ns"},
		{"longest stall of a reader", "Stall", "joining", "max-stall-ns"},
		{"peak live heap", "Join", "", "peak-live-B"},
		{"kept of a handler", "Join", "", "kept-B/handler"},
	}
}

func startupFigures(start []Figure) []Figure {
	return []Figure{
		{"all ready after", "Sync", "", "ns/op"},
		{"the first ready after", "Sync", "", "first-ns"},
		{"CPU time of the client", "Sync", "", "cpu-ns"},
		{"peak live heap", "Sync", "", "peak-live-B"},
		start[1],
		{"requests", "Sync", "", "requests"},
		{"longest stall of a reader", "Stall", "", "max-stall-ns"},
	}
}
