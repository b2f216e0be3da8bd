package recommend

import (
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// Figure is one number that decides between stores.
type Figure struct {
	Name  string // as in tables and conditions
	Title string
	// Measure, Keys and Unit select the results: the name of the benchmark, empty for any, keys that it
	// must have, with the value or one that goes on with a dash, and the unit as benchstat
	// shows it (seconds and bytes).
	Measure string
	Keys    map[string]string
	Unit    string
	// OfAll marks a result that is of all objects together: it is divided by their number, so that cells of one size tell
	// what to expect of another.
	OfAll bool
	// Better is +1 where higher is better, -1 where lower is.
	Better int
	// Axes are what the figure depends on.
	Axes []Axis
	// Reads, if set, is the kind of read that must occur for the figure to matter.
	Reads ReadKind
	// Beside marks a figure that matters only where someone lists in a loop.
	Beside bool
}

// Names of figures that the code speaks of.
const (
	stalenessP99   = "staleness-p99"
	capacity       = "capacity"
	capacityListed = "capacity-listed"
	getP99         = "get-p99"
	listP99        = "list-p99"
	overhead       = "overhead"
	objectBytes    = "object-bytes"
	syncTime       = "sync"
	relistStall    = "relist-stall"
	memory         = "memory" // follows from others
)

// Figures lists what a recommendation looks at, in the order of its tables.
func Figures() []Figure {
	reading := []Axis{Objects, Readers, Rate, Cores}
	return []Figure{
		{Name: stalenessP99, Title: "p99 staleness", Measure: "Staleness", Unit: "p99-visible-sec", Better: -1,
			Axes: []Axis{Objects, Readers, Indexes, Rate, Handlers, Cores}},
		{Name: capacity, Title: "events/s at full speed", Measure: "Throughput", Unit: "events/s", Better: +1,
			Axes: []Axis{Objects, Readers, Indexes, Handlers, Cores}},
		{Name: capacityListed, Title: "writes/s beside readers that list", Measure: "Readers", Keys: map[string]string{"reads": "list"},
			Unit: "writes/s", Better: +1, Axes: []Axis{Objects, Readers, Indexes, Cores}, Reads: ListReads, Beside: true},
		{Name: getP99, Title: "p99 Get", Measure: "Read", Keys: map[string]string{"op": "get"}, Unit: "p99-get-sec", Better: -1, Axes: reading, Reads: GetReads},
		{Name: "get-p99-listed", Title: "p99 Get beside a lister", Measure: "GetBesideLister", Unit: "p99-get-sec", Better: -1,
			Axes: reading, Reads: GetReads, Beside: true},
		{Name: "byindex-p99", Title: "p99 ByIndex", Measure: "Read", Keys: map[string]string{"op": "byindex"}, Unit: "p99-byindex-sec", Better: -1,
			Axes: reading, Reads: IndexReads},
		{Name: listP99, Title: "p99 List", Measure: "Read", Keys: map[string]string{"op": "list"}, Unit: "p99-list-sec", Better: -1, Axes: reading, Reads: ListReads},
		{Name: overhead, Title: "heap overhead per object", Measure: "Heap", Unit: "heap-B/object", Better: -1, Axes: []Axis{Objects, Indexes}},
		{Name: objectBytes, Title: "heap of one object", Measure: "Heap", Unit: "object-B/object", Better: -1, Axes: []Axis{Objects}},
		{Name: syncTime, Title: "initial sync", Measure: "Sync", Unit: "sec/op", Better: -1, Axes: []Axis{Objects, Indexes, Handlers, Cores}},
		{Name: relistStall, Title: "longest Get during a relist", Measure: "Relist", Unit: "max-stall-sec", Better: -1,
			Axes: []Axis{Objects, Readers, Cores}, Reads: GetReads},
	}
}

// of tells whether a result holds the figure, and its value.
func (f Figure) of(r *benchfmt.Result, m measured) (float64, bool) {
	if f.Measure != "" && m.measure != f.Measure {
		return 0, false
	}
	for key, want := range f.Keys {
		if have := m.keys[key]; have != want && !strings.HasPrefix(have, want+"-") {
			return 0, false
		}
	}
	value, ok := r.Value(f.Unit)
	if f.OfAll {
		value, ok = value/m.at[Objects], ok && m.at[Objects] > 0
	}
	return value, ok
}

// matters tells whether the figure says something about the cluster.
func (f Figure) matters(c Cluster) bool {
	kinds := c.readKinds()
	switch {
	case f.Name == objectBytes:
		return false
	case f.Beside && (c.Readers == 0 || !slices.Contains(kinds, ListReads)):
		return false
	}
	return f.Reads == "" || slices.Contains(kinds, f.Reads)
}

// timedAlone tells whether a point has no readers where the figure is the time of a read, which takes a reader to be
// measured: reads that are rare are like those of one reader that has no other beside it.
func (f Figure) timedAlone(cells []*cell, x Point) bool {
	return f.Reads != "" && x[Readers] == 0 && axisValues(cells, Readers)[0] >= 1
}

// memoryFigure is derived from two others, see memoryOf.
var memoryFigure = Figure{Name: memory, Title: "memory of the cache", Unit: "B", Better: -1}
