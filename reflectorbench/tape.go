package reflectorbench

import (
	"context"
	"fmt"
	"time"

	"informerbench/workload"
	"informerbench/workload/replay"
)

// tape is where the events of a run come from. It is for one goroutine.
type tape interface {
	// plays returns how many events each play of one phase of a measure has. Generated events
	// are one play; a long stretch of a trace is cut, so that not all of it is in memory.
	plays(m Measure) []int
	// next makes the next n events, outside of any timed part.
	next(n int) (batch, error)
	// note is what the reader of the results has to know of a trace; empty if nothing.
	note() string
	close() error
}

// generatedTape is a stream of the generator.
type generatedTape struct {
	cell   Cell
	stream *workload.Stream
}

func (t *generatedTape) plays(m Measure) []int {
	switch m {
	case MeasureThroughput:
		return []int{t.cell.Events}
	case MeasureRead:
		return []int{t.cell.phaseEvents()}
	}
	return []int{latencyPhases * t.cell.phaseEvents()}
}

func (t *generatedTape) next(n int) (batch, error) {
	events := make([]workload.Event, n)
	for i := range events {
		events[i] = t.stream.Next()
	}
	return batch{events: events}, nil
}

func (t *generatedTape) note() string { return "" }
func (t *generatedTape) close() error { return nil }

// recordedTape is a trace.
type recordedTape struct {
	trace  *replay.Trace
	events *replay.Events
	parts  parted
	factor float64 // 0: full speed
	size   int     // of the largest batch
}

// The events of one batch are all in memory, and the log of the source keeps as many of the one
// before alive until they are overwritten.
const (
	maxBatch = 100_000
	// maxBatchBytes is encoded; decoded objects take three to four times as much.
	maxBatchBytes = 32 << 20
)

func newRecordedTape(c Cell, t *replay.Trace) (*recordedTape, error) {
	factor, err := c.factor()
	if err != nil {
		return nil, err
	}
	parts, err := part(c, t.Offsets)
	if err != nil {
		return nil, err
	}
	events, err := t.Events()
	if err != nil {
		return nil, err
	}
	return &recordedTape{t, events, parts, factor, batchSize(t)}, nil
}

func batchSize(t *replay.Trace) int {
	return min(max(maxBatchBytes/max(t.EventBytes, 1), 1), maxBatch)
}

func (t *recordedTape) plays(m Measure) []int { return cut(t.parts[m], t.size) }

// cut divides n into as few parts of at most size as possible, of nearly one length.
func cut(n, size int) []int {
	pieces := (n + size - 1) / size
	out := make([]int, pieces)
	for i := range out {
		out[i] = n*(i+1)/pieces - n*i/pieces
	}
	return out
}

// next decodes. The time between the last event of a batch and the first of the next is left out.
func (t *recordedTape) next(n int) (batch, error) {
	events, at, err := t.events.Next(n)
	if err != nil || t.factor == 0 {
		return batch{events: events}, err
	}
	offsets := t.trace.Offsets[at : at+n]
	b := batch{events: events, offsets: make([]int64, n)}
	for i, o := range offsets {
		b.offsets[i] = scaled(o-offsets[0], t.factor)
	}
	return b, nil
}

// scaled is a length of recorded time in nanoseconds of a replay. A double holds the
// nanoseconds of a hundred days exactly.
func scaled(d time.Duration, factor float64) int64 { return int64(float64(d) / factor) }

// note says how long it will take, and what there is to know of the trace.
func (t *recordedTape) note() string {
	note := fmt.Sprintf("%d events", len(t.trace.Offsets))
	if d := t.openLoop(); d > 0 {
		note += fmt.Sprintf(", the open loop takes about %v", d.Round(10*time.Millisecond))
	}
	if s := told(t.trace); s != "" {
		note += "; " + s
	}
	return note
}

// openLoop is how long the phases take in which events are due at a time.
func (t *recordedTape) openLoop() time.Duration {
	from := t.parts[MeasureThroughput]
	to := from + t.parts[MeasureLatency] + readPhases*t.parts[MeasureRead] + t.parts[MeasureReconcile]
	if t.factor == 0 || to == from {
		return 0
	}
	return time.Duration(scaled(t.trace.Offsets[to-1]-t.trace.Offsets[from], t.factor))
}

func (t *recordedTape) close() error { return t.events.Close() }

// openTrace examines the cell's trace.
func openTrace(ctx context.Context, c Cell, eventsOnly bool) (*replay.Trace, error) {
	return replay.Open(ctx, c.Trace, replay.Options{AllowCut: c.AllowCut, EventsOnly: eventsOnly, Room: roomFor})
}
