package syncbench

import (
	"fmt"
	"strings"

	"informerbench/bench/rounds"
)

// Sections lists all tables.
func Sections() []rounds.Section {
	informers := rounds.InOrder("/informer", Names())
	const group = "/profile,/pods@num,/form,/list,/procs@num,/gogc"
	return []rounds.Section{
		{
			Title: "First sync over loopback HTTP, from Run to the handler's last call",
			Note: "The server is a process of its own that has encoded everything beforehand; what it used is part of no other figure. " +
				"stream: a watch that begins with all objects; plain: one list; paged: a list in pages of 500.",
			Group: group, Columns: informers, Base: Base, Figures: syncFigures, Target: syncTarget,
		},
		{
			Title: "Decoding on several cores",
			Note:  "The same first sync with GOMAXPROCS=1, and what more cores make of it; on one machine, with the server beside it.",
			Group: "/profile,/pods@num,/form,/list,/informer", Columns: "/procs@num", Base: "1", Ignore: "/gomaxprocs", Figures: scalingFigures,
			About: func(column, group string) (string, string) { return group, "procs=" + column },
		},
		{
			Title: "Memory of the first sync",
			Note:  "Live is what collections found live, at the stated GOGC; the steady state is what two of them left in the end.",
			Group: group, Columns: informers, Base: Base, Figures: memoryFigures("SyncMemory"), Target: memoryTarget(1.1, syncMemoryAims),
		},
		{
			Title: "Relist after the watch has expired, 1% changed: from the request to the handler's last call",
			Note: "Stalls are of one reader that gets an object every 100 µs; p99.9 is of points in time, see the package's documentation. " +
				"The last call is that of the last change: client-go's informer also tells of what has not changed.",
			Group: group, Columns: informers, Base: Base, Figures: relistFigures, Target: relistTarget,
		},
		{
			Title: "Memory of the relist",
			Group: group, Columns: informers, Base: Base, Figures: memoryFigures("RelistMemory"), Target: memoryTarget(1.15, relistMemoryAims),
		},
	}
}

var syncFigures = []rounds.Figure{
	{Title: "time", Filter: ".name:Sync", Unit: "ns/op"},
	{Title: "CPU time of the client", Filter: ".name:Sync", Unit: "cpu-ns"},
	{Title: "peak resident set", Filter: ".name:Sync", Unit: "rss-peak-B"},
	{Title: "CPU time of the server", Filter: ".name:Sync", Unit: "server-cpu-ns"},
}

// scaled selects the informers that ProcsPart measures.
const scaled = ".name:Sync AND (/informer:" + Base + " OR /informer:ours-wire)"

var scalingFigures = []rounds.Figure{
	{Title: "time", Filter: scaled, Unit: "ns/op"},
	{Title: "CPU time of the client", Filter: scaled, Unit: "cpu-ns"},
}

var relistFigures = []rounds.Figure{
	{Title: "time", Filter: ".name:Relist", Unit: "ns/op"},
	{Title: "p99.9 of a reader's stalls", Filter: ".name:Relist", Unit: "p999-stall-ns"},
	{Title: "a reader's longest stall", Filter: ".name:Relist", Unit: "max-stall-ns"},
	{Title: "CPU time of the client", Filter: ".name:Relist", Unit: "cpu-ns"},
	{Title: "peak resident set", Filter: ".name:Relist", Unit: "rss-peak-B"},
}

func memoryFigures(name string) []rounds.Figure {
	return []rounds.Figure{
		{Title: "peak live heap over the steady state", Filter: ".name:" + name, Unit: "peak/steady"},
		{Title: "peak live heap", Filter: ".name:" + name, Unit: "peak-live-B"},
		{Title: "live heap in the steady state", Filter: ".name:" + name, Unit: "steady-live-B"},
		{Title: "peak resident set", Filter: ".name:" + name, Unit: "rss-peak-B"},
	}
}

// cell is what a label of a group says.
type cell struct {
	profile, form, list string
	pods, procs         int
}

// cellOf reads "profile=real pods=200000 form=typed-protobuf list=stream procs=2 gogc=100".
func cellOf(group string) (c cell) {
	for _, part := range strings.Fields(group) {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "profile":
			c.profile = value
		case "form":
			c.form = value
		case "list":
			c.list = value
		case "pods":
			fmt.Sscan(value, &c.pods)
		case "procs":
			fmt.Sscan(value, &c.procs)
		}
	}
	return c
}

// The populations that targets are about, and on how many cores.
const (
	goalPods      = 200_000
	goalSmallPods = 1_000_000
	goalProcs     = 2
)

func (c cell) realGoal() bool {
	return c.profile == "real" && c.pods == goalPods && c.form == string(Typed) && c.procs == goalProcs
}

func (c cell) smallGoal() bool {
	return c.profile == "small" && c.pods == goalSmallPods && c.form == string(Typed) && c.procs == goalProcs
}

func wires(column string) bool  { return strings.HasPrefix(column, "ours-wire") }
func isOurs(column string) bool { return strings.HasPrefix(column, "ours-") }

// syncTarget: 1.3 times as fast, for at most a tenth more CPU time.
func syncTarget(column string, figure int, group string) (rounds.Target, bool) {
	c := cellOf(group)
	if !wires(column) || !c.realGoal() || c.list == string(PagedList) {
		return rounds.Target{}, false
	}
	at := []float64{1 / 1.3, 1.1, 0, 0}[figure]
	return rounds.Target{AtMost: at}, at > 0
}

// relistTarget: no slower, and no reader waits.
func relistTarget(column string, figure int, group string) (rounds.Target, bool) {
	c := cellOf(group)
	if !isOurs(column) || !c.realGoal() && !c.smallGoal() {
		return rounds.Target{}, false
	}
	at := []float64{1, 1e6, 10e6, 0, 0}[figure]
	return rounds.Target{AtMost: at, Absolute: figure > 0}, at > 0
}

func memoryTarget(atMost float64, aims func(string, cell) bool) func(string, int, string) (rounds.Target, bool) {
	return func(column string, figure int, group string) (rounds.Target, bool) {
		return rounds.Target{AtMost: atMost, Absolute: true}, figure == 0 && aims(column, cellOf(group))
	}
}

func syncMemoryAims(column string, c cell) bool { return wires(column) && c.realGoal() }

// relistMemoryAims: a plain list through another client than ours is there as a whole before we see it.
func relistMemoryAims(column string, c cell) bool {
	return (wires(column) || isOurs(column) && c.list != string(PlainList)) && (c.realGoal() || c.smallGoal())
}
