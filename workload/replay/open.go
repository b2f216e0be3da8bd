package replay

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/runtime"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// Options of Open.
type Options struct {
	// AllowCut takes a damaged trace up to its damage. Otherwise that is an error.
	AllowCut bool
	// EventsOnly drops the listed objects, of which Objects then has only the counts: for
	// the process that plays against another one's source.
	EventsOnly bool
	// Room is asked now and then while objects are read; its error ends Open. Nil: never.
	Room func(objects int) error
}

// Trace is an examined recording. It does not change and is safe for concurrent use.
type Trace struct {
	path string
	// Header is the file's own.
	Header trace.Header
	// Kinds are those that have objects or events, those with the most objects first.
	Kinds []workload.Kind
	// Objects are those of the initial lists, with versions from 1 on; it may be changed by nobody.
	Objects map[workload.Resource][]runtime.Object
	// Counts is the number of these by resource.
	Counts map[workload.Resource]int
	// Offsets are the times of the events since the recording began, without what LeftOut took away; they never fall.
	Offsets []time.Duration
	// Gaps are the stretches of the recording, before anything was taken away, in which a resource was not watched.
	Gaps []trace.Gap
	// LeftOut is the time in which none was: it is no calm, so it is not played.
	LeftOut time.Duration
	// EventBytes is about how long an event's object is when encoded.
	EventBytes int
	// Repairs were needed to make it playable.
	Repairs Repairs
	// Damage is nil for a whole trace, else what ended it early.
	Damage *trace.DamageError

	changes map[workload.Resource]bool // has events
}

// roomEvery is how many objects are read between two questions for room.
const roomEvery = 20_000

// Open examines the trace in a file: it decodes all of it once. See the package on what it keeps.
func Open(ctx context.Context, path string, o Options) (*Trace, error) {
	in, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	t := &Trace{path: path, Header: in.reader.Header(), Objects: map[workload.Resource][]runtime.Object{}, Counts: map[workload.Resource]int{}, changes: map[workload.Resource]bool{}}
	if t.Header.Kind == trace.Stream {
		return nil, fmt.Errorf("%s holds only events that follow a generated population: benchgen generate --recording writes one with its objects, benchgen record records a cluster's", path)
	}
	for _, info := range t.Header.Resources {
		t.Kinds = append(t.Kinds, info.AsKind())
	}
	if err := t.examine(ctx, in, o); err != nil {
		return nil, err
	}
	if t.total() == 0 {
		return nil, fmt.Errorf("%s holds no objects: record a resource that has some", path)
	}
	t.Kinds = slices.DeleteFunc(t.Kinds, func(k workload.Kind) bool { return !t.changes[k.Resource] && t.Counts[k.Resource] == 0 })
	slices.SortStableFunc(t.Kinds, func(a, b workload.Kind) int { return cmp.Compare(t.Counts[b.Resource], t.Counts[a.Resource]) })
	return t, nil
}

func (t *Trace) examine(ctx context.Context, in *file, o Options) error {
	j := newJudge(t.Kinds)
	var sizes sizes
	var gaps trace.Gaps
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r, err := in.reader.NextRecord()
		if err == io.EOF {
			break
		}
		if err != nil {
			if err := t.damaged(err, o); err != nil {
				return err
			}
			break
		}
		gaps.Add(r)
		switch j.record(&r) {
		case object:
			if err := t.list(&r, o); err != nil {
				return err
			}
		case event:
			t.Offsets = append(t.Offsets, r.Offset)
			t.changes[r.Resource] = true
			sizes.add(r.Object)
		}
	}
	t.Repairs, t.EventBytes = j.repairs, sizes.mean()
	t.Gaps = gaps.All()
	t.LeftOut = leaveOut(t.Offsets, gaps.Together(len(t.Header.Resources)))
	return nil
}

func (t *Trace) list(r *trace.Record, o Options) error {
	t.Counts[r.Resource]++
	total := t.total()
	if !o.EventsOnly {
		stamp(r, uint64(total))
		t.Objects[r.Resource] = append(t.Objects[r.Resource], r.Object)
	}
	if o.Room != nil && total%roomEvery == 0 {
		return o.Room(total)
	}
	return nil
}

// total is the number of listed objects, which is the highest version among them.
func (t *Trace) total() (n int) {
	for _, c := range t.Counts {
		n += c
	}
	return n
}

// Length is the time from the first event to the last, as recorded.
func (t *Trace) Length() time.Duration {
	if len(t.Offsets) == 0 {
		return 0
	}
	return t.Offsets[len(t.Offsets)-1] - t.Offsets[0]
}

func (t *Trace) damaged(err error, o Options) error {
	var damage *trace.DamageError
	if !errors.As(err, &damage) {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	if !o.AllowCut {
		return fmt.Errorf("%s: %w: %d objects and %d events stand before that; --allow-cut replays these alone", t.path, damage, t.total(), len(t.Offsets))
	}
	t.Damage = damage
	return nil
}

// file is an open trace.
type file struct {
	*os.File
	reader *trace.Reader
}

func openFile(path string) (*file, error) {
	f, _, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := trace.NewReader(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return &file{f, r}, nil
}

// sizes finds the mean encoded size of objects.
type sizes struct{ bytes, count, seen int }

// sampled of unstructured objects are encoded: that costs as much as decoding.
const sampled = 64

func (s *sizes) add(o runtime.Object) {
	s.seen++
	if sized, ok := o.(interface{ Size() int }); ok {
		s.bytes, s.count = s.bytes+sized.Size(), s.count+1
		return
	}
	if s.seen%sampled != 1 {
		return
	}
	if data, err := json.Marshal(o); err == nil {
		s.bytes, s.count = s.bytes+len(data), s.count+1
	}
}

func (s *sizes) mean() int {
	if s.count == 0 {
		return 0
	}
	return s.bytes / s.count
}
