package trace_test

import (
	"bytes"
	"context"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/trace"
)

// gapAt is the record of a gap of Pods that ends at a time.
func gapAt(at, gap time.Duration) trace.Record {
	r := record(at, trace.Bookmark, workload.Pods, watch.Bookmark, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "7"}})
	r.Gap = gap
	return r
}

func TestGapsAreInTheTraceAndInItsLines(t *testing.T) {
	want := []trace.Record{gapAt(time.Second, 0), gapAt(time.Minute, 59*time.Second)}
	var file bytes.Buffer
	w := newRecording(t, &file)
	for _, r := range want {
		if err := w.WriteRecord(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	text := exported(t, file.Bytes())
	if !strings.Contains(text, `"offsetNs":60000000000,"phase":"bookmark","gapNs":59000000000,"type":"BOOKMARK"`) {
		t.Errorf("the lines lack the gap:\n%s", text)
	}
	var again bytes.Buffer
	if err := trace.Import(context.Background(), &again, strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]io.Reader{"written": &file, "imported": &again} {
		r, err := trace.NewReader(content)
		if err != nil {
			t.Fatal(err)
		}
		var got []trace.Record
		for r, err := range r.Records() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v\nwant %+v", name, got, want)
		}
	}
}

func TestGapsThatCannotBeAreRefused(t *testing.T) {
	event := record(time.Second, trace.Watched, workload.Pods, watch.Deleted, &corev1.Pod{})
	event.Gap = 1
	for want, r := range map[string]trace.Record{
		"begin before the trace": gapAt(time.Second, 2*time.Second),
		"a gap of -1s":           gapAt(time.Second, -time.Second),
		"only bookmarks":         event,
	} {
		if err := newRecording(t, io.Discard).WriteRecord(r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q in it", err, want)
		}
	}
}

// Each record is resource, end, length; what a recorder tells while it lasts becomes one gap.
func TestGapsThatTouchAreOne(t *testing.T) {
	var gaps trace.Gaps
	for _, r := range []struct {
		resource workload.Resource
		to, gap  time.Duration
	}{{"a", 5, 2}, {"b", 6, 4}, {"a", 7, 4}, {"a", 8, 1}, {"a", 9, 0}, {"b", 20, 5}, {"a", 30, 10}, {"c", 40, 2}, {"c", 50, 30}} {
		gaps.Add(trace.Record{Event: workload.Event{Resource: r.resource}, Offset: r.to, Gap: r.gap})
	}
	if got, want := gaps.All(), []trace.Gap{{"b", 2, 6}, {"a", 3, 8}, {"b", 15, 20}, {"a", 20, 30}, {"c", 20, 50}}; !reflect.DeepEqual(got, want) {
		t.Errorf("gaps are %v, want %v", got, want)
	}
	for n, want := range map[int][]trace.Span{1: {{2, 8}, {15, 50}}, 2: {{3, 6}, {20, 30}}, 3: {}} {
		if got := gaps.Together(n); len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("%d together are %v, want %v", n, got, want)
		}
	}
	if got := gaps.Of("a"); !reflect.DeepEqual(got, []trace.Span{{3, 8}, {20, 30}}) {
		t.Errorf("those of a are %v", got)
	}
	var none trace.Gaps
	if len(none.All())+len(none.Together(1))+len(none.Of("a")) != 0 {
		t.Error("there are gaps in nothing")
	}
}
