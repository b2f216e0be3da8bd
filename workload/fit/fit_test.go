package fit_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/fit"
	"informerbench/workload/trace"
)

// podAt is a Pod of a node with a label and a generation.
func podAt(name, node string, generation int64) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: name, Generation: generation, Labels: map[string]string{"app": "x"}, ResourceVersion: "1"},
		Spec:       corev1.PodSpec{NodeName: node},
	}
}

// small is a trace that can be counted by hand.
func small(t *testing.T) []byte {
	t.Helper()
	pods, _ := workload.KindOf(workload.Pods)
	var out bytes.Buffer
	w, err := trace.NewWriter(&out, trace.Header{Kind: trace.Recording, Resources: []trace.ResourceInfo{trace.InfoOf(pods)}})
	if err != nil {
		t.Fatal(err)
	}
	write := func(phase trace.Phase, kind watch.EventType, at time.Duration, o *corev1.Pod) {
		if err := w.WriteRecord(trace.Record{Event: workload.Event{Resource: workload.Pods, Type: kind, Object: o}, Offset: at, Phase: phase}); err != nil {
			t.Fatal(err)
		}
	}
	write(trace.Listed, watch.Added, 0, podAt("p1", "n1", 1))
	write(trace.Listed, watch.Added, 0, podAt("p2", "n1", 1))
	write(trace.Bookmark, watch.Bookmark, 0, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "2"}})
	write(trace.Watched, watch.Modified, 1*time.Second, podAt("p1", "n1", 1)) // its status
	write(trace.Watched, watch.Modified, 2*time.Second, podAt("p1", "n2", 2)) // spec and index
	write(trace.Watched, watch.Added, 2100*time.Millisecond, podAt("p3", "", 1))
	write(trace.Watched, watch.Deleted, 2200*time.Millisecond, podAt("p2", "n1", 1))
	write(trace.Relisted, watch.Modified, 4*time.Second, podAt("p3", "n2", 1))
	write(trace.Relisted, watch.Added, 4*time.Second, podAt("p4", "n2", 1))
	w.SetSummary(trace.Summary{Listed: true, Span: 5 * time.Second})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestASmallTraceIsCounted(t *testing.T) {
	f := fitted(t, small(t))
	r := f.Resources[0]
	if r.Listed != 2 || r.Live != 3 || r.Added != 2 || r.Modified != 3 || r.Deleted != 1 || r.Bookmarks != 1 || r.Relists != 1 {
		t.Errorf("counts are %+v", r)
	}
	if f.Seconds != 4 || f.EventsPerSecond != 1.5 || f.PeakEventsPerSecond != 3 || r.Rate.P50 != 1 {
		t.Errorf("rates are %+v over %v s", *f.Rate, f.Seconds)
	}
	// Of four updates with a generation before, one changed it.
	if r.SpecChanged == nil || math.Abs(*r.SpecChanged-1.0/3) > 0.001 {
		t.Errorf("spec changes: %v", *r.SpecChanged)
	}
	if k := r.Keys; k.Distinct != 4 || math.Abs(k.Reused-4.0/6) > 0.001 || k.Between.Max != 1 {
		t.Errorf("keys are %+v, between %+v", k, k.Between)
	}
	indexes := map[string]fit.Index{}
	for _, x := range r.Indexes {
		indexes[x.Name] = x
	}
	if node := indexes[workload.NodeIndex]; node.Values != 1 || node.Keys.Max != 3 || math.Abs(node.Changed-2.0/3) > 0.001 {
		t.Errorf("the node index is %+v of %+v", node, node.Keys)
	}
	if label := indexes[workload.LabelIndex]; label.Values != 1 || label.Keys.Max != 3 || label.Changed != 0 {
		t.Errorf("the label index is %+v", label)
	}
	if r.Namespaces.Count != 1 || r.Namespaces.Skew != nil {
		t.Errorf("namespaces are %+v", r.Namespaces)
	}
}

func TestWhatPeopleAndToolsRead(t *testing.T) {
	f := fitted(t, small(t))
	var text bytes.Buffer
	if err := f.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"recording, 9 records, 2 objects, 4 s of events",
		"pods      2       3       2      3         1        33.3%         1        1",
		"BURSTINESS", "ON TOP 1%", "CHANGED BY UPDATE",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, text.String())
		}
	}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var read struct{ Objects, ObjectBytes, EventsPerSecond, PeakEventsPerSecond float64 }
	if err := json.Unmarshal(data, &read); err != nil || read.Objects != 2 || read.EventsPerSecond != 1.5 || read.PeakEventsPerSecond != 3 || read.ObjectBytes <= 0 {
		t.Errorf("as JSON it is %+v, error %v", read, err)
	}
}

func TestADamagedTraceIsDescribedUpToTheDamage(t *testing.T) {
	c := workload.Config{Seed: 1, Objects: 2000, Profile: workload.Small, Resources: []workload.Resource{workload.Pods}}
	data := made(t, c, workload.Churn, 1, 8000, 100)
	f := fitted(t, data[:len(data)*3/4])
	if f.Damage == "" || f.Records == 0 || f.Resources[0].Listed == 0 {
		t.Errorf("damage %q, %d records", f.Damage, f.Records)
	}
	var text bytes.Buffer
	if err := f.WriteText(&text); err != nil || !strings.Contains(text.String(), "INCOMPLETE: ") {
		t.Errorf("the text says nothing of it, error %v", err)
	}
}

func TestAPopulationHasNoEventsAndNoEmptyResources(t *testing.T) {
	p, err := workload.Generate(t.Context(), workload.Config{Seed: 1, Objects: 50, Profile: workload.Small, Resources: []workload.Resource{workload.ConfigMaps}})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := trace.WritePopulation(t.Context(), &out, p); err != nil {
		t.Fatal(err)
	}
	f := fitted(t, out.Bytes())
	if f.Rate != nil || len(f.Resources) != 1 || f.Resources[0].Keys != nil || f.Objects != 50 {
		t.Errorf("fit is %+v", f)
	}
	// What is no Pod lends its numbers to Pods.
	if s := f.Settings(); s.Objects != 50 || s.Mix != workload.Churn || s.ObjectBytes[workload.Pods] == 0 || s.Validate() != nil {
		t.Errorf("settings are %+v", s)
	}
}
