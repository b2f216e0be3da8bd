package syncbench

import (
	"fmt"
	"slices"
	"time"

	"informerbench/workload"
)

// Part is a group of rows that are measured in the same rounds.
type Part string

// The parts, in the order in which they run: all of one server before the next, and what has
// targets first.
const (
	// StreamPart is first sync and relist of Pods real-size pods by streaming list, with all informers.
	StreamPart Part = "stream"
	// MemoryPart is the peaks of the live heap in both, by each kind of list.
	MemoryPart Part = "memory"
	// PlainPart is like StreamPart by one plain list.
	PlainPart Part = "plain"
	// ProcsPart is the first sync on one core, beside StreamPart's on all.
	ProcsPart Part = "procs"
	// PagedPart is like StreamPart by a list in pages.
	PagedPart Part = "paged"
	// SmallPart is time and memory with SmallPods small pods.
	SmallPart Part = "small"
	// FormsPart is the first sync of FewPods pods as metadata and as unstructured objects.
	FormsPart Part = "forms"
)

// Parts lists all parts.
func Parts() []Part {
	return []Part{StreamPart, MemoryPart, PlainPart, ProcsPart, PagedPart, SmallPart, FormsPart}
}

// row is one kind of measurement, taken of several informers.
type row struct {
	corpus  Corpus
	list    List
	measure Measure
	relist  bool
	procs   int
	shares  []share
}

// share is an informer and in how many of the rounds it is measured; 0 is in all.
type share struct {
	informer string
	rounds   int
}

// rows lists what a part measures. Without an absolute target of its own a base needs few rounds where
// memory is weighed, which is nearly the same each time; so does what only shows a part's effect.
func (r *Run) rows(part Part) []row {
	real := Corpus{r.Pods, workload.Real, Typed}
	small := Corpus{r.SmallPods, workload.Small, Typed}
	lives := func(c Corpus, list List, m Measure, shares ...share) row {
		return row{corpus: c, list: list, measure: m, relist: true, procs: r.Procs, shares: shares}
	}
	syncs := func(c Corpus, procs int, shares ...share) row {
		return row{corpus: c, list: StreamList, measure: Time, procs: procs, shares: shares}
	}
	always := func(name string) share { return share{informer: name} }
	switch part {
	case StreamPart:
		return []row{lives(real, StreamList, Time, always(Base), always(Again), always("ours-mvcc"), always("ours-wire"), always("ours-wire-direct"))}
	case MemoryPart:
		return []row{
			lives(real, StreamList, Memory, share{Base, 2}, always("ours-mvcc"), always("ours-wire")),
			lives(real, PlainList, Memory, share{Base, 1}, always("ours-wire")),
			lives(real, PagedList, Memory, share{Base, 1}, always("ours-mvcc")),
		}
	case PlainPart:
		return []row{lives(real, PlainList, Time, always(Base), share{"ours-mvcc", 2}, always("ours-wire"))}
	case ProcsPart:
		return []row{syncs(real, 1, share{Base, 2}, share{"ours-wire", 2})}
	case PagedPart:
		return []row{lives(real, PagedList, Time, share{Base, 2}, share{"ours-mvcc", 2}, share{"ours-wire", 2})}
	case SmallPart:
		return []row{
			lives(small, StreamList, Time, always(Base), share{"ours-mvcc", 2}, always("ours-wire")),
			lives(small, StreamList, Memory, share{Base, 1}, share{"ours-mvcc", 2}, always("ours-wire")),
		}
	case FormsPart:
		var rows []row
		for _, f := range []Form{Metadata, Unstructured} {
			rows = append(rows, syncs(Corpus{r.FewPods, workload.Real, f}, r.Procs, always(Base), always("ours-mvcc"), always("ours-wire")))
		}
		return rows
	}
	return nil
}

// job is one process.
type job struct {
	row
	part     Part
	round    int
	informer string
}

func (j job) String() string {
	return fmt.Sprintf("%s, round %d, %s, %s", j.part, j.round+1, j.Size(), j.informer)
}

func (j job) Kind() string { return j.Size() + " " + j.informer }

func (j job) Size() string {
	return fmt.Sprintf("%s of %d %s pods, %s, list=%s, procs=%d", j.measure, j.corpus.Pods, j.corpus.Profile, j.corpus.Form, j.list, j.procs)
}

// patience is many times what a phase takes.
const patience = 5 * time.Minute

// process is what measures the job at that server.
func (r *Run) process(j job, url string) Process {
	gogc := 100
	if j.measure == Memory {
		gogc = r.MemoryGOGC
	}
	return Process{
		Params: fmt.Sprintf("informer=%s/pods=%d/profile=%s/form=%s/list=%s/procs=%d/gogc=%d",
			j.informer, j.corpus.Pods, j.corpus.Profile, j.corpus.Form, j.list, j.procs, gogc),
		Informer: j.informer, URL: url, Form: j.corpus.Form, List: j.list, Measure: j.measure, Relist: j.relist, Procs: j.procs, GOGC: gogc, Patience: patience,
	}
}

// chosen tells whether an informer is measured; the two of client-go's always are.
func (r *Run) chosen(name string) bool {
	return name == Base || name == Again || slices.Contains(r.Informers, "all") || slices.Contains(r.Informers, name)
}
