package replay_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/replay"
	"informerbench/workload/source"
	"informerbench/workload/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var gadgets = workload.Kind{Resource: "gadgets", GVK: schema.GroupVersionKind{Group: "x.example.com", Version: "v1", Kind: "Gadget"}}

func podKind() workload.Kind {
	k, _ := workload.KindOf(workload.Pods)
	return k
}

func pod(name, version string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name, ResourceVersion: version}}
}

func gadget(name, version string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(gadgets.GVK)
	u.SetName(name)
	u.SetResourceVersion(version)
	return u
}

func record(phase trace.Phase, kind watch.EventType, at time.Duration, o runtime.Object) trace.Record {
	r := workload.Resource("gadgets")
	if _, ok := o.(*corev1.Pod); ok {
		r = workload.Pods
	}
	return trace.Record{Event: workload.Event{Resource: r, Type: kind, Object: o}, Offset: at, Phase: phase}
}

// write makes a recording of pods and gadgets, and returns its path.
func write(t *testing.T, records ...trace.Record) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prod.trace")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := trace.NewWriter(f, trace.Header{Kind: trace.Recording, Resources: []trace.ResourceInfo{trace.InfoOf(podKind()), trace.InfoOf(gadgets)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.WriteRecord(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, path string, o replay.Options) *replay.Trace {
	t.Helper()
	trace, err := replay.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// play applies everything to a source, which refuses what cannot be, and returns the events as texts.
func play(t *testing.T, tr *replay.Trace) (texts []string, src *source.Source) {
	t.Helper()
	src = source.New(source.Options{Kinds: tr.Kinds})
	for _, k := range tr.Kinds {
		if err := src.Load(k.Resource, tr.Objects[k.Resource]); err != nil {
			t.Fatal(err)
		}
	}
	events, err := tr.Events()
	if err != nil {
		t.Fatal(err)
	}
	defer events.Close()
	for events.Left() > 0 {
		batch, at, err := events.Next(min(events.Left(), 3))
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range batch {
			m := e.Object.(metav1.Object)
			texts = append(texts, fmt.Sprintf("%s %s@%s %v", e.Type, m.GetName(), m.GetResourceVersion(), tr.Offsets[at+i]))
			if err := src.Apply(e); err != nil {
				t.Fatalf("%s: %v", texts[len(texts)-1], err)
			}
		}
	}
	return texts, src
}

func TestEveryRecordBecomesOneThatCanHappenOrIsLeftOut(t *testing.T) {
	nameless := pod("", "99")
	tr := open(t, write(t,
		record(trace.Listed, watch.Added, 0, pod("p1", "11")),
		record(trace.Listed, watch.Added, 0, pod("p2", "7")),
		record(trace.Listed, watch.Added, 0, pod("p2", "7")), // twice
		record(trace.Bookmark, watch.Bookmark, 1, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "20"}}),
		record(trace.Watched, watch.Modified, 2*time.Microsecond, pod("p1", "21")),
		record(trace.Listed, watch.Added, 3*time.Microsecond, gadget("g1", "5")), // its list comes later
		record(trace.Watched, watch.Modified, 3*time.Microsecond, pod("p1", "21")),
		record(trace.Watched, watch.Modified, 4*time.Microsecond, pod("p3", "22")),
		record(trace.Watched, watch.Added, 5*time.Microsecond, pod("p2", "23")),
		record(trace.Watched, watch.Deleted, 6*time.Microsecond, pod("p9", "24")),
		record(trace.Watched, watch.Deleted, 7*time.Microsecond, pod("p2", "25")),
		record(trace.Watched, watch.Modified, 8*time.Microsecond, nameless),
		record(trace.Watched, watch.Modified, 9*time.Microsecond, gadget("g1", "6")),
		record(trace.Relisted, watch.Deleted, 10*time.Microsecond, pod("p1", "21")), // bare, in the version that is known
		record(trace.Relisted, watch.Added, 10*time.Microsecond, pod("p4", "30")),
	), replay.Options{})
	texts, src := play(t, tr)
	want := []string{
		"MODIFIED p1@4 2µs", "ADDED p3@5 4µs", "MODIFIED p2@6 5µs", "DELETED p2@7 7µs", "MODIFIED g1@8 9µs", "DELETED p1@9 10µs", "ADDED p4@10 10µs",
	}
	if !slices.Equal(texts, want) {
		t.Errorf("played\n%s\nwant\n%s", strings.Join(texts, "\n"), strings.Join(want, "\n"))
	}
	if got, want := tr.Repairs, (replay.Repairs{Added: 1, Modified: 1, Unknown: 1, Twice: 2, Unusable: 1}); got != want {
		t.Errorf("repairs are %+v, want %+v", got, want)
	}
	if s := tr.Repairs.String(); !strings.Contains(s, "1 deletes of objects that were not there were left out") {
		t.Errorf("in words: %s", s)
	}
	if len(src.Objects(workload.Pods)) != 2 || len(src.Objects("gadgets")) != 1 {
		t.Errorf("%d pods and %d gadgets are left", len(src.Objects(workload.Pods)), len(src.Objects("gadgets")))
	}
	if tr.Kinds[0].Resource != workload.Pods || tr.Counts[workload.Pods] != 2 || tr.Length() != 8*time.Microsecond {
		t.Errorf("kinds %v, counts %v, length %v", tr.Kinds, tr.Counts, tr.Length())
	}
}

func TestTheSecondPassSeesWhatTheFirstDid(t *testing.T) {
	tr := open(t, recording(t, 300, 2000), replay.Options{EventsOnly: true})
	if len(tr.Offsets) != 2000 || tr.Counts[workload.Pods] != 300 || len(tr.Objects) != 0 || tr.Repairs.Any() {
		t.Fatalf("%d events, %v objects, %d kept, repairs %v", len(tr.Offsets), tr.Counts, len(tr.Objects), tr.Repairs)
	}
	if tr.Offsets[1] != 500*time.Microsecond {
		t.Errorf("the second event is due after %v, want 500µs", tr.Offsets[1])
	}
	whole := open(t, recording(t, 300, 2000), replay.Options{})
	if texts, _ := play(t, whole); len(texts) != 2000 || !strings.Contains(texts[1999], "@2300 ") {
		t.Errorf("played %d events, the last one is %s", len(texts), texts[len(texts)-1])
	}
}

// recording writes a generated one at 2000 events a second.
func recording(t *testing.T, objects, events int) string {
	t.Helper()
	p, err := workload.Generate(t.Context(), workload.Config{Seed: 1, Objects: objects, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "made.trace")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := trace.WriteRecording(t.Context(), f, p, workload.Churn, 1, events, 2000); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestADamagedTraceIsReplayedOnlyOnRequest(t *testing.T) {
	path := recording(t, 2000, 8000)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)*3/4], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Open(t.Context(), path, replay.Options{}); err == nil || !strings.Contains(err.Error(), "--allow-cut") || !strings.Contains(err.Error(), path) {
		t.Errorf("error is %v, want one that names the file and --allow-cut", err)
	}
	tr := open(t, path, replay.Options{AllowCut: true})
	if tr.Damage == nil || len(tr.Offsets) == 0 || len(tr.Offsets) == 8000 {
		t.Fatalf("damage is %v after %d events", tr.Damage, len(tr.Offsets))
	}
	if texts, _ := play(t, tr); len(texts) != len(tr.Offsets) {
		t.Errorf("played %d events of %d", len(texts), len(tr.Offsets))
	}
}

func TestWhatCannotBeReplayedSaysWhatToDo(t *testing.T) {
	empty := write(t)
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no trace at all, but a text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{empty: "record a resource that has some", text: "not a trace", "no-such-file": "no-such-file"} {
		if _, err := replay.Open(t.Context(), path, replay.Options{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: error is %v, want one that says %q", path, err, says)
		}
	}
	full := fmt.Errorf("no room")
	asked := 0
	_, err := replay.Open(t.Context(), recording(t, 20_000, 1), replay.Options{Room: func(int) error { asked++; return full }})
	if err != full || asked != 1 {
		t.Errorf("without room the error is %v after %d questions", err, asked)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := replay.Open(ctx, recording(t, 10, 10), replay.Options{}); err != context.Canceled {
		t.Errorf("after the end the error is %v", err)
	}
}

func TestNamesAreSafeInResults(t *testing.T) {
	for path, want := range map[string]string{
		"/a/b/prod.trace": "prod", "eu west_1,50%.trace.zst": "eu-west-1-50", "": "unnamed", "...": "unnamed", "a=b.x": "a-b", "ü.trace": "unnamed",
	} {
		if got := replay.Name(path); got != want {
			t.Errorf("%q is called %q, want %q", path, got, want)
		}
	}
}
