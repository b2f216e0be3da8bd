package page

import (
	"regexp"
	"slices"
	"strings"
)

// percentileUnit is a quantile of a latency, or its largest value: p99-visible-sec.
var percentileUnit = regexp.MustCompile(`^(p[0-9]+|max)-(.+)-sec$`)

// splitPercentile returns "p99" and "visible"; ok is false for other units.
func splitPercentile(unit string) (quantile, of string, ok bool) {
	m := percentileUnit.FindStringSubmatch(unit)
	if m == nil || m[2] == "late" {
		return "", "", false
	}
	return m[1], m[2], true
}

// diagnostics tell how a measurement went, or repeat what another unit says: they stand
// in the tables and do not count.
var diagnostics = []string{
	"overflow", "poll-sec", "p99-late-sec", "max-late-sec", "send-sec/event", "coalesced-events",
	"sampled-reads", "sampled-writes", "sample-sec", "object-B/object", "total-B/object", "total-B/handler",
	"rss-peak-B", "gc-cpu-fraction", "server-cpu-sec", "reads", "steady-live-B", "peak/steady",
	"rows/read", "sent-B", "gc-cpu-sec/event", "gc-cpu-ns/event", "server-cpu-ns", "first-sec", "median-sec", "outage-sec", "changed-events", "waiting-events", "waiting-B/event",
}

// instead lists, for units that repeat what another says, that other one: where a row has both, it alone counts.
var instead = map[string]string{
	"took-sec":      "behind-sec",
	"rows/s":        "reads/s",
	"peak-B":        "peak-live-B",
	"live-B/object": "live-B",
}

// rates are better read than the time for one of them; where a row has both, only the
// rate counts.
var rates = []string{"events/s", "reads/s", "writes/s", "lists/s"}

// decisive is the order in which the percentile is taken that counts for a latency.
var decisive = []string{"p99", "p999", "p95", "p90", "p50"}

// counts tells whether a figure has a part in the verdict. It must have a direction;
// of the percentiles of one latency one counts, since they tell of the same thing.
func counts(r *row, unit string, better int) bool {
	if better == 0 || slices.Contains(diagnostics, unit) {
		return false
	}
	if quantile, of, ok := splitPercentile(unit); ok {
		return quantile == decisiveOf(r.units, of)
	}
	if other, ok := instead[unit]; ok && slices.Contains(r.units, other) {
		return false
	}
	switch unit {
	case "events/s":
		// At a given rate it is that rate, less what the end comes late by.
		return !slices.Contains(r.units, "behind-sec")
	case "sec/op":
		return !slices.ContainsFunc(rates, func(u string) bool { return slices.Contains(r.units, u) })
	case "objects/s":
		return !slices.Contains(r.units, "sec/op")
	case "reads/s":
		// How often a single reader came round is the inverse of its latency.
		return !slices.ContainsFunc(r.units, func(u string) bool { return strings.HasPrefix(u, "p50-") })
	}
	return true
}

// decisiveOf is the percentile that counts for a latency. A largest value counts only
// where there is nothing else: one stall decides it.
func decisiveOf(units []string, of string) string {
	for _, q := range decisive {
		if slices.Contains(units, q+"-"+of+"-sec") {
			return q
		}
	}
	return "max"
}
