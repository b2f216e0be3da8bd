package reflectorbench

import (
	"context"
	"fmt"
	"runtime"
	"time"
)

// readPhases is how many phases measureReads lasts.
const readPhases = 4

// measureReads reports the latency of Get, ByIndex and List, and of Get beside a reader
// that lists without pause, each beside the open-loop writer.
func (r *run) measureReads(ctx context.Context) error {
	store := r.primary().store
	keys := r.readKeys()
	if len(keys) == 0 {
		return nil // a real cluster may have none
	}
	index := readIndex(r.primary().kind)
	values := sorted(store.ListIndexFuncValues(index))
	runtime.GC()
	for _, op := range []struct {
		name  string
		picks func(i int) []string
		read  func(string) int
		extra []param
	}{
		{"get", r.keyPicks, getter(store), nil},
		{"byindex", r.picksOf(values), byIndex(store, index), []param{{"index", index}}},
		{"list", r.picksOf(keys[:1]), lister(store), nil},
	} {
		if op.name == "byindex" && len(values) == 0 {
			continue // no Pod of a real cluster has a node yet
		}
		all := r.newReaders(r.cell.Readers, op.picks, op.read)
		found, elapsed, err := r.besideWriter(ctx, all)
		if err != nil {
			return err
		}
		if err := r.reportReads("Read", op.name, found, elapsed, append(op.extra, intParam("readers", r.cell.Readers))); err != nil {
			return err
		}
	}
	return r.measureBesideLister(ctx, store)
}

// listerPause is the time between two Gets beside a lister: shorter than one List of 10,000,
// so that a Get is under way in each of the stalls that the lister causes.
const listerPause = 10 * time.Microsecond

// measureBesideLister: one reader lists in a loop, without yielding in between, and its
// latencies are not reported; the others Get at intervals. Behind one lock a Get waits least where events hardly get
// through, since it waits for a writer that is in line. So when the events were delivered is reported beside it.
func (r *run) measureBesideLister(ctx context.Context, store reads) error {
	all := r.newReaders(r.cell.Readers, r.keyPicks, getter(store))
	for _, reader := range all {
		reader.pause = listerPause
	}
	runtime.GC() // the lists of the phase before are garbage
	aside := startReaders(r.newReaders(1, r.picksOf(r.readKeys()[:1]), lister(store)))
	found, elapsed, err := r.besideWriter(ctx, all)
	aside.finish()
	if err != nil {
		return err
	}
	err = r.reportReads("GetBesideLister", "get", found, elapsed, []param{
		intParam("listers", 1), intParam("pause", int(listerPause)), intParam("readers", r.cell.Readers),
	}, found.delivery()...)
	if err == nil && found.delivered != nil {
		r.distributed(distribution{"deliver", found.delivered})
	}
	return err
}

// foundAtLeast is the share of reads that must find something. Keys go while readers ask
// for them, in a small population most of them, but a store that finds nothing is fast.
const foundAtLeast = 0.05

// minChecked is the population below which the events of one run may replace it whole.
const minChecked = 1000

// reportReads refuses reads that found next to nothing.
func (r *run) reportReads(measure, op string, found readings, elapsed time.Duration, extra []param, more ...value) error {
	if r.cell.Objects >= minChecked && float64(found.rows) < foundAtLeast*float64(found.count()) {
		return fmt.Errorf("%d reads (%s) returned only %d objects", found.count(), op, found.rows)
	}
	busy := elapsed.Seconds() * float64(r.cell.Readers)
	params := append([]param{{"op", op}}, extra...)
	params = append(params, param{"skew", string(r.cell.Skew)}, r.writerParam())
	values := append(found.values(op),
		value{float64(found.count()) / elapsed.Seconds(), "reads/s"},
		value{time.Duration(found.stalled).Seconds() / busy, "stalled-fraction"},
	)
	r.report(measure, int(found.count()), params, append(values, more...)...)
	r.distributed(distribution{op, found.latencies})
	return nil
}

// writerParam: of the writer to a real cluster no rate is known.
func (r *run) writerParam() param {
	if r.cell.Source == Cluster {
		return param{"rate", "unknown"}
	}
	return r.cell.rateParam()
}

func (r *run) newReaders(n int, picksOf func(i int) []string, read func(string) int) []*reader {
	all := make([]*reader, n)
	for i := range all {
		all[i] = &reader{read: read, picks: picksOf(i), found: newLatencies(), enter: r.stages.entering(stageReader)}
	}
	return all
}

// besideWriter lets the readers run for as long as one phase's events take to send at the
// stated rate, or as they were recorded; between two batches of a long trace they rest.
func (r *run) besideWriter(ctx context.Context, all []*reader) (found readings, elapsed time.Duration, err error) {
	if r.cell.Source == Cluster {
		return r.besideWriting(ctx, all, r.wait) // others write
	}
	delivered := newLatencies()
	for _, n := range r.feed.plays(MeasureRead) {
		write, err := r.writer(n, delivered)
		if err != nil {
			return readings{}, 0, err
		}
		// Readers go on with their own histograms, so the last findings are those of all batches.
		var took time.Duration
		if found, took, err = r.besideWriting(ctx, all, write); err != nil {
			return readings{}, 0, err
		}
		elapsed += took
	}
	if delivered.count() > 0 {
		found.delivered = delivered
	}
	return found, elapsed, nil
}

func (r *run) besideWriting(ctx context.Context, all []*reader, write writing) (readings, time.Duration, error) {
	began := time.Now()
	running := startReaders(all)
	drain, err := write(ctx)
	found, elapsed := running.finish(), time.Since(began)
	if err != nil {
		return readings{}, 0, err
	}
	return found, elapsed, drain()
}

// writing writes for a phase. What it returns waits, after the readers have stopped, until all of
// it has arrived.
type writing func(context.Context) (drain func() error, err error)

// writer prepares n events, and adds to delivered when they have arrived.
func (r *run) writer(n int, delivered *latencies) (writing, error) {
	b, err := r.feed.prepare(n)
	if err != nil {
		return nil, err
	}
	w := r.arm(b.events)
	return func(ctx context.Context) (func() error, error) {
		p := b.at(r.cell.Rate)
		s := newSchedule(len(b.events), p)
		_, err := r.feed.play(ctx, b, p, s)
		return func() error {
			_, err := r.drain(ctx, w)
			delivered.merge(deliveries(s, w))
			return err
		}, err
	}, nil
}

func (r *run) wait(ctx context.Context) (func() error, error) {
	select {
	case <-time.After(r.cell.Phase):
		return func() error { return nil }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
