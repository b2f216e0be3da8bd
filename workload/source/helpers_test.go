package source_test

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"testing"

	"go.uber.org/goleak"
	corev1 "k8s.io/api/core/v1"
	metainternalversion "k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/source"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pod returns a small pod of a namespace; version 0 means none.
func pod(namespace, name string, version int) *corev1.Pod {
	p := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	if version > 0 {
		p.ResourceVersion = strconv.Itoa(version)
	}
	return p
}

// pods returns n pods a/p000, a/p001, … with the versions 1 to n.
func pods(n int) []runtime.Object {
	objects := make([]runtime.Object, n)
	for i := range objects {
		objects[i] = pod("a", fmt.Sprintf("p%03d", i), i+1)
	}
	return objects
}

func loaded(t testing.TB, o source.Options, objects ...runtime.Object) *source.Source {
	t.Helper()
	s := source.New(o)
	if err := s.Load(workload.Pods, objects); err != nil {
		t.Fatal(err)
	}
	return s
}

func apply(t testing.TB, s *source.Source, kind watch.EventType, objects ...runtime.Object) {
	t.Helper()
	for _, object := range objects {
		if err := s.Apply(workload.Event{Resource: workload.Pods, Type: kind, Object: object}); err != nil {
			t.Fatal(err)
		}
	}
}

func list(t testing.TB, s *source.Source, o metav1.ListOptions) *metainternalversion.List {
	t.Helper()
	l, err := s.List(workload.Pods, "", o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func open(t testing.TB, s *source.Source, o metav1.ListOptions) *source.Stream {
	t.Helper()
	stream, err := s.Watch(workload.Pods, "", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stream.Close)
	return stream
}

// take pulls at least n events and returns all it got, as texts.
func take(t testing.TB, stream *source.Stream, n int) []string {
	t.Helper()
	var texts []string
	for len(texts) < n {
		events, err := stream.Next(t.Context())
		if err != nil {
			t.Fatalf("the watch ended with %v after %q", err, texts)
		}
		for _, event := range events {
			texts = append(texts, text(event))
		}
	}
	return texts
}

func text(event watch.Event) string {
	switch object := event.Object.(type) {
	case *metav1.Status:
		return fmt.Sprintf("%s %d %s", event.Type, object.Code, object.Reason)
	case metav1.Object:
		end := ""
		if object.GetAnnotations()[metav1.InitialEventsAnnotationKey] == "true" {
			end = " end"
		}
		return fmt.Sprintf("%s %s@%s%s", event.Type, object.GetName(), object.GetResourceVersion(), end)
	}
	return fmt.Sprintf("%s %T", event.Type, event.Object)
}

func wantEnd(t testing.TB, stream *source.Stream) {
	t.Helper()
	if events, err := stream.Next(context.Background()); err != io.EOF {
		t.Errorf("after the end there are %d events and %v, want EOF", len(events), err)
	}
}
