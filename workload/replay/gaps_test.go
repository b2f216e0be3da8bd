package replay_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload/replay"
	"informerbench/workload/trace"
)

// The server was away from 10 s to 70 s for Pods, and to 75 s for gadgets, which had been lost at 5 s.
func TestTimeInWhichNothingWasWatchedIsNotPlayed(t *testing.T) {
	second := time.Second
	gap := func(r trace.Record, from time.Duration) trace.Record {
		r.Gap = r.Offset - from
		return r
	}
	path := write(t,
		record(trace.Listed, watch.Added, 0, pod("p", "1")),
		record(trace.Listed, watch.Added, 0, gadget("g", "1")),
		record(trace.Watched, watch.Modified, 2*second, pod("p", "2")),
		record(trace.Watched, watch.Modified, 8*second, pod("p", "3")),
		gap(record(trace.Bookmark, watch.Bookmark, 12*second, pod("", "3")), 10*second), // a try that failed
		record(trace.Relisted, watch.Modified, 69*second, pod("p", "4")),
		gap(record(trace.Bookmark, watch.Bookmark, 70*second, pod("", "4")), 10*second),
		record(trace.Watched, watch.Modified, 71*second, pod("p", "5")),
		gap(record(trace.Bookmark, watch.Bookmark, 75*second, gadget("", "4")), 5*second),
		record(trace.Watched, watch.Modified, 76*second, gadget("g", "5")),
	)
	tr := open(t, path, replay.Options{})
	if want := []time.Duration{2 * second, 8 * second, 10 * second, 11 * second, 16 * second}; !slices.Equal(tr.Offsets, want) {
		t.Errorf("events are due at %v, want %v", tr.Offsets, want)
	}
	if tr.LeftOut != time.Minute || len(tr.Gaps) != 2 || tr.Gaps[1] != (trace.Gap{Resource: "pods", From: 10 * second, To: 70 * second}) {
		t.Errorf("%v are left out, gaps are %v", tr.LeftOut, tr.Gaps)
	}
	for _, want := range []string{"gadgets, pods not watched in 2 stretches, the longest from 5s to 1m15s", "1m0s in which nothing was are left out"} {
		if s := tr.Missing(); !strings.Contains(s, want) {
			t.Errorf("in words: %s, want %q in it", s, want)
		}
	}
	if texts, _ := play(t, tr); len(texts) != 5 || texts[3] != "MODIFIED p@6 11s" {
		t.Errorf("played %v", texts)
	}
	if s := open(t, recording(t, 10, 10), replay.Options{}).Missing(); s != "" {
		t.Errorf("of a whole trace: %s", s)
	}
}
