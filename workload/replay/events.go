package replay

import (
	"fmt"
	"io"

	"informerbench/workload"
)

// Events reads the events of a trace in order. It is for one goroutine.
type Events struct {
	trace *Trace
	in    *file
	judge *judge
	next  int // event
}

// Events begins at the first event. The caller closes it.
func (t *Trace) Events() (*Events, error) {
	in, err := openFile(t.path)
	if err != nil {
		return nil, err
	}
	return &Events{trace: t, in: in, judge: newJudge(t.Kinds)}, nil
}

// Left is how many events there still are.
func (e *Events) Left() int { return len(e.trace.Offsets) - e.next }

// Next decodes the next n events, whose offsets are Trace.Offsets[at:at+n]. Their versions go
// on where those of the objects end. It is an error to ask for more than are left.
func (e *Events) Next(n int) (events []workload.Event, at int, err error) {
	if n > e.Left() {
		return nil, 0, fmt.Errorf("%s has %d events left, and %d are needed", e.trace.path, e.Left(), n)
	}
	at, events = e.next, make([]workload.Event, 0, n)
	first := uint64(e.trace.total()) + 1
	for len(events) < n {
		r, err := e.in.reader.NextRecord()
		if err == io.EOF {
			err = fmt.Errorf("it ends after %d events where there were %d: it was changed meanwhile", e.next, len(e.trace.Offsets))
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", e.trace.path, err)
		}
		if e.judge.record(&r) != event {
			continue
		}
		stamp(&r, first+uint64(e.next))
		events = append(events, r.Event)
		e.next++
	}
	return events, at, nil
}

// Close closes the file.
func (e *Events) Close() error { return e.in.Close() }
