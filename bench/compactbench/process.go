package compactbench

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

// Part is what one process measures.
type Part string

const (
	// Memory is what the first sync takes at its peak and leaves, and of what that consists.
	Memory Part = "memory"
	// Time is the first sync's, the churn's and that of reads.
	Time Part = "time"
)

// Parts are both.
func Parts() []Part { return []Part{Memory, Time} }

// Process measures one informer, in a process of its own, against a server that it has for itself.
type Process struct {
	// Params are the middle of the names of its results, such as "informer=clientgo/kept=plain".
	Params   string
	Informer string
	URL      string // the server's, see [Serve]
	Part     Part
	// Procs is GOMAXPROCS, and GOGC the percentage of the collector.
	Procs, GOGC int
	// Patience bounds each wait: what takes longer does not come any more.
	Patience time.Duration
}

// Run measures and writes the results, a line each, see [Process.Names].
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
	results, err := l.measure(ctx)
	if err := errors.Join(err, l.end()); err != nil {
		return err
	}
	if err := l.checkTold(); err != nil {
		return err
	}
	for _, r := range results {
		if _, err := io.WriteString(out, rounds.Line(p.name(r.name, r.params), r.units, r.values)); err != nil {
			return err
		}
	}
	return nil
}

func (p Process) validate() error {
	switch {
	case !slices.Contains(Parts(), p.Part):
		return fmt.Errorf("unknown part %q: want one of %v", p.Part, Parts())
	case p.Procs < 1 || p.GOGC < 1 || p.Patience <= 0:
		return fmt.Errorf("GOMAXPROCS %d, GOGC %d, and patience %v: none may be below 1", p.Procs, p.GOGC, p.Patience)
	}
	return nil
}

// Names are those of its results against a server with so many events.
func (p Process) Names(events int) []string {
	if p.Part == Memory {
		return []string{p.name(memoryName, "")}
	}
	names := []string{p.name(syncName, "")}
	if events > 0 {
		names = append(names, p.name(churnName, churnParams(events)))
	}
	return append(names, p.name(getName, coldReads), p.name(getName, hotReads))
}

const (
	memoryName = "CompactMemory"
	syncName   = "CompactSync"
	churnName  = "CompactChurn"
	getName    = "CompactGet"

	coldReads, hotReads = "/reads=cold", "/reads=hot"
)

func churnParams(events int) string { return fmt.Sprintf("/events=%d", events) }

// name is that of a result. GOMAXPROCS stands at the end as package testing appends it.
func (p Process) name(kind, params string) string {
	name := kind + "/" + p.Params + params
	if p.Procs > 1 {
		name += fmt.Sprintf("-%d", p.Procs)
	}
	return name
}
