package syncbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"informerbench/bench/rounds"
)

// List is how an informer gets the whole state.
type List string

const (
	// StreamList is a watch that begins with all objects: client-go's default.
	StreamList List = "stream"
	// PlainList is one list. It is what an API server without streaming lists gives, whose watch
	// cache answers without pages.
	PlainList List = "plain"
	// PagedList is a list in pages of 500, from a server that has neither.
	PagedList List = "paged"
)

// Lists are all.
func Lists() []List { return []List{StreamList, PlainList, PagedList} }

// Process measures one informer, in a process of its own, against a server that it has for itself.
type Process struct {
	// Params are the middle of the names of its results, such as "informer=clientgo/pods=10".
	Params   string
	Informer string
	URL      string // the server's, see [Serve]
	Form     Form
	List     List
	Measure  Measure
	// Relist: the state is also got a second time.
	Relist bool
	// Procs is GOMAXPROCS, and GOGC the percentage of the collector.
	Procs, GOGC int
	// Patience bounds each wait: what takes longer does not come any more.
	Patience time.Duration
}

// Run measures and writes the results, one for the first sync and one for the relist.
func (p Process) Run(ctx context.Context, out io.Writer) error {
	s, err := subjectOf(p.Informer)
	if err != nil {
		return err
	}
	return p.run(ctx, s, out)
}

func (p Process) run(ctx context.Context, s Subject, out io.Writer) error {
	if err := p.validate(); err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(p.Procs))
	defer debug.SetGCPercent(debug.SetGCPercent(p.GOGC))
	l, err := newLife(ctx, p, s)
	if err != nil {
		return err
	}
	readings, err := l.phases(ctx)
	if err != nil {
		return err
	}
	for i, r := range readings {
		if _, err := io.WriteString(out, rounds.Line(p.Name(i == 1), r.units, r.values)); err != nil {
			return err
		}
	}
	return nil
}

func (p Process) validate() error {
	switch {
	case !slices.Contains(Lists(), p.List):
		return fmt.Errorf("unknown list %q: want one of %v", p.List, Lists())
	case !slices.Contains(Measures(), p.Measure):
		return fmt.Errorf("unknown measure %q: want one of %v", p.Measure, Measures())
	case !slices.Contains(Forms(), p.Form):
		return fmt.Errorf("unknown form %q: want one of %v", p.Form, Forms())
	case p.Procs < 1 || p.GOGC < 1 || p.Patience <= 0:
		return fmt.Errorf("GOMAXPROCS %d, GOGC %d, and patience %v: none may be below 1", p.Procs, p.GOGC, p.Patience)
	}
	return nil
}

// Name is that of a result. GOMAXPROCS stands at the end as package testing appends it.
func (p Process) Name(relist bool) string {
	name := "Sync"
	if relist {
		name = "Relist"
	}
	if p.Measure == Memory {
		name += "Memory"
	}
	name += "/" + p.Params
	if p.Procs > 1 {
		name += fmt.Sprintf("-%d", p.Procs)
	}
	return name
}

// phaseNames are what the tally calls them.
var phaseNames = []string{"of the first state", "of what the relist found"}

// phases measures the one or two of this process; what the handler was told is compared when it
// cannot be told more.
func (l *life) phases(ctx context.Context) (out []reading, err error) {
	measures := []func(context.Context) (*meter, error){l.sync}
	if l.process.Relist {
		measures = append(measures, l.relist)
	}
	for _, measure := range measures {
		m, failure := measure(ctx)
		if failure != nil {
			return nil, errors.Join(failure, l.end())
		}
		out = append(out, m.reading)
	}
	if err := l.end(); err != nil {
		return nil, err
	}
	return out, errors.Join(l.tally.Check(phaseNames[:len(out)]...), l.checkRequests(len(out)))
}
