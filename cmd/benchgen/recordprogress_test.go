package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"informerbench/workload"
	"informerbench/workload/record"
	"informerbench/workload/trace"
)

// A server that goes away is told of at once, stays in sight, and is told of when it is back.
func TestRecordProgressShowsAnOutage(t *testing.T) {
	began := time.Date(2026, 1, 2, 10, 0, 0, 0, time.UTC)
	away := &record.Away{Resources: []workload.Resource{"nodes", "pods"}, Since: began.Add(4 * time.Second), Tries: 3, Err: errors.New("connection\nrefused")}
	var out bytes.Buffer
	p := newRecordProgress(&out, time.Hour)
	for second := range 62 {
		now := record.Progress{Started: began, Elapsed: time.Duration(second) * time.Second, Objects: 7, Records: 8}
		if second >= 5 && second < 40 {
			now.Away = away
		}
		p.show(now)
	}
	want := []string{
		`10:00:05: nodes, pods not reached since 10:00:04, trying again: "connection\nrefused"`,
		`59m30s left  NOT REACHED since 10:00:04 (nodes, pods)  7 objects  8 records  0/s  0 B  tries that failed: 3, the last one: "connection\nrefused"`,
		`10:00:40: nodes, pods reached again, after 36s`,
		`59m0s left  watching  7 objects  8 records  0/s  0 B`,
	}
	if got := strings.Split(strings.TrimSpace(out.String()), "\n"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("shown:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A recording of a namespace that is not there looked like one of a quiet cluster.
func TestRecordSaysThatNothingWasThere(t *testing.T) {
	for events, want := range map[int64]bool{0: true, 1: false} {
		var out bytes.Buffer
		(&recordFlags{out: "x.trace"}).tell(&out, trace.Summary{Listed: true, Records: 1}, record.Progress{Events: events})
		if got := strings.Contains(out.String(), "no object was there: look whether the namespace"); got != want {
			t.Errorf("with %d objects and events it says\n%s", events, &out)
		}
	}
}
