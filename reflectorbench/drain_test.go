package reflectorbench

import (
	"context"
	"testing"
	"time"

	"informerbench/workload"
)

func TestAnEventThatNeverArrivesUnderItsOwnVersionIsCountedAsCoalesced(t *testing.T) {
	ctx := context.Background()
	c := DefaultCell()
	c.Objects, c.Measures = 50, []Measure{MeasureSync}
	r := newRun(c, nil)
	defer r.close()
	if err := r.open(ctx); err != nil {
		t.Fatal(err)
	}
	r.start()
	if err := r.awaitSync(ctx); err != nil {
		t.Fatal(err)
	}
	b, err := r.feed.prepare(10)
	if err != nil {
		t.Fatal(err)
	}
	// One more is expected than is sent: as if a queue had merged two.
	w := r.arrivals.arm(time.Now(), versionOfObject(b.events[0].Object).rv, len(b.events)+1)
	if _, err := r.feed.play(ctx, b, pace{}, nil); err != nil {
		t.Fatal(err)
	}
	coalesced, err := r.drain(ctx, w)
	if err != nil || coalesced != 1 {
		t.Errorf("%d coalesced, error %v; want 1 and none", coalesced, err)
	}
}

func TestArrivalsCountEachVersionOfTheWindowOnce(t *testing.T) {
	var a arrivals
	a.at(5) // no window yet
	w := a.arm(time.Now(), 10, 2)
	for _, rv := range []uint64{9, 10, 10, 12} {
		a.at(rv)
	}
	if w.missing() != 1 {
		t.Errorf("%d missing, want 1", w.missing())
	}
	a.at(11)
	select {
	case <-w.done:
	default:
		t.Error("the window is full, but not done")
	}
	if last := w.last(); last.Before(w.base) || time.Since(last) < 0 {
		t.Errorf("the last arrival was at %v", last)
	}
}

func TestSenderKeepsItsPlanWhenItIsLate(t *testing.T) {
	s := newSchedule(3, pace{rate: 1000})
	for _, due := range []int64{0, 1000, 2000} {
		s.plan(due)
	}
	if s.sent.Load() != 3 || s.intended[2] != 2000 || s.late.max <= 0 {
		t.Errorf("sent %d, intended %v, late %d", s.sent.Load(), s.intended, s.late.max)
	}
	s.planAll(s.base.Add(time.Second))
	if s.intended[0] != int64(time.Second) || s.intended[2] != int64(time.Second+2*time.Millisecond) {
		t.Errorf("the schedule of another process is %v", s.intended)
	}
}

func TestReadIndexExistsForEveryPrimaryResource(t *testing.T) {
	for _, mix := range workload.Mixes() {
		k, _ := workload.KindOf(mix.Resources()[0])
		if readIndex(k) == "" {
			t.Errorf("%s has no index to read by", k.Resource)
		}
	}
}
