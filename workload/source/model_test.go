package source_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"pgregory.net/rapid"

	"informerbench/workload"
	"informerbench/workload/source"
)

// history is a source beside the plain record of all that ever happened to it.
type history struct {
	source *source.Source
	events []string                     // events[i] happened at version i+1
	states map[uint64]map[string]string // name to text, by version
}

func newHistory(o source.Options) *history {
	return &history{source.New(o), nil, map[uint64]map[string]string{0: {}}}
}

func (h *history) change(t *rapid.T) {
	name := fmt.Sprintf("p%d", rapid.IntRange(0, 7).Draw(t, "name"))
	state := maps.Clone(h.states[h.source.Version()])
	kind := watch.Added
	if _, exists := state[name]; exists {
		kind = rapid.SampledFrom([]watch.EventType{watch.Modified, watch.Deleted}).Draw(t, "kind")
	}
	if err := h.source.Apply(event(kind, pod("a", name, 0))); err != nil {
		t.Fatal(err)
	}
	version := h.source.Version()
	h.events = append(h.events, fmt.Sprintf("%s %s@%d", kind, name, version))
	state[name] = fmt.Sprintf("%s@%d", name, version)
	if kind == watch.Deleted {
		delete(state, name)
	}
	h.states[version] = state
}

// drain returns what a watch from a version has to say at once, and whether it ended.
func (h *history) drain(t *rapid.T, o metav1.ListOptions, count int) (got []string) {
	stream, err := h.source.Watch(workload.Pods, "", o)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for len(got) < count {
		events, err := stream.Next(context.Background())
		if err != nil {
			t.Fatalf("the watch from %q ended with %v after %q", o.ResourceVersion, err, got)
		}
		for _, e := range events {
			got = append(got, text(e))
		}
		if got[0] == "ERROR 410 Expired" {
			return got
		}
	}
	return got
}

// A watch from any version says exactly what happened later, or that it is expired;
// expired only below the versions that the log must still know.
func (h *history) checkWatch(t *rapid.T, capacity int, compacted uint64) {
	from := rapid.Uint64Range(1, h.source.Version()).Draw(t, "from")
	want := h.events[from:]
	if len(want) == 0 {
		return // it would rightly wait
	}
	got := h.drain(t, metav1.ListOptions{ResourceVersion: strconv.FormatUint(from, 10)}, len(want))
	mustKnow := len(want) <= capacity && from >= compacted
	if !slices.Equal(got, want) && (mustKnow || !slices.Equal(got, []string{"ERROR 410 Expired"})) {
		t.Fatalf("a watch from %d says %q, want %q", from, got, want)
	}
}

// An exact list of any version has that version's content, or answers expired.
func (h *history) checkExactList(t *rapid.T, capacity int, compacted uint64) {
	at := rapid.Uint64Range(1, h.source.Version()).Draw(t, "at")
	l, err := h.source.List(workload.Pods, "", metav1.ListOptions{
		ResourceVersion: strconv.FormatUint(at, 10), ResourceVersionMatch: metav1.ResourceVersionMatchExact})
	if apierrors.IsResourceExpired(err) && (at < compacted || int(h.source.Version()-at) > capacity) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range l.Items {
		got = append(got, o.(metav1.Object).GetName()+"@"+o.(metav1.Object).GetResourceVersion())
	}
	if want := slices.Sorted(maps.Values(h.states[at])); !slices.Equal(got, want) {
		t.Fatalf("the list at %d is %q, want %q", at, got, want)
	}
}

// A streaming list says what a list does, and ends at the same version.
func (h *history) checkStreamingList(t *rapid.T) {
	l, err := h.source.List(workload.Pods, "", metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, o := range l.Items {
		want = append(want, text(watch.Event{Type: watch.Added, Object: o}))
	}
	want = append(want, fmt.Sprintf("BOOKMARK @%s end", l.ResourceVersion))
	if got := h.drain(t, streaming(""), len(want)); !slices.Equal(got, want) {
		t.Fatalf("the streaming list is %q, want %q", got, want)
	}
}

func TestListsAndWatchesTellTheHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		capacity := rapid.IntRange(1, 20).Draw(t, "capacity")
		h := newHistory(source.Options{LogCapacity: capacity})
		compacted := uint64(0)
		h.change(t)
		t.Repeat(map[string]func(*rapid.T){
			"change": h.change,
			"again":  h.change, // so that changes come twice as often
			"compact": func(t *rapid.T) {
				compacted = max(compacted, rapid.Uint64Range(0, h.source.Version()).Draw(t, "compact"))
				h.source.Compact(compacted)
			},
			"watch":  func(t *rapid.T) { h.checkWatch(t, capacity, compacted) },
			"exact":  func(t *rapid.T) { h.checkExactList(t, capacity, compacted) },
			"stream": h.checkStreamingList,
		})
	})
}
