package reflectorbench_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflectorbench"
	"informerbench/workload"
	"informerbench/workload/trace"
)

// recorded writes a trace of three kinds: Services, which the generator does not make, a custom kind without a
// namespace, and Pods. Its events come in bursts, and some cannot be as they are.
func recorded(t *testing.T, events int) string {
	t.Helper()
	pods, _ := workload.KindOf(workload.Pods)
	kinds := []workload.Kind{
		{Resource: "gadgets", GVK: schema.GroupVersionKind{Group: "x.example.com", Version: "v1", Kind: "Gadget"}},
		{Resource: "services", GVK: corev1.SchemeGroupVersion.WithKind("Service"), Namespaced: true}, pods,
	}
	h := trace.Header{Kind: trace.Recording}
	for _, k := range kinds {
		h.Resources = append(h.Resources, trace.InfoOf(k))
	}
	path := filepath.Join(t.TempDir(), "prod.trace")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := trace.NewWriter(f, h)
	if err != nil {
		t.Fatal(err)
	}
	write := func(phase trace.Phase, kind watch.EventType, at time.Duration, k workload.Kind, i, version int) {
		r := trace.Record{Event: workload.Event{Resource: k.Resource, Type: kind, Object: made(k, i, version)}, Offset: at, Phase: phase}
		if err := w.WriteRecord(r); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 60 {
		write(trace.Listed, watch.Added, 0, kinds[i%3], i, i)
	}
	for i := range 60 { // more pods, so that they are the primary resource
		write(trace.Listed, watch.Added, 0, pods, 60+i, 60+i)
	}
	for i := range events {
		at := time.Duration(i/50)*10*time.Millisecond + time.Duration(i%50)*1500*time.Nanosecond
		kind := []watch.EventType{watch.Modified, watch.Modified, watch.Added, watch.Deleted, watch.Modified}[i%5]
		write(trace.Watched, kind, at, kinds[i%3], i%120, 1000+i)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func made(k workload.Kind, i, version int) runtime.Object {
	meta := metav1.ObjectMeta{Name: fmt.Sprintf("o%d", i), UID: "u", ResourceVersion: fmt.Sprint(version), Labels: map[string]string{"app": fmt.Sprint(i % 7)}}
	switch k.Resource {
	case "services":
		meta.Namespace = fmt.Sprintf("ns%d", i%4)
		return &corev1.Service{ObjectMeta: meta}
	case workload.Pods:
		meta.Namespace = fmt.Sprintf("ns%d", i%4)
		return &corev1.Pod{ObjectMeta: meta, Spec: corev1.PodSpec{NodeName: fmt.Sprintf("node%d", i%9)}}
	}
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(k.GVK)
	u.SetName(meta.Name)
	u.SetResourceVersion(meta.ResourceVersion)
	u.SetLabels(meta.Labels)
	return u
}

func replaying(path string, speed reflectorbench.Speed) reflectorbench.Cell {
	c := reflectorbench.DefaultCell()
	c.Store, c.Objects = "rwmutex", 0
	c.Trace, c.Speed = path, speed
	c.Measures = []reflectorbench.Measure{
		reflectorbench.MeasureSync, reflectorbench.MeasureHeap, reflectorbench.MeasureThroughput,
		reflectorbench.MeasureLatency, reflectorbench.MeasureRead, reflectorbench.MeasureReconcile,
	}
	c.Workers = 2
	return c
}

func TestATraceIsReplayedOverEveryPipeline(t *testing.T) {
	path := recorded(t, 1200)
	for _, p := range reflectorbench.Pipelines([]string{"clientgo", "mvcc"}) {
		t.Run(string(p.Informer)+"-"+p.Store, func(t *testing.T) {
			c := replaying(path, "10")
			c.Informer, c.Store, c.Queue = p.Informer, p.Store, p.Queue
			names := map[string]int{}
			for _, res := range run(t, c) {
				names[string(res.Name.Base())]++
				want := "/queue=" + string(p.Queue) + "/trace=prod/speed=10/profile=recorded/objects=80/"
				if !strings.Contains(string(res.Name), want) || strings.Contains(string(res.Name), "/mix=") {
					t.Errorf("the name %s lacks %s", res.Name, want)
				}
			}
			for name, want := range map[string]int{"Sync": 1, "Heap": 1, "Throughput": 1, "Staleness": 1, "Delivery": 1, "Read": 3, "GetBesideLister": 1, "Reconcile": 1} {
				if names[name] != want {
					t.Errorf("%d results named %s, want %d", names[name], name, want)
				}
			}
		})
	}
}

func TestATraceOverHTTP(t *testing.T) {
	t.Setenv(childEnv, "1")
	path := recorded(t, 800)
	for name, server := range map[string]string{"in this process": "", "in a process of its own": os.Args[0]} {
		t.Run(name, func(t *testing.T) {
			c := replaying(path, "10")
			c.Source, c.ServerExe = reflectorbench.HTTP, server
			c.Workers, c.Measures = 0, []reflectorbench.Measure{reflectorbench.MeasureThroughput, reflectorbench.MeasureLatency}
			run(t, c)
		})
	}
}

func TestAtFullSpeedTheWholeTraceIsTheThroughput(t *testing.T) {
	c := replaying(recorded(t, 700), reflectorbench.MaxSpeed)
	c.Measures, c.Workers = nil, 0
	found := false
	for _, res := range run(t, c) {
		if string(res.Name.Base()) == "Throughput" {
			// Some of the records were repaired or left out.
			found = strings.Contains(string(res.Name), "/speed=max/") && res.Iters > 500 && res.Iters < 700
		}
		if base := string(res.Name.Base()); base == "Staleness" || base == "Read" {
			t.Errorf("%s is measured where nothing is due", base)
		}
	}
	if !found {
		t.Error("no throughput of the whole trace")
	}
	c.Measures = []reflectorbench.Measure{reflectorbench.MeasureLatency}
	var usage *reflectorbench.UsageError
	if err := c.Validate(); !errors.As(err, &usage) || !strings.Contains(err.Error(), "full speed") {
		t.Errorf("latency at full speed: error is %v", err)
	}
}

func TestRepairsAndDamageAreShown(t *testing.T) {
	path := recorded(t, 20_000)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)-len(data)/8], 0o600); err != nil {
		t.Fatal(err)
	}
	c := replaying(path, "max")
	c.Measures, c.Workers = []reflectorbench.Measure{reflectorbench.MeasureThroughput}, 0
	var out bytes.Buffer
	if err := reflectorbench.Run(t.Context(), c, &out, nil); err == nil || !strings.Contains(err.Error(), "--allow-cut") {
		t.Errorf("error is %v, want one that names --allow-cut", err)
	}
	c.AllowCut = true
	var shown []string
	if err := reflectorbench.Run(t.Context(), c, &out, func(phase string) { shown = append(shown, phase) }); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"damaged", "became adds", "left out"} {
		if !strings.Contains(strings.Join(shown, "\n"), want) {
			t.Errorf("shown is %q, and says nothing of %q", shown, want)
		}
	}
	found, err := reflectorbench.Examine(t.Context(), c)
	if err != nil || found.Objects != 80 || found.Events == 0 || !strings.Contains(found.Note, "damaged") {
		t.Errorf("found %+v, error %v", found, err)
	}
}

func TestATraceTooShortForItsMeasuresIsRefused(t *testing.T) {
	c := replaying(recorded(t, 50), "1")
	var usage *reflectorbench.UsageError
	if err := reflectorbench.Run(t.Context(), c, &bytes.Buffer{}, nil); !errors.As(err, &usage) || !strings.Contains(err.Error(), "fewer --measures") {
		t.Errorf("error is %v", err)
	}
	if _, err := reflectorbench.Examine(t.Context(), c); !errors.As(err, &usage) {
		t.Errorf("examined, the error is %v", err)
	}
}
