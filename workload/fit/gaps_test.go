package fit_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/fit"
	"informerbench/workload/trace"
)

// away is a trace of two events a second for 60 s, in which the server is away from 20 s to 50 s: what happened
// then comes at 50 s, half of it by a new list.
func away(t *testing.T) []byte {
	t.Helper()
	pods, _ := workload.KindOf(workload.Pods)
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, trace.Header{Kind: trace.Recording, Resources: []trace.ResourceInfo{trace.InfoOf(pods)}})
	if err != nil {
		t.Fatal(err)
	}
	write := func(r trace.Record) {
		if err := w.WriteRecord(r); err != nil {
			t.Fatal(err)
		}
	}
	update := func(phase trace.Phase, at time.Duration) {
		write(trace.Record{Event: workload.Event{Resource: workload.Pods, Type: watch.Modified, Object: podAt("p", "n", 1)}, Offset: at, Phase: phase})
	}
	gap := func(at, length time.Duration) {
		write(trace.Record{Event: workload.Event{Resource: workload.Pods, Type: watch.Bookmark, Object: &corev1.Pod{}}, Offset: at, Phase: trace.Bookmark, Gap: length})
	}
	write(trace.Record{Event: workload.Event{Resource: workload.Pods, Type: watch.Added, Object: podAt("p", "n", 1)}, Phase: trace.Listed})
	for at := time.Duration(0); at < 20*time.Second; at += time.Second / 2 {
		update(trace.Watched, at)
	}
	gap(30*time.Second, 10*time.Second) // a try that failed
	for range 30 {
		update(trace.Relisted, 50*time.Second)
	}
	gap(50*time.Second, 30*time.Second)
	for range 30 {
		update(trace.Watched, 50*time.Second)
	}
	for at := 51 * time.Second; at < 60*time.Second; at += time.Second / 2 {
		update(trace.Watched, at)
	}
	w.SetSummary(trace.Summary{Listed: true, Span: 60 * time.Second})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestRatesLeaveGapsOut(t *testing.T) {
	f := fitted(t, away(t))
	if want := []fit.Gap{{Resource: "pods", From: 20, To: 50}}; !slices.Equal(f.Gaps, want) {
		t.Errorf("gaps are %v, want %v", f.Gaps, want)
	}
	for name, r := range map[string]*fit.Rate{"pods": f.Resources[0].Rate, "all": f.Rate} {
		if r == nil || r.Mean != 2 || r.P50 != 2 || r.Peak != 2 || r.Burstiness != 0 {
			t.Errorf("the rate of %s is %+v, want 2 events in each second", name, r)
		}
	}
	if r := f.Resources[0]; r.Modified != 40+30+30+18 || r.Keys.Between.Max != 0.5 {
		t.Errorf("%d updates, the times between them %+v", r.Modified, r.Keys.Between)
	}
	if s := f.Settings(); s.Rate != 2 {
		t.Errorf("the settings have the rate %v", s.Rate)
	}
	var text bytes.Buffer
	if err := f.WriteText(&text); err != nil || !strings.Contains(text.String(), "NOT WATCHED: pods from 20 s to 50 s: rates leave that out\n") {
		t.Errorf("the text says nothing of the gap, error %v:\n%s", err, text.String())
	}
}

// Of a recording that is short, gaps may leave nothing. What they held back has come, so the mean is one.
func TestGapsThatLeaveNoSecondLeaveAMean(t *testing.T) {
	pods, _ := workload.KindOf(workload.Pods)
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, trace.Header{Kind: trace.Recording, Resources: []trace.ResourceInfo{trace.InfoOf(pods)}})
	if err != nil {
		t.Fatal(err)
	}
	event := workload.Event{Resource: workload.Pods, Type: watch.Modified, Object: podAt("p", "n", 1)}
	mark := workload.Event{Resource: workload.Pods, Type: watch.Bookmark, Object: &corev1.Pod{}}
	for _, r := range []trace.Record{
		{Event: event, Phase: trace.Watched, Offset: time.Second},
		{Event: mark, Phase: trace.Bookmark, Offset: 5 * time.Second, Gap: 3900 * time.Millisecond},
		{Event: event, Phase: trace.Watched, Offset: 5 * time.Second},
	} {
		if err := w.WriteRecord(r); err != nil {
			t.Fatal(err)
		}
	}
	w.SetSummary(trace.Summary{Listed: true, Span: 5500 * time.Millisecond})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if f := fitted(t, out.Bytes()); f.Rate == nil || f.EventsPerSecond != 0.44444 || f.Rate.P99 != 0.44444 {
		t.Errorf("the rate is %+v, want 2 events in 4.5 s", f.Rate)
	}
}
