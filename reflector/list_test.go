package reflector_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"

	"informerbench/reflector"
)

type listAnswers = []func(context.Context, metav1.ListOptions) (runtime.Object, error)

// kubernetes/kubernetes#83520
func TestFirstListAsksForZeroAndLaterOnesForTheLastVersion(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists:   listAnswers{listOf("7", "", obj("a", "5"), obj("b", "7")), listOf("9", "", obj("a", "5"), obj("c", "9"))},
			watches: watchAnswers{keepsOpen(modified("b", "8"), failure(expired())), keepsOpen()},
		}
		r := over.start(t, s, paged())
		settle(time.Minute)
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `list "8"`, `watch "9"`)
		r.wantHistory("replace 2@7", "update ns/b@8", "replace 2@9")
		r.wantContent(map[string]string{"ns/a": "5", "ns/c": "9"})
		r.wantVersion("9")
		r.wantState(reflector.Watching)
		r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonExpired: 1})
	})
}

// A server restored from an older backup, or a lagging one, refuses versions
// that it has not reached (kubernetes/kubernetes#107133).
func TestVersionTooLargeIsListedFromTheNewest(t *testing.T) {
	for name, err := range map[string]error{"cause": tooLarge(), "words": tooLargeInWords()} {
		t.Run(name, func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) {
				upTo50 := func(_ context.Context, o metav1.ListOptions) (runtime.Object, error) {
					if o.ResourceVersion == "100" {
						return nil, err
					}
					return newList("50", "", obj("a", "50")), nil
				}
				s := &script{
					lists:   listAnswers{listOf("40", "", obj("a", "40")), upTo50},
					watches: watchAnswers{closes(0, bookmark("100"), failure(serverError())), keepsOpen()},
				}
				r := over.start(t, s, paged())
				settle(time.Minute)
				r.wantRequests(`list "0" limit=500`, `watch "40"`, `list "100"`, `list ""`, `watch "50"`)
				r.wantContent(map[string]string{"ns/a": "50"})
				r.wantVersion("50")
				if heard := r.heard(); len(heard) != 0 {
					t.Errorf("the error handler heard %v", heard)
				}
			})
		})
	}
}

func TestNewestIsAskedForUntilAListSucceeds(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists: listAnswers{
				listOf("7", ""), listError(expired()), listError(serverError()), listOf("9", ""), listOf("12", ""),
			},
			watches: watchAnswers{closes(0, failure(gone())), closes(5*time.Second, failure(expired())), keepsOpen()},
		}
		r := over.start(t, s, paged())
		settle(2 * time.Minute)
		r.wantRequests(`list "0" limit=500`, `watch "7"`,
			`list "7"`, `list ""`, // expired, and the newest fails
			`list "" limit=500`, `watch "9"`, // the newest again, and then the last one
			`list "9"`, `watch "12"`)
		if heard := r.heard(); len(heard) != 1 || !strings.Contains(heard[0].Error(), "failed to list") {
			t.Errorf("the error handler heard %v", heard)
		}
	})
}

// kubernetes-sigs/controller-runtime#2591
func TestListThatFailsThreeTimesIsRetriedWithGrowingPauses(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		down := listError(errors.New("no route to host"))
		s := &script{lists: listAnswers{down, down, down, listOf("7", "", obj("a", "7"))}, watches: watchAnswers{keepsOpen()}}
		r := over.start(t, s, paged())
		settle(time.Minute)
		r.wantContent(map[string]string{"ns/a": "7"})
		wantTimes(t, s, 0, 800*time.Millisecond, 2400*time.Millisecond, 5600*time.Millisecond, 5600*time.Millisecond)
		if got := len(r.heard()); got != 3 {
			t.Errorf("the error handler heard %d errors, want 3", got)
		}
		r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonList: 3})
	})
}

func TestStoreThatRefusesAListIsOfferedTheNextOne(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{lists: listAnswers{listOf("7", "", obj("a", "7"))}, watches: watchAnswers{keepsOpen()}}
		store := newRecorder()
		store.failOn("replace", errors.New("full"))
		r := over.startWith(t, s, store, paged())
		r.wantVersion("")
		r.wantState(reflector.Pausing)
		store.failOn("replace", nil)
		settle(time.Minute)
		r.wantRequests(`list "0" limit=500`, `list "0" limit=500`, `watch "7"`)
		r.wantContent(map[string]string{"ns/a": "7"})
		r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonStore: 1})
	})
}

func TestWrongListsAreErrors(t *testing.T) {
	table := &unstructured.UnstructuredList{Object: map[string]any{"kind": "Table", "apiVersion": "meta.k8s.io/v1"}}
	for name, bad := range map[string]runtime.Object{
		"status": &metav1.Status{}, "object": obj("a", "1"), "nil": nil, "table": table,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				answer := func(context.Context, metav1.ListOptions) (runtime.Object, error) { return bad, nil }
				s := &script{lists: listAnswers{answer, listOf("7", "")}, watches: watchAnswers{keepsOpen()}}
				r := start(t, s, paged())
				if got := len(r.heard()); got != 1 {
					t.Errorf("the error handler heard %d errors, want 1", got)
				}
				settle(time.Minute)
				r.wantHistory("replace 0@7")
			})
		})
	}
}

func TestUnexpectedListItemsAreSkipped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{listOf("7", "", obj("a", "7"), obj("b", "7"))}, watches: watchAnswers{keepsOpen()}}
		o := paged()
		o.ExpectedType = &unstructured.Unstructured{}
		before := handled.Load()
		r := start(t, s, o)
		r.wantHistory("replace 0@7")
		if got := r.Stats().Skipped; got != 2 {
			t.Errorf("%d skipped, want 2", got)
		}
		if got := handled.Load() - before; got != 1 {
			t.Errorf("%d lines in the log, want one for the whole list", got)
		}
	})
}

func TestPanicOfTheSourceSurfacesOnTheGoroutineOfRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{func(context.Context, metav1.ListOptions) (runtime.Object, error) { panic("boom") }}}
		defer func() {
			if got := fmt.Sprint(recover()); got != "boom" {
				t.Errorf("Run panicked with %q", got)
			}
		}()
		reflector.New(s, newRecorder(), paged()).Run(t.Context())
	})
}

// An expired version is an ordinary event, everything else is somebody's to see.
func TestDefaultHandlerReportsWhatIsNotOrdinary(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want int64
	}{"expired": {expired(), 0}, "end": {io.EOF, 0}, "cut": {io.ErrUnexpectedEOF, 0}, "other": {errors.New("no"), 1}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{watchError(c.err), keepsOpen()}}
				before := handled.Load()
				runUntilStopped(t, reflector.New(s, newRecorder(), paged()))()
				if got := handled.Load() - before; got != c.want {
					t.Errorf("%d errors reported, want %d", got, c.want)
				}
			})
		})
	}
}

func TestUnknownListModePanics(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "stream and paged") {
			t.Errorf("New panicked with %q", got)
		}
	}()
	reflector.New(&script{}, cache.NewStore(cache.MetaNamespaceKeyFunc), reflector.Options{ListMode: "both"})
}

// wantTimes compares when the requests came.
func wantTimes(t *testing.T, s *script, want ...time.Duration) {
	t.Helper()
	got := s.times()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("requests came at %v, want %v", got, want)
	}
}
