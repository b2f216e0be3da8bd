package reflectorbench

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

func podEvent(t watch.EventType, name, version string) workload.Event {
	return workload.Event{Resource: workload.Pods, Type: t, Object: &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: name, ResourceVersion: version},
	}}
}

func TestTargetsTellWhenAbsenceShowsAnEvent(t *testing.T) {
	type want struct{ absent, blind bool }
	for name, c := range map[string]struct {
		events []workload.Event
		want   []want
	}{
		"update alone": {
			[]workload.Event{podEvent(watch.Modified, "a", "1")},
			[]want{{false, false}},
		},
		"update and delete of an old object": {
			[]workload.Event{podEvent(watch.Modified, "a", "1"), podEvent(watch.Deleted, "a", "2")},
			[]want{{true, false}, {true, false}},
		},
		"whole life within the phase": {
			[]workload.Event{podEvent(watch.Added, "a", "1"), podEvent(watch.Modified, "a", "2"), podEvent(watch.Deleted, "a", "3")},
			[]want{{false, true}, {true, true}, {true, true}},
		},
		"old life ends and a new one stays": {
			[]workload.Event{podEvent(watch.Modified, "a", "1"), podEvent(watch.Deleted, "a", "2"), podEvent(watch.Added, "a", "3"), podEvent(watch.Modified, "a", "4")},
			[]want{{true, false}, {true, false}, {false, false}, {false, false}},
		},
		"another object's delete": {
			[]workload.Event{podEvent(watch.Added, "a", "1"), podEvent(watch.Deleted, "b", "2")},
			[]want{{false, false}, {true, false}},
		},
	} {
		for i, target := range targetsOf(nil, c.events) {
			if got := (want{target.absent, target.blind}); got != c.want[i] {
				t.Errorf("%s: event %d is %+v, want %+v", name, i, got, c.want[i])
			}
		}
	}
}

func TestTargetIsVisibleAtItsVersionOrALaterOne(t *testing.T) {
	store := map[string]any{"ns/a": podEvent(watch.Added, "a", "5").Object}
	for _, c := range []struct {
		target target
		want   bool
	}{
		{target{key: "ns/a", version: 4}, true},
		{target{key: "ns/a", version: 5}, true},
		{target{key: "ns/a", version: 6}, false},
		{target{key: "ns/b", version: 1}, false},
		{target{key: "ns/b", version: 1, absent: true}, true},
	} {
		c.target.store = mapReads(store)
		if got := c.target.visible(); got != c.want {
			t.Errorf("%+v is visible: %t, want %t", c.target, got, c.want)
		}
	}
}

// mapReads is a store that only gets.
type mapReads map[string]any

func (m mapReads) GetByKey(key string) (any, bool, error)     { obj, ok := m[key]; return obj, ok, nil }
func (m mapReads) ByIndex(string, string) ([]any, error)      { return nil, nil }
func (m mapReads) List() []any                                { return nil }
func (m mapReads) ListKeys() []string                         { return nil }
func (m mapReads) ListIndexFuncValues(string) []string        { return nil }
func (m mapReads) IndexKeys(string, string) ([]string, error) { return nil, nil }
