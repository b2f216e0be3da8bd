package recommend

import (
	"slices"

	"golang.org/x/perf/benchfmt"
)

// Figures of how objects are kept; overhead, sync and memory have their names in common with those of stores.
const (
	keptHeap    = "heap"
	keptObjects = "objects-heap"
	keptPeak    = "peak"
	keptCPU     = "cpu"
	keptGC      = "gc-cpu"
	getHot      = "get-hot"
	getCold     = "get-cold"
)

// keptFigures are taken from results of any name that have the key kept.
func keptFigures() []Figure {
	size := []Axis{Objects, Indexes}
	return []Figure{
		{Name: keptHeap, Title: "heap per object", Unit: "heap-B/object", Better: -1, Axes: size},
		{Name: keptObjects, Title: "heap of an object alone", Unit: "objects-B/object", Better: -1, Axes: size},
		{Name: overhead, Title: "heap of store, keys and tables", Unit: "overhead-B/object", Better: -1, Axes: size},
		{Name: keptPeak, Title: "peak of the first sync", Unit: "peak-B", OfAll: true, Better: -1, Axes: size},
		{Name: keptCPU, Title: "CPU time per event", Unit: "cpu-sec/event", Better: -1, Axes: []Axis{Objects, Indexes, Cores}},
		{Name: keptGC, Title: "CPU time of the collector per event", Unit: "gc-cpu-sec/event", Better: -1, Axes: []Axis{Objects, Indexes, Cores}},
		{Name: syncTime, Title: "first sync", Unit: "sync-sec", OfAll: true, Better: -1, Axes: []Axis{Objects, Indexes, Cores}},
		{Name: getHot, Title: "hot Get", Keys: map[string]string{"reads": "hot"}, Unit: "get-sec", Better: -1,
			Axes: []Axis{Objects, Cores}, Reads: GetReads},
		{Name: getCold, Title: "cold Get", Keys: map[string]string{"reads": "cold"}, Unit: "get-sec", Better: -1,
			Axes: []Axis{Objects, Cores}, Reads: GetReads},
	}
}

// What ways are compared in: parts of a figure are shown, but no comparisons of their own.
var (
	keptCompared = []string{memory, keptPeak, keptCPU, keptGC, syncTime, getHot, getCold}
	keptCosts    = []string{keptCPU, syncTime, getHot, getCold}
	keptTimes    = []string{keptCPU, keptGC, syncTime, getHot, getCold}
)

// splitKept separates the results on how objects are kept from the others.
func splitKept(results []*benchfmt.Result) (rest, kept []*benchfmt.Result) {
	for _, r := range results {
		if parseName(r.Name).keys["kept"] != "" {
			kept = append(kept, r)
		} else {
			rest = append(rest, r)
		}
	}
	return rest, kept
}

// learnKept makes a model of its own of them, so that the errors of one kind do not judge the other.
func (m *Model) learnKept(results []*benchfmt.Result) {
	k := newModel(keptFigures())
	k.Machine, k.Commits = m.Machine, m.Commits
	k.learn(results)
	m.Warnings = append(m.Warnings, k.Warnings...)
	if len(k.series) > 0 {
		m.kept = k
	}
}

// Kept is the model of how objects are kept in memory, made of the results that have the key kept; nil if
// there are none.
func (m *Model) Kept() *Model { return m.kept }

// keptBase is client-go's informer with objects as they are, as its results name it.
func (m *Model) keptBase() Subject {
	subjects := m.subjects()
	if i := slices.IndexFunc(subjects, Subject.asItIs); i >= 0 {
		return subjects[i]
	}
	return Subject{Informer: Base.Informer, Kept: keptPlain}
}

func (s Subject) asItIs() bool { return s.Informer == Base.Informer && s.Kept == keptPlain }
