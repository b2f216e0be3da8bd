package scenarios

import (
	"informerbench/reflectorbench"
)

// percentiles are the units of latencies under a word.
func percentiles(what string) []string {
	return []string{"p50-" + what + "-ns", "p99-" + what + "-ns", "p999-" + what + "-ns", "max-" + what + "-ns", "overflow"}
}

// Results of a play that is reported with [Trial.ReportPlay].
func playResults() []Result {
	return []Result{
		{Measure: "Staleness", Units: append(percentiles("visible"), "poll-ns"), Stored: true},
		{Measure: "Delivery", Units: append(percentiles("deliver"), "coalesced-events")},
		{Measure: "Load", Units: []string{
			"events/s", "took-ns", "behind-ns", "cpu-ns/event", "gc-cpu-ns/event", "allocs/event", "peak-B", "rss-peak-B",
		}},
	}
}

// readResult is declared for each op of a play's readers.
func readResult(op string) Result {
	return Result{Measure: "Read", Op: op, Units: append(percentiles(opUnit(op)), "reads/s", "rows/read"), Readers: true}
}

// ReportPlay reports what a play has found: Staleness (if a probe looked), Delivery, Load, and a Read for each op.
//
// Load is of the whole play: events/s from the first intended sending to the last handler's last call, which took-ns is too;
// behind-ns is the part of that after the last intended sending. CPU and allocations are those of the process, so with a source in
// memory sender, probe and readers are in them. peak-B is how far the heap grew over its
// start, garbage included: where no collection runs it is all that was allocated.
func (t *Trial) ReportPlay(p *reflectorbench.Played) {
	if p.Visible.Count() > 0 {
		t.ReportLatencies("Staleness", nil, "visible", p.Visible, reflectorbench.Value{Amount: p.Resolution, Unit: "poll-ns"})
	}
	t.ReportLatencies("Delivery", nil, "deliver", p.Delivered, reflectorbench.Value{Amount: float64(p.Coalesced), Unit: "coalesced-events"})
	n := float64(p.Events)
	t.Report("Load", nil, values(
		"events/s", n/p.Took.Seconds(), "took-ns", float64(p.Took), "behind-ns", float64(p.Behind),
		"cpu-ns/event", float64(p.Costs.CPU)/n, "gc-cpu-ns/event", float64(p.Costs.GC)/n, "allocs/event", float64(p.Costs.Allocs)/n,
		"peak-B", float64(p.Peak.Heap), "rss-peak-B", float64(p.Peak.RSS),
	)...)
	t.ReportReads(p.Reads)
}

// ReportReads reports a Read for each kind of read that there was.
func (t *Trial) ReportReads(reads []reflectorbench.Reading) {
	for _, r := range reads {
		extra := []Param{P("op", opName(r.Op))}
		rows := float64(r.Rows) / max(float64(r.Reads()), 1)
		t.ReportLatencies("Read", extra, r.Op.Name, r.Latencies,
			values("reads/s", float64(r.Reads())/r.Elapsed.Seconds(), "rows/read", rows)...)
	}
}

// opName tells reads of several indexes apart.
func opName(op reflectorbench.ReadOp) string {
	if op.Index != "" {
		return op.Name + "-" + op.Index
	}
	return op.Name
}

// opUnit is the word in the units of an op of that name.
func opUnit(op string) string {
	if len(op) > len("byindex") && op[:len("byindex")] == "byindex" {
		return "byindex"
	}
	return op
}

// values pairs units and amounts: values("peak-B", 1.0, "rss-peak-B", 2.0).
func values(pairs ...any) []reflectorbench.Value {
	out := make([]reflectorbench.Value, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, reflectorbench.Value{Unit: pairs[i].(string), Amount: pairs[i+1].(float64)})
	}
	return out
}
