package trace

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"informerbench/workload"
)

// Gap is a stretch of a recording in which a resource was not watched: the server could not be
// reached, or the resource had to be listed again. What happened in it came later, or is not in the trace.
type Gap struct {
	Resource workload.Resource `json:"resource"`
	// From and To count from the begin of the trace, in nanoseconds when it is JSON.
	From time.Duration `json:"fromNs"`
	To   time.Duration `json:"toNs"`
}

// Span is a stretch of time, counted from the begin of the trace.
type Span struct{ From, To time.Duration }

// Gaps gathers the gaps that the records of a trace tell of; those of one resource that touch
// become one. The zero value has none. It is for one goroutine.
type Gaps struct {
	of map[workload.Resource][]Span // in order, apart from each other
}

// Add takes the next record. It passes over those that tell of no gap.
func (g *Gaps) Add(r Record) {
	if r.Gap <= 0 {
		return
	}
	if g.of == nil {
		g.of = map[workload.Resource][]Span{}
	}
	spans, s := g.of[r.Resource], Span{From: r.Offset - r.Gap, To: r.Offset}
	for n := len(spans); n > 0 && spans[n-1].To >= s.From; n-- {
		s.From, s.To = min(s.From, spans[n-1].From), max(s.To, spans[n-1].To)
		spans = spans[:n-1]
	}
	g.of[r.Resource] = append(spans, s)
}

// All returns the gaps in order of their begin, then of the resource.
func (g *Gaps) All() []Gap {
	var all []Gap
	for _, r := range slices.Sorted(maps.Keys(g.of)) {
		for _, s := range g.of[r] {
			all = append(all, Gap{Resource: r, From: s.From, To: s.To})
		}
	}
	slices.SortStableFunc(all, func(a, b Gap) int { return cmp.Compare(a.From, b.From) })
	return all
}

// Of returns the gaps of one resource in order.
func (g *Gaps) Of(r workload.Resource) []Span { return slices.Clone(g.of[r]) }

// Together returns the stretches, in order, in which at least n resources were not watched; n is at least 1.
func (g *Gaps) Together(n int) []Span {
	type edge struct {
		at   time.Duration
		step int
	}
	var edges []edge
	for _, spans := range g.of {
		for _, s := range spans {
			edges = append(edges, edge{s.From, 1}, edge{s.To, -1})
		}
	}
	// Begins stand before ends, so that stretches that touch are one.
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.step, a.step)) })
	var out []Span
	depth := 0
	for _, e := range edges {
		depth += e.step
		switch {
		case e.step > 0 && depth == n:
			out = append(out, Span{From: e.at, To: e.at})
		case e.step < 0 && depth == n-1:
			out[len(out)-1].To = e.at
		}
	}
	return slices.DeleteFunc(out, func(s Span) bool { return s.From == s.To })
}

// checkGap refuses a gap that cannot be.
func checkGap(gap, offset time.Duration) error {
	if gap < 0 || gap > offset {
		return fmt.Errorf("a gap of %v before %v: it would begin before the trace", gap, offset)
	}
	return nil
}
