package source_test

import (
	"fmt"
	"slices"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/source"
)

func wantEvents(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("events are %q, want %q", got, want)
	}
}

// kubernetes/kubernetes#141528: what happens between a list and the watch from its
// version is replayed, or said to be expired; never silence.
func TestWatchReplaysWhatHappenedSinceTheList(t *testing.T) {
	s := loaded(t, source.Options{}, pods(2)...)
	version := list(t, s, metav1.ListOptions{}).ResourceVersion
	apply(t, s, watch.Added, pod("a", "new", 0))
	apply(t, s, watch.Modified, pod("a", "p000", 0))
	apply(t, s, watch.Deleted, pod("a", "p001", 0))

	stream := open(t, s, metav1.ListOptions{ResourceVersion: version})
	wantEvents(t, take(t, stream, 3), "ADDED new@3", "MODIFIED p000@4", "DELETED p001@5")
	apply(t, s, watch.Deleted, pod("a", "new", 0))
	wantEvents(t, take(t, stream, 1), "DELETED new@6")

	s.Compact(4)
	wantEvents(t, take(t, open(t, s, metav1.ListOptions{ResourceVersion: version}), 1), "ERROR 410 Expired")
	wantEvents(t, take(t, open(t, s, metav1.ListOptions{ResourceVersion: "4"}), 2), "DELETED p001@5", "DELETED new@6")
}

// kubernetes-client/java#1829: the 410 comes inside the stream, or as the
// answer; either way the watch ends with it.
func TestWatchFromACompactedVersionEndsWithExpired(t *testing.T) {
	s := loaded(t, source.Options{}, pods(5)...)
	stream := open(t, s, metav1.ListOptions{ResourceVersion: "3"}) // before the load
	wantEvents(t, take(t, stream, 1), "ERROR 410 Expired")
	wantEnd(t, stream)

	refusing := loaded(t, source.Options{RefuseExpiredWatches: true}, pods(5)...)
	if _, err := refusing.Watch(workload.Pods, "", metav1.ListOptions{ResourceVersion: "3"}); !apierrors.IsResourceExpired(err) {
		t.Errorf("the watch is refused with %v, want expired", err)
	}
	if n := refusing.Watches(workload.Pods); n != 0 {
		t.Errorf("%d watches are open after a refusal", n)
	}
}

func TestSlowWatchThatFallsOffTheLogEndsWithExpired(t *testing.T) {
	s := loaded(t, source.Options{LogCapacity: 10}, pods(1)...)
	stream := open(t, s, metav1.ListOptions{ResourceVersion: "1"})
	for range 10 {
		apply(t, s, watch.Modified, pod("a", "p000", 0))
	}
	if got := take(t, stream, 10); got[0] != "MODIFIED p000@2" || got[9] != "MODIFIED p000@11" {
		t.Errorf("a watch that just keeps up got %q", got)
	}
	for range 11 {
		apply(t, s, watch.Modified, pod("a", "p000", 0))
	}
	wantEvents(t, take(t, stream, 1), "ERROR 410 Expired")
	wantEnd(t, stream)
}

// The log of one resource does not run over because of another.
func TestEventsOfOtherResourcesDoNotExpireAWatch(t *testing.T) {
	s := loaded(t, source.Options{LogCapacity: 4}, pods(1)...)
	stream := open(t, s, metav1.ListOptions{ResourceVersion: "1"})
	for i := range 100 {
		w := workload.Widgets.New()
		w.(metav1.Object).SetName(fmt.Sprint(i))
		if err := s.Apply(workload.Event{Resource: workload.Widgets, Type: watch.Added, Object: w}); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, s, watch.Modified, pod("a", "p000", 0))
	wantEvents(t, take(t, stream, 1), "MODIFIED p000@102")
}

func TestExpireWatchesEndsRunningWatchesOnly(t *testing.T) {
	s := loaded(t, source.Options{}, pods(1)...)
	running := open(t, s, metav1.ListOptions{ResourceVersion: "1"})
	s.ExpireWatches(workload.Pods)
	wantEvents(t, take(t, running, 1), "ERROR 410 Expired")
	wantEnd(t, running)

	later := open(t, s, metav1.ListOptions{ResourceVersion: "1"})
	apply(t, s, watch.Modified, pod("a", "p000", 0))
	wantEvents(t, take(t, later, 1), "MODIFIED p000@2")
}

func TestLoadEndsWatchesThatCouldNotTellOfIt(t *testing.T) {
	s := source.New(source.Options{})
	stream := open(t, s, metav1.ListOptions{})
	if err := s.Load(workload.Pods, pods(3)); err != nil {
		t.Fatal(err)
	}
	wantEvents(t, take(t, stream, 1), "ERROR 410 Expired")
}

func TestWatchFromNowhereBeginsWithTheCurrentObjects(t *testing.T) {
	for _, version := range []string{"", "0"} {
		s := loaded(t, source.Options{}, pods(2)...)
		apply(t, s, watch.Modified, pod("a", "p000", 0))
		stream := open(t, s, metav1.ListOptions{ResourceVersion: version})
		apply(t, s, watch.Deleted, pod("a", "p001", 0))
		wantEvents(t, take(t, stream, 3), "ADDED p000@3", "ADDED p001@2", "DELETED p001@4")
	}
}

func TestWatchFromAVersionThatLiesAheadWaitsForLaterOnes(t *testing.T) {
	s := loaded(t, source.Options{}, pods(1)...)
	stream := open(t, s, metav1.ListOptions{ResourceVersion: "3"})
	for range 3 {
		apply(t, s, watch.Modified, pod("a", "p000", 0))
	}
	wantEvents(t, take(t, stream, 1), "MODIFIED p000@4")
}
