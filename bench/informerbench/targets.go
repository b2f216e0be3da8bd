package informerbench

import "fmt"

// Figure is a value under a title that people read. Its filter is in benchstat's syntax.
type Figure struct {
	Title, Filter, Unit string
}

// Section is a table: columns that are compared with one of them, figures down, and a table for
// each group.
type Section struct {
	Title, Note string
	// Group, Columns and Base are projections of the results' names in benchstat's syntax,
	// and the label of the column to compare with. Ignore names keys that may differ within a figure.
	Group, Columns, Base, Ignore string
	Figures                      []Figure
	// Target returns what a column shall reach in a figure of a group.
	Target func(column string, figure int, group string) (Target, bool)
	// About is nil where columns are informers; else it names the informer of a group, and what
	// the column is.
	About func(column, group string) (informer, label string)
}

// Target is a ratio to the base: at least so much, or at most if that is set.
type Target struct{ AtLeast, AtMost float64 }

// Sections lists all tables.
func Sections() []Section {
	informers := "/informer@(" + joined(Names()) + ")"
	return []Section{
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

func joined(names []string) (text string) {
	for i, n := range names {
		if i > 0 {
			text += " "
		}
		text += n
	}
	return text
}

const snapshotAgainstList = "/reads:snapshot OR (/reads:list AND /informer:" + Base + ")"

var readerFigures = []Figure{
	{"writes/s", ".name:Readers AND (/reads:none OR /reads:list)", "writes/s"},
	{"reads/s, client-go's list call", ".name:Readers AND /reads:list", "reads/s"},
	{"writes/s beside readers of a snapshot", ".name:Readers AND (" + snapshotAgainstList + ")", "writes/s"},
	{"reads/s, iterating a snapshot", ".name:Readers AND (" + snapshotAgainstList + ")", "reads/s"},
}

var ownFigures = []Figure{
	{"writes/s beside client-go's list call", ".name:Readers AND (/reads:none OR /reads:list)", "writes/s"},
	{"writes/s beside readers of a snapshot", ".name:Readers AND (/reads:none OR /reads:snapshot)", "writes/s"},
}

var syncFigures = []Figure{
	{"time", ".name:Sync", "ns/op"},
	{"peak live heap", ".name:Sync", "peak-live-B"},
	{"peak heap", ".name:Sync", "peak-B"},
	{"peak resident set", ".name:Sync", "rss-peak-B"},
}

var idleFigures = []Figure{
	{"heap and stacks, a handler", ".name:Idle", "total-B/handler"},
	{"heap, a handler", ".name:Idle", "heap-B/handler"},
	{"stacks, a handler", ".name:Idle", "stack-B/handler"},
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

func readerTarget(column string, figure int, group string) (Target, bool) {
	var pods, readers int
	if n, _ := fmt.Sscanf(group, "pods=%d readers=%d", &pods, &readers); n != 2 || pods != goalPods || !aims(column) {
		return Target{}, false
	}
	g := goals[readers]
	at := []float64{g.writes, g.lists, g.writes, g.snapshots}[figure]
	return Target{AtLeast: at}, at > 0
}

func ownTarget(column string, _ int, group string) (Target, bool) {
	var pods, readers int
	var name string
	if n, _ := fmt.Sscanf(group, "pods=%d informer=%s", &pods, &name); n != 2 || pods != goalPods || !aims(name) {
		return Target{}, false
	}
	if n, _ := fmt.Sscanf(column, "%d", &readers); n != 1 {
		return Target{}, false
	}
	own := goals[readers].own
	return Target{AtLeast: own}, own > 0
}

func ownAbout(column, group string) (informer, label string) {
	var pods int
	fmt.Sscanf(group, "pods=%d informer=%s", &pods, &informer)
	return informer, fmt.Sprintf("share of its own rate, pods=%d readers=%s", pods, column)
}

// syncTarget: half the time, with a lower peak. The target is about a million objects.
func syncTarget(column string, figure int, group string) (Target, bool) {
	var pods int
	if n, _ := fmt.Sscanf(group, "pods=%d", &pods); n != 1 || pods != 1_000_000 || !aims(column) {
		return Target{}, false
	}
	at := []float64{0.5, 1, 1, 0}[figure]
	return Target{AtMost: at}, at > 0
}

func idleTarget(column string, figure int, _ string) (Target, bool) {
	return Target{AtMost: 0.5}, figure == 0 && aims(column)
}

func aims(name string) bool {
	s, err := subjectOf(name)
	return err == nil && s.Aim
}
