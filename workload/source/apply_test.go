package source_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/source"
)

func event(kind watch.EventType, object runtime.Object) workload.Event {
	return workload.Event{Resource: workload.Pods, Type: kind, Object: object}
}

func TestApplyKeepsVersionsAndStampsCopies(t *testing.T) {
	s := loaded(t, source.Options{}, pods(1)...)
	kept, unstamped := pod("a", "kept", 40), pod("a", "stamped", 0)
	apply(t, s, watch.Added, kept, unstamped)
	objects := s.Objects(workload.Pods)
	if objects["a/kept"] != runtime.Object(kept) {
		t.Error("an object with a version was copied")
	}
	if got := objects["a/stamped"].(*corev1.Pod); got.ResourceVersion != "41" || unstamped.ResourceVersion != "" {
		t.Errorf("the copy has version %q, the caller's object %q", got.ResourceVersion, unstamped.ResourceVersion)
	}
	if s.Version() != 41 {
		t.Errorf("the version is %d", s.Version())
	}
}

func TestUnstructuredObjectsAreStampedOnCopies(t *testing.T) {
	s := source.New(source.Options{})
	w := workload.Widgets.New()
	w.(metav1.Object).SetName("w")
	if err := s.Apply(workload.Event{Resource: workload.Widgets, Type: watch.Added, Object: w}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Get(workload.Widgets, "", "w")
	if err != nil {
		t.Fatal(err)
	}
	if version := got.(metav1.Object).GetResourceVersion(); version != "1" || w.(metav1.Object).GetResourceVersion() != "" {
		t.Errorf("the copy has version %q, the caller's object %q", version, w.(metav1.Object).GetResourceVersion())
	}
}

func TestApplyRefusesWhatCannotHappen(t *testing.T) {
	s := loaded(t, source.Options{}, pods(3)...)
	says := func(text string) func(error) bool {
		return func(err error) bool { return err != nil && strings.Contains(err.Error(), text) }
	}
	for _, c := range []struct {
		name    string
		event   workload.Event
		refused func(error) bool
	}{
		{"adding what exists", event(watch.Added, pod("a", "p000", 0)), apierrors.IsAlreadyExists},
		{"modifying what does not", event(watch.Modified, pod("a", "x", 0)), apierrors.IsNotFound},
		{"deleting what does not", event(watch.Deleted, pod("a", "x", 0)), apierrors.IsNotFound},
		{"a version that is not higher", event(watch.Modified, pod("a", "p000", 3)), says("not above the last")},
		{"a bookmark", event(watch.Bookmark, pod("a", "p000", 0)), says("cannot be applied")},
		{"another kind", event(watch.Added, &corev1.Node{}), says("Node")},
		{"no object", event(watch.Added, nil), says("not a <nil>")},
		{"no name", event(watch.Added, pod("a", "", 0)), says("no name")},
		{"another resource", workload.Event{Resource: "gadgets"}, says("gadgets")},
	} {
		if err := s.Apply(c.event); !c.refused(err) {
			t.Errorf("%s: the error is %v", c.name, err)
		}
	}
	if s.Version() != 3 || len(s.Objects(workload.Pods)) != 3 {
		t.Errorf("refused events left version %d and %d objects", s.Version(), len(s.Objects(workload.Pods)))
	}
	err := s.Apply(event(watch.Added, pod("a", "new", 0)), event(watch.Added, pod("a", "new", 0)))
	if !apierrors.IsAlreadyExists(err) || !strings.Contains(err.Error(), "event 2 of 2") {
		t.Errorf("the error of the second event is %v", err)
	}
}

func TestLoadRefusesDoublesAndSecondLoads(t *testing.T) {
	s := source.New(source.Options{})
	if err := s.Load(workload.Pods, []runtime.Object{pod("a", "x", 1), pod("a", "x", 2)}); !apierrors.IsAlreadyExists(err) {
		t.Errorf("a double gave %v", err)
	}
	if err := s.Load(workload.Pods, pods(2)); err != nil {
		t.Error(err)
	}
	if err := s.Load(workload.Pods, pods(2)); err == nil {
		t.Error("a second load is no error")
	}
	if err := s.Load(workload.ConfigMaps, []runtime.Object{&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "c"}}}); err != nil || s.Version() != 3 {
		t.Errorf("loading another resource: %v, version %d", err, s.Version())
	}
}
