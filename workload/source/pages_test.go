package source_test

import (
	"fmt"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	clocktesting "k8s.io/utils/clock/testing"

	"informerbench/workload"
	"informerbench/workload/source"
)

func next(t *testing.T, s *source.Source, token string) (names []string, more string, version string) {
	t.Helper()
	page := list(t, s, metav1.ListOptions{Limit: 2, Continue: token})
	for _, object := range page.Items {
		meta := object.(metav1.Object)
		names = append(names, meta.GetName()+"@"+meta.GetResourceVersion())
	}
	return names, page.Continue, page.ResourceVersion
}

func TestAllPagesComeFromTheVersionOfTheFirst(t *testing.T) {
	s := loaded(t, source.Options{LogCapacity: 1}, pods(5)...) // the log alone could not tell
	first, token, version := next(t, s, "")
	apply(t, s, watch.Deleted, pod("a", "p002", 0))
	apply(t, s, watch.Modified, pod("a", "p003", 0))
	apply(t, s, watch.Added, pod("a", "p0025", 0))
	second, token, version2 := next(t, s, token)
	third, token, version3 := next(t, s, token)
	got := fmt.Sprintf("%v %v %v %q %s %s %s", first, second, third, token, version, version2, version3)
	if want := `[p000@1 p001@2] [p002@3 p003@4] [p004@5] "" 5 5 5`; got != want {
		t.Errorf("pages are %s, want %s", got, want)
	}
}

func expired(t *testing.T, s *source.Source, token string) {
	t.Helper()
	if _, err := s.List(workload.Pods, "", metav1.ListOptions{Continue: token}); !apierrors.IsResourceExpired(err) {
		t.Errorf("the old token gave %v, want expired", err)
	}
}

func TestOldContinueTokensAnswerExpired(t *testing.T) {
	change := func(s *source.Source) { apply(t, s, watch.Modified, pod("a", "p000", 0)) }

	s := loaded(t, source.Options{}, pods(5)...)
	_, token, _ := next(t, s, "")
	change(s)
	s.Compact(s.Version())
	expired(t, s, token)

	few := loaded(t, source.Options{LogCapacity: 1, PageSnapshots: 1}, pods(5)...)
	_, token, _ = next(t, few, "")
	change(few)
	change(few)
	_, kept, _ := next(t, few, "") // takes the only place
	expired(t, few, token)
	if names, _, _ := next(t, few, kept); len(names) != 2 {
		t.Errorf("the newer list goes on with %q", names)
	}

	clock := clocktesting.NewFakeClock(epoch)
	brief := loaded(t, source.Options{LogCapacity: 1, Clock: clock}, pods(5)...)
	_, token, _ = next(t, brief, "")
	change(brief)
	change(brief)
	clock.Step(source.DefaultPageRetention + 1)
	expired(t, brief, token)
}

// A token outlives its snapshot as long as the log reaches back to its version.
func TestContinueTokensAreGoodWhileTheLogReachesBack(t *testing.T) {
	s := loaded(t, source.Options{PageSnapshots: 1}, pods(5)...)
	_, token, _ := next(t, s, "")
	apply(t, s, watch.Deleted, pod("a", "p002", 0))
	next(t, s, "") // takes the only place
	if names, _, version := next(t, s, token); fmt.Sprintf("%v %s", names, version) != "[p002@3 p003@4] 5" {
		t.Errorf("the second page is %q at %s", names, version)
	}
}

// A finished list leaves nothing behind.
func TestTheLastPageGivesUpTheSnapshot(t *testing.T) {
	s := loaded(t, source.Options{LogCapacity: 1}, pods(4)...)
	_, token, _ := next(t, s, "")
	_, other, _ := next(t, s, "") // the same version, another list
	next(t, s, token)
	apply(t, s, watch.Modified, pod("a", "p000", 0))
	apply(t, s, watch.Modified, pod("a", "p000", 0))
	if names, _, _ := next(t, s, other); len(names) != 2 {
		t.Errorf("the other list goes on with %q", names)
	}
	expired(t, s, token)
}

func TestListVersions(t *testing.T) {
	s := loaded(t, source.Options{}, pods(5)...)
	apply(t, s, watch.Deleted, pod("a", "p000", 0)) // 6
	apply(t, s, watch.Added, pod("a", "p000", 0))   // 7
	apply(t, s, watch.Added, pod("a", "p009", 0))   // 8
	const exact, notOlder = metav1.ResourceVersionMatchExact, metav1.ResourceVersionMatchNotOlderThan
	isNil := func(err error) bool { return err == nil }
	for _, c := range []struct {
		options metav1.ListOptions
		version string
		items   int
		answer  func(error) bool
	}{
		{metav1.ListOptions{}, "8", 6, isNil},
		{metav1.ListOptions{ResourceVersion: "0"}, "8", 6, isNil},
		{metav1.ListOptions{ResourceVersion: "3"}, "8", 6, isNil},
		{metav1.ListOptions{ResourceVersion: "3", ResourceVersionMatch: notOlder}, "8", 6, isNil},
		{metav1.ListOptions{ResourceVersion: "9"}, "", 0, tooLarge},
		{metav1.ListOptions{ResourceVersion: "9", ResourceVersionMatch: exact}, "", 0, tooLarge},
		{metav1.ListOptions{ResourceVersion: "6", ResourceVersionMatch: exact}, "6", 4, isNil},
		{metav1.ListOptions{ResourceVersion: "7", ResourceVersionMatch: exact}, "7", 5, isNil},
		{metav1.ListOptions{ResourceVersion: "5", Limit: 100}, "5", 5, isNil},
		{metav1.ListOptions{ResourceVersion: "4", ResourceVersionMatch: exact}, "", 0, apierrors.IsResourceExpired},
		{metav1.ListOptions{ResourceVersionMatch: exact}, "", 0, apierrors.IsInvalid},
		{metav1.ListOptions{SendInitialEvents: new(true)}, "", 0, apierrors.IsInvalid},
		{metav1.ListOptions{ResourceVersion: "x"}, "", 0, apierrors.IsBadRequest},
		{metav1.ListOptions{Continue: "x"}, "", 0, apierrors.IsBadRequest},
		{metav1.ListOptions{Continue: "x", ResourceVersion: "8"}, "", 0, apierrors.IsBadRequest},
	} {
		l, err := s.List(workload.Pods, "", c.options)
		if !c.answer(err) {
			t.Errorf("%+v: the error is %v", c.options, err)
		}
		if err == nil && (l.ResourceVersion != c.version || len(l.Items) != c.items) {
			t.Errorf("%+v: %d items at %s, want %d at %s", c.options, len(l.Items), l.ResourceVersion, c.items, c.version)
		}
	}
}
