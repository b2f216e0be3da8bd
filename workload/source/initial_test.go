package source_test

import (
	"fmt"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/workload"
	"informerbench/workload/source"
)

func streaming(version string) metav1.ListOptions {
	return metav1.ListOptions{
		ResourceVersion: version, ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
		SendInitialEvents: new(true), AllowWatchBookmarks: true,
	}
}

func TestStreamingListSendsTheObjectsThenItsEndThenWhatFollows(t *testing.T) {
	s := loaded(t, source.Options{}, pods(600)...)
	stream := open(t, s, streaming("5"))
	apply(t, s, watch.Modified, pod("a", "p000", 0)) // during the initial events
	got := take(t, stream, 602)
	for i, event := range got[:600] {
		if want := fmt.Sprintf("ADDED p%03d@%d", i, i+1); event != want {
			t.Fatalf("event %d is %q, want %q", i, event, want)
		}
	}
	wantEvents(t, got[600:], "BOOKMARK @600 end", "MODIFIED p000@601")
}

func TestStreamingListOfNothingEndsAtOnce(t *testing.T) {
	s := loaded(t, source.Options{}, pods(3)...)
	stream, err := s.Watch(workload.Pods, "empty", streaming(""))
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	wantEvents(t, take(t, stream, 1), "BOOKMARK @3 end")
}

func TestStreamingListWithoutBookmarksHasNoEndMark(t *testing.T) {
	s := loaded(t, source.Options{}, pods(1)...)
	o := streaming("")
	o.AllowWatchBookmarks = false
	stream := open(t, s, o)
	apply(t, s, watch.Deleted, pod("a", "p000", 0))
	wantEvents(t, take(t, stream, 2), "ADDED p000@1", "DELETED p000@2")
}

func TestInitialEventsCanBeDeclined(t *testing.T) {
	s := loaded(t, source.Options{}, pods(3)...)
	o := streaming("")
	o.SendInitialEvents = new(false)
	stream := open(t, s, o)
	apply(t, s, watch.Deleted, pod("a", "p000", 0))
	wantEvents(t, take(t, stream, 1), "DELETED p000@4")
}

func TestWatchOptionsThatAnAPIServerRefuses(t *testing.T) {
	s := loaded(t, source.Options{}, pods(3)...)
	old := loaded(t, source.Options{RefuseInitialEvents: true}, pods(3)...)
	for _, c := range []struct {
		name    string
		source  *source.Source
		options metav1.ListOptions
		refused func(error) bool
	}{
		{"initial events without a match", s, metav1.ListOptions{SendInitialEvents: new(true), AllowWatchBookmarks: true}, apierrors.IsInvalid},
		{"a match without initial events", s, metav1.ListOptions{ResourceVersion: "1", ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan}, apierrors.IsInvalid},
		{"initial events of an old server", old, streaming(""), apierrors.IsInvalid},
		{"a version that is no number", s, metav1.ListOptions{ResourceVersion: "abc-1"}, apierrors.IsBadRequest},
		{"a version of 20 digits that does not fit", s, metav1.ListOptions{ResourceVersion: "99999999999999999999"}, apierrors.IsBadRequest},
		{"a field that is not selectable", s, metav1.ListOptions{FieldSelector: "spec.color=red"}, apierrors.IsBadRequest},
		{"labels that cannot be parsed", s, metav1.ListOptions{LabelSelector: "a in b"}, apierrors.IsBadRequest},
		{"a streaming list of a version that lies ahead", s, streaming("50"), tooLarge},
	} {
		if _, err := c.source.Watch(workload.Pods, "", c.options); !c.refused(err) {
			t.Errorf("%s: refused with %v", c.name, err)
		}
	}
}

func tooLarge(err error) bool {
	return apierrors.IsTimeout(err) && apierrors.HasStatusCause(err, metav1.CauseTypeResourceVersionTooLarge)
}
