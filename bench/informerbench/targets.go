package informerbench

import (
	"fmt"

	"informerbench/bench/rounds"
)

// Sections lists all tables.
func Sections() []rounds.Section {
	informers := rounds.InOrder("/informer", Names())
	return []rounds.Section{
		{
			Title: "Writes and reads beside readers that list a namespace in a loop",
			Note: "Both rates are of the same sample. The figures of readers that iterate a snapshot are compared with those of " +
				"client-go's informer and its list call: it has no snapshots.",
			Group: "/pods@num,/readers@num", Columns: informers, Base: Base, Ignore: "/reads", Figures: readerFigures, Target: readerTarget,
		},
		{
			Title: "Writes that are left of each informer's own rate without readers",
			Note:  "The columns are numbers of readers.",
			Group: "/pods@num,/informer", Columns: "/readers@num", Base: "0", Ignore: "/reads", Figures: ownFigures, Target: ownTarget, About: ownAbout,
		},
		{
			Title: "Initial sync from memory to the last handler call",
			Note: "Heap is what the informer adds to the objects, which the source holds. Live is what collections found live, " +
				"the other counts garbage too. plain: one list, of which an informer may copy the items; stream: a watch that begins with them.",
			Group: "/pods@num,/list", Columns: informers, Base: Base, Figures: syncFigures, Target: syncTarget,
		},
		{
			Title: "Memory of handlers that have nothing to do",
			Group: "/handlers@num", Columns: informers, Base: Base, Figures: idleFigures, Target: idleTarget,
		},
	}
}

const snapshotAgainstList = "/reads:snapshot OR (/reads:list AND /informer:" + Base + ")"

var readerFigures = []rounds.Figure{
	{Title: "writes/s", Filter: ".name:Readers AND (/reads:none OR /reads:list)", Unit: "writes/s"},
	{Title: "reads/s, client-go's list call", Filter: ".name:Readers AND /reads:list", Unit: "reads/s"},
	{Title: "writes/s beside readers of a snapshot", Filter: ".name:Readers AND (" + snapshotAgainstList + ")", Unit: "writes/s"},
	{Title: "reads/s, iterating a snapshot", Filter: ".name:Readers AND (" + snapshotAgainstList + ")", Unit: "reads/s"},
}

var ownFigures = []rounds.Figure{
	{Title: "writes/s beside client-go's list call", Filter: ".name:Readers AND (/reads:none OR /reads:list)", Unit: "writes/s"},
	{Title: "writes/s beside readers of a snapshot", Filter: ".name:Readers AND (/reads:none OR /reads:snapshot)", Unit: "writes/s"},
}

var syncFigures = []rounds.Figure{
	{Title: "time", Filter: ".name:Sync", Unit: "ns/op"},
	{Title: "peak live heap", Filter: ".name:Sync", Unit: "peak-live-B"},
	{Title: "peak heap", Filter: ".name:Sync", Unit: "peak-B"},
	{Title: "peak resident set", Filter: ".name:Sync", Unit: "rss-peak-B"},
}

var idleFigures = []rounds.Figure{
	{Title: "heap and stacks, a handler", Filter: ".name:Idle", Unit: "total-B/handler"},
	{Title: "heap, a handler", Filter: ".name:Idle", Unit: "heap-B/handler"},
	{Title: "stacks, a handler", Filter: ".name:Idle", Unit: "stack-B/handler"},
}

// goals of the namespace of 160,000 pods, for each number of readers: ratios to client-go's informer,
// and the share of an informer's own writes without readers.
var goals = map[int]struct{ writes, lists, snapshots, own float64 }{
	0:  {writes: 1.2},
	1:  {writes: 30, lists: 1.7, snapshots: 3, own: 0.8},
	10: {writes: 1500, lists: 1.8, snapshots: 3, own: 0.4},
	80: {writes: 7000, lists: 1.5, snapshots: 2.5, own: 0.2},
}

// goalPods is the population that the goals are about: the more pods, the longer a reader keeps a
// writer out.
const goalPods = 160_000

func readerTarget(column string, figure int, group string) (rounds.Target, bool) {
	var pods, readers int
	if n, _ := fmt.Sscanf(group, "pods=%d readers=%d", &pods, &readers); n != 2 || pods != goalPods || !aims(column) {
		return rounds.Target{}, false
	}
	g := goals[readers]
	at := []float64{g.writes, g.lists, g.writes, g.snapshots}[figure]
	return rounds.Target{AtLeast: at}, at > 0
}

func ownTarget(column string, _ int, group string) (rounds.Target, bool) {
	var pods, readers int
	var name string
	if n, _ := fmt.Sscanf(group, "pods=%d informer=%s", &pods, &name); n != 2 || pods != goalPods || !aims(name) {
		return rounds.Target{}, false
	}
	if n, _ := fmt.Sscanf(column, "%d", &readers); n != 1 {
		return rounds.Target{}, false
	}
	own := goals[readers].own
	return rounds.Target{AtLeast: own}, own > 0
}

func ownAbout(column, group string) (informer, label string) {
	var pods int
	fmt.Sscanf(group, "pods=%d informer=%s", &pods, &informer)
	return informer, fmt.Sprintf("share of its own rate, pods=%d readers=%s", pods, column)
}

// syncTarget: half the time, with a lower peak. The target is about a million objects.
func syncTarget(column string, figure int, group string) (rounds.Target, bool) {
	var pods int
	if n, _ := fmt.Sscanf(group, "pods=%d", &pods); n != 1 || pods != 1_000_000 || !aims(column) {
		return rounds.Target{}, false
	}
	at := []float64{0.5, 1, 1, 0}[figure]
	return rounds.Target{AtMost: at}, at > 0
}

func idleTarget(column string, figure int, _ string) (rounds.Target, bool) {
	return rounds.Target{AtMost: 0.5}, figure == 0 && aims(column)
}

func aims(name string) bool {
	s, err := subjectOf(name)
	return err == nil && s.Aim
}
