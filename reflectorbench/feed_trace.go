package reflectorbench

import (
	"context"
	"errors"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
	"informerbench/workload/replay"
	"informerbench/workload/source"
)

// offsetBytes is what an opened trace keeps of each event.
const offsetBytes = 8

// logSlack is for what a run adds itself.
const logSlack = 16

// newTraceFeed fills a source with the objects of a trace.
func newTraceFeed(ctx context.Context, c Cell) (*localFeed, error) {
	var before, bytes uint64
	if c.takes(MeasureHeap) {
		before = collect()
	}
	t, err := openTrace(ctx, c, false)
	if err != nil {
		return nil, err
	}
	if c.takes(MeasureHeap) {
		after := LiveHeap() // unlike generating, decoding leaves something in pools
		bytes = after - min(after, before+offsetBytes*uint64(cap(t.Offsets)))
	}
	tape, err := newRecordedTape(c, t)
	if err != nil {
		return nil, err
	}
	f := &localFeed{
		// Each batch has arrived before the next is played, so a log of one and a little more is enough.
		src:  source.New(source.Options{LogCapacity: tape.size + logSlack, Kinds: t.Kinds}),
		of:   t.Kinds,
		tape: tape,
	}
	if err := f.load(func(r workload.Resource) []runtime.Object { return t.Objects[r] }, bytes); err != nil {
		return nil, errors.Join(err, tape.close())
	}
	t.Objects = nil // the source has them
	return f, nil
}

// told says what a reader of a trace's results has to know of it; empty if nothing.
func told(t *replay.Trace) string {
	var notes []string
	if t.Damage != nil {
		notes = append(notes, t.Damage.Error())
	}
	for _, note := range []string{t.Repairs.String(), t.Missing()} {
		if note != "" {
			notes = append(notes, note)
		}
	}
	return strings.Join(notes, "; ")
}

// Recorded is what a cell's trace holds.
type Recorded struct {
	Objects int // of the resource with the most
	Events  int
	// Note says what was left out or repaired, and what the recorder could not watch; empty if nothing.
	Note string
}

// Examine reads the cell's trace once and reports, as a *UsageError, that it is too short for the
// cell's measures: before many cells are measured with it.
func Examine(ctx context.Context, c Cell) (Recorded, error) {
	if err := c.Validate(); err != nil {
		return Recorded{}, err
	}
	t, err := openTrace(ctx, c, true)
	if err != nil {
		return Recorded{}, err
	}
	_, err = part(c.WithDefaults(), t.Offsets)
	return Recorded{Objects: t.Counts[t.Kinds[0].Resource], Events: len(t.Offsets), Note: told(t)}, err
}
