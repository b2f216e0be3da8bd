package compactbench

import (
	"fmt"
	"slices"
	"strings"

	"informerbench/bench/rounds"
)

// Sections lists all tables.
func Sections() []rounds.Section {
	informers := rounds.InOrder("/informer", Names())
	const group = "/profile,/pods@num,/procs@num,/gogc"
	return []rounds.Section{
		{
			Title: "Memory of each form",
			Note: "Live heap after the first sync, of that the objects with all that they refer to, and what keeping them takes beside them; see the " +
				"package's documentation. The peak is of what collections found live during the sync, at the stated GOGC.",
			Group: group, Columns: informers, Base: Base, Ignore: "/kept", Figures: memoryFigures, Target: memoryTarget,
		},
		{
			Title: "First sync over loopback HTTP, from Run to the handler's last call",
			Group: group, Columns: informers, Base: Base, Ignore: "/kept", Figures: syncFigures, Target: syncTarget,
		},
		{
			Title: "Churn: events as fast as the informer takes them",
			Note: "The collector's time is counted from one end of a collection to another; of fewer than about five collections it is rough, " +
				"and without any it is 0 and says nothing.",
			Group: group + ",/events@num", Columns: informers, Base: Base, Ignore: "/kept", Figures: churnFigures, Target: churnTarget,
		},
		{
			Title: "CPU time beside plain decoding",
			Note:  "Here the base is " + Plainly + ", our informer and source with objects as they are decoded: what finding what is equal costs.",
			Group: group + ",/events@num", Columns: informers, Base: Plainly, Ignore: "/kept", Figures: costFigures, Target: costTarget,
			About: func(column, group string) (string, string) { return column, group + ", beside " + Plainly },
		},
		{
			Title: "Single reads by key",
			Note:  "cold: each object once, in random order; hot: a few, again and again.",
			Group: group + ",/reads", Columns: informers, Base: Base, Ignore: "/kept", Figures: readFigures,
		},
	}
}

var memoryFigures = []rounds.Figure{
	{Title: "live heap per object", Filter: ".name:" + memoryName, Unit: "heap-B/object"},
	{Title: "of that, objects", Filter: ".name:" + memoryName, Unit: "objects-B/object"},
	{Title: "of that, overhead", Filter: ".name:" + memoryName, Unit: "overhead-B/object"},
	{Title: "allocations per object", Filter: ".name:" + memoryName, Unit: "heap-objects/object"},
	{Title: "peak live heap of the first sync", Filter: ".name:" + memoryName, Unit: "peak-B"},
	{Title: "peak resident set", Filter: ".name:" + memoryName, Unit: "rss-peak-B"},
	{Title: "left when all is forgotten", Filter: ".name:" + memoryName, Unit: "left-B/object"},
}

var syncFigures = []rounds.Figure{
	{Title: "time", Filter: ".name:" + syncName, Unit: "sync-ns"},
	{Title: "CPU time", Filter: ".name:" + syncName, Unit: "sync-cpu-ns"},
	{Title: "peak resident set", Filter: ".name:" + syncName, Unit: "rss-peak-B"},
}

var churnFigures = []rounds.Figure{
	{Title: "collector's CPU time per event", Filter: ".name:" + churnName, Unit: "gc-cpu-ns/event"},
	{Title: "CPU time per event", Filter: ".name:" + churnName, Unit: "cpu-ns/event"},
	{Title: "time per event", Filter: ".name:" + churnName, Unit: "ns/event"},
	{Title: "collections", Filter: ".name:" + churnName, Unit: "gc-cycles"},
	{Title: "live heap per object afterwards", Filter: ".name:" + churnName, Unit: "churned-B/object"},
}

var costFigures = []rounds.Figure{
	{Title: "CPU time of the first sync", Filter: ".name:" + syncName + ofWire(), Unit: "sync-cpu-ns"},
	{Title: "CPU time per event", Filter: ".name:" + churnName + ofWire(), Unit: "cpu-ns/event"},
}

var readFigures = []rounds.Figure{{Title: "a Get", Filter: ".name:" + getName, Unit: "get-ns"}}

// ofWire selects the informers over our source and the same store.
func ofWire() string {
	var some []string
	for _, name := range Names() {
		if strings.HasPrefix(name, Plainly) {
			some = append(some, fmt.Sprintf("/informer:%q", name))
		}
	}
	return " AND (" + strings.Join(some, " OR ") + ")"
}

// goalPods are the populations that the targets are about, of real-size pods.
var goalPods = []int{100_000, 1_000_000}

// keptAt returns how a column keeps its objects, if the group is one that the targets are about.
func keptAt(column, group string) (Kept, bool) {
	pods := 0
	for _, part := range strings.Fields(group) {
		if value, ok := strings.CutPrefix(part, "pods="); ok {
			fmt.Sscan(value, &pods)
		}
	}
	s, err := subjectOf(column)
	return s.Kept, err == nil && slices.Contains(goalPods, pods)
}

// shrinks tells whether a form is to take a part of the memory; the parts are those of heapTargets.
func (k Kept) shrinks() bool { return heapTargets[k] > 0 }

// heapTargets are the largest parts of client-go's live heap.
var heapTargets = map[Kept]float64{Share: 0.34, Encoded: 0.34, StripShare: 0.28, StripTokensShare: 0.28, StripEncoded: 0.28, Packed: 0.15, PackedEncoded: 0.15}

func memoryTarget(column string, figure int, group string) (rounds.Target, bool) {
	kept, goal := keptAt(column, group)
	return rounds.Target{AtMost: heapTargets[kept]}, goal && figure == 0 && kept.shrinks()
}

// slowerAtMost bounds the time of a first sync beside client-go's, and the CPU time beside plain decoding.
const slowerAtMost = 1.3

func syncTarget(column string, figure int, group string) (rounds.Target, bool) {
	kept, goal := keptAt(column, group)
	return rounds.Target{AtMost: slowerAtMost}, goal && figure == 0 && kept.shrinks()
}

func churnTarget(column string, figure int, group string) (rounds.Target, bool) {
	kept, goal := keptAt(column, group)
	return rounds.Target{AtMost: 0.5}, goal && figure == 0 && kept.shrinks()
}

func costTarget(column string, _ int, group string) (rounds.Target, bool) {
	kept, goal := keptAt(column, group)
	return rounds.Target{AtMost: slowerAtMost}, goal && kept.shrinks()
}
