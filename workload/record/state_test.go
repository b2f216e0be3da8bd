package record_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
)

// state is what the events of one resource lead to, by key.
func (r recorded) state(t *testing.T, of workload.Resource) map[string]runtime.Object {
	t.Helper()
	state := map[string]runtime.Object{}
	for i, e := range r.records {
		if e.Resource != of || e.Type == watch.Bookmark {
			continue
		}
		key := keyOf(t, e.Object)
		_, exists := state[key]
		if exists == (e.Type == watch.Added) {
			t.Fatalf("record %d: %s of %s, which exists: %v", i, e.Type, key, exists)
		}
		if state[key] = e.Object; e.Type == watch.Deleted {
			delete(state, key)
		}
	}
	return state
}

func keyOf(t *testing.T, o runtime.Object) string {
	t.Helper()
	m, err := meta.Accessor(o)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(m.GetNamespace()+"/"+m.GetName(), "/")
}

func assertState(t *testing.T, got, want map[string]runtime.Object) {
	t.Helper()
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
		t.Fatalf("the recording leads to %q\nthe cluster has %q", g, w)
	}
	for key, o := range want {
		if !apiequality.Semantic.DeepEqual(got[key], o) {
			t.Fatalf("%s differs: %v, want %v", key, got[key], o)
		}
	}
}

func (c *cluster) play(t *testing.T, stream *workload.Stream, n int) {
	t.Helper()
	for range n {
		if err := c.Apply(stream.Next()); err != nil {
			t.Fatal(err)
		}
	}
}
