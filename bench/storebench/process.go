package storebench

import (
	"fmt"
	"io"
	"runtime"
	"slices"

	"informerbench/bench/rounds"
	"informerbench/stores/catalog"
)

// Process measures one store with one population. A run starts one for each, so
// that neither heap nor collector is shared.
type Process struct {
	Store string
	// Peers are stores beside those of the catalogue.
	Peers   []catalog.Variant
	Objects int
	Rows    []Row
	// Procs are the values of GOMAXPROCS for rows that show scaling; the others use the
	// largest.
	Procs  []int
	Pace   float64
	Commit string
}

// Run measures all rows and writes them as benchmark text.
func (p Process) Run(out io.Writer) error {
	s, err := subjectOf(p.Store, p.Peers)
	if err != nil {
		return err
	}
	if p.Objects < perNamespace || p.Objects%perNamespace != 0 {
		return fmt.Errorf("%d objects: it must be a multiple of %d, the size of a namespace", p.Objects, perNamespace)
	}
	runtime.GOMAXPROCS(slices.Max(p.Procs))
	if _, err := io.WriteString(out, header(p)); err != nil {
		return err
	}
	b := &builder{subject: s, objects: p.Objects, pace: p.Pace}
	for _, m := range plan(s, p.Objects, p.Rows, p.Procs) {
		c, err := b.cell(m)
		if err != nil {
			return err
		}
		settle()
		runtime.GOMAXPROCS(m.procs)
		values, err := m.row.measure(c)
		runtime.GOMAXPROCS(slices.Max(p.Procs))
		name := m.name(p.Store, p.Objects)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		lines, err := c.histogramLines(name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(out, rounds.Line(name, m.row.Units, values)+lines); err != nil {
			return err
		}
	}
	return b.leave()
}

// header describes machine and units.
func header(p Process) string {
	text := rounds.Header(p.Commit, units)
	if p.Pace != 1 {
		text = fmt.Sprintf("pace: %v\n", p.Pace) + text
	}
	return text
}

// garbageLimit is how much may have been allocated since the last collection, as a share of what
// is live, before a row begins with another.
const garbageLimit = 0.05

var collected uint64 // allocated bytes at the last collection

// settle gives all rows the same start: a heap with hardly any garbage. A collection before each row
// would take most of the time at a million objects.
func settle() {
	allocated := readMetric("/gc/heap/allocs:bytes").Uint64()
	live := readMetric("/gc/heap/live:bytes").Uint64()
	if float64(allocated-collected) > garbageLimit*float64(live) {
		runtime.GC()
		collected = allocated
	}
}
