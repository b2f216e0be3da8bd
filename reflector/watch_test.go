package reflector_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflector"
)

type watchAnswers = []func(context.Context, metav1.ListOptions) (watch.Interface, error)

// An error comes inside a stream that began with status 200
// (kubernetes-client/java#1829).
func TestErrorInTheStreamListsAgain(t *testing.T) {
	for name, c := range map[string]struct {
		event  watch.Event
		reason reflector.Reason
	}{
		"expired":      {failure(expired()), reflector.ReasonExpired},
		"gone":         {failure(gone()), reflector.ReasonExpired},
		"server error": {failure(serverError()), reflector.ReasonInternal},
		"no status":    {watch.Event{Type: watch.Error, Object: obj("a", "9")}, reflector.ReasonOther},
		"nothing":      {watch.Event{Type: watch.Error}, reflector.ReasonOther},
	} {
		t.Run(name, func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) {
				s := &script{
					lists:   listAnswers{listOf("7", "", obj("a", "7")), listOf("9", "", obj("b", "9"))},
					watches: watchAnswers{keepsOpen(c.event), keepsOpen()},
				}
				r := over.start(t, s, paged())
				settle(time.Minute)
				r.wantRequests(`list "0" limit=500`, `watch "7"`, `list "7"`, `watch "9"`)
				r.wantHistory("replace 1@7", "replace 1@9")
				if name == "nothing" && over.repeats {
					c.reason = reflector.ReasonInternal // over HTTP it cannot be decoded
				}
				r.wantRelists(map[reflector.Reason]uint64{c.reason: 1})
			})
		})
	}
}

func TestExpiredAnswerToAWatchListsAgain(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists:   listAnswers{listOf("7", ""), listOf("9", "")},
			watches: watchAnswers{watchError(expired()), keepsOpen()},
		}
		r := over.start(t, s, paged())
		settle(time.Minute)
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `list "7"`, `watch "9"`)
		if got := len(r.heard()); got != 1 {
			t.Errorf("the error handler heard %d errors, want 1", got)
		}
		r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonExpired: 1})
	})
}

// A restarted server has no watch from before, but finds old versions in its database when a
// list has a limit: from its answer no watch can ever begin.
func TestListThatIsExpiredForWatchesIsNotAskedForAgain(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists:   listAnswers{listOf("7", ""), listOf("7", ""), listOf("9", "")},
			watches: watchAnswers{watchError(expired()), watchError(expired()), keepsOpen()},
		}
		o := paged()
		o.PageSize = 50
		r := over.start(t, s, o)
		settle(time.Minute)
		r.wantRequests(`list "0" limit=50`, `watch "7"`, `list "7" limit=50`, `watch "7"`, `list "" limit=50`, `watch "9"`)
		r.wantVersion("9")
	})
}

// kubernetes/kubernetes#134827
func TestBookmarkMovesTheVersionAndNothingElse(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists:   listAnswers{listOf("7", "", obj("a", "7"))},
			watches: watchAnswers{closes(2*time.Second, bookmark("20"), bookmark("")), keepsOpen()},
		}
		r := over.start(t, s, paged())
		r.wantVersion("20")
		if got := r.store.lastVersion(); got != "20" {
			t.Errorf("the store's version is %q, want 20", got)
		}
		settle(time.Minute)
		r.wantHistory("replace 1@7", "bookmark 20")
		r.wantContent(map[string]string{"ns/a": "7"})
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `watch "20"`)
		if got := r.Stats(); got.Bookmarks != 2 || got.Events != 2 {
			t.Errorf("stats are %+v", got)
		}
	})
}

// Versions are opaque words (hashicorp/consul-api-gateway#467).
func TestVersionsOfAnyShapeAreAppliedInOrderOfArrival(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		versions := []string{"9", "10", "100", "abc-1", "", "12345678901234567890", "3"}
		st := newStream()
		s := &script{lists: listAnswers{listOf("8", "", obj("a", "8"))}, watches: watchAnswers{opens(st)}}
		r := over.start(t, s, paged())
		want, last := []string{"replace 1@8"}, ""
		for _, version := range versions {
			st.send(modified("a", version))
			synctest.Wait()
			want = append(want, "update ns/a@"+version)
			if version != "" {
				last = version
			}
			r.wantHistory(want...)
			r.wantVersion(last)
		}
	})
}

// kubernetes-sigs/controller-runtime#2591
func TestUnexpectedEventsAreLoggedCountedAndSkipped(t *testing.T) {
	kind := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Thing"}}
	thing := func(kind, name, version string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": kind,
			"metadata": map[string]any{"namespace": "ns", "name": name, "resourceVersion": version}}}
	}
	table := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "meta.k8s.io/v1", "kind": "Table"}}
	typed, plain := paged(), paged()
	typed.ExpectedType = &metav1.PartialObjectMetadata{}
	kinded := paged()
	kinded.ExpectedType = kind
	for name, c := range map[string]struct {
		options reflector.Options
		events  []watch.Event
		skipped uint64
	}{
		"type": {typed, []watch.Event{added("a", "8"),
			{Type: watch.Added, Object: thing("Thing", "x", "9")}, {Type: watch.Added, Object: &metav1.Status{}}, {Type: watch.Added},
			modified("a", "10")}, 3},
		"kind": {kinded, []watch.Event{{Type: watch.Added, Object: thing("Thing", "a", "8")},
			{Type: watch.Added, Object: thing("Other", "x", "9")},
			{Type: watch.Modified, Object: thing("Thing", "a", "10")}}, 1},
		"not an object": {plain, []watch.Event{added("a", "8"),
			{Type: watch.Added, Object: &metav1.Status{}}, {Type: watch.Added}, {Type: "UPSERTED", Object: obj("x", "9")}, {Type: watch.Added, Object: table},
			modified("a", "10")}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				before := handled.Load()
				s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen(c.events...)}}
				r := start(t, s, c.options)
				r.wantHistory("replace 0@7", "add ns/a@8", "update ns/a@10")
				r.wantVersion("10")
				if got := r.Stats().Skipped; got != c.skipped {
					t.Errorf("%d skipped, want %d", got, c.skipped)
				}
				if got := handled.Load() - before; got != int64(c.skipped) {
					t.Errorf("%d lines in the log, want %d", got, c.skipped)
				}
			})
		})
	}
}

// The same behind every source: a Status that comes as an object, which all of them can
// decode (kubernetes-sigs/controller-runtime#2591).
func TestWrongObjectBetweenGoodOnesIsSkippedFromEverySource(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		before := handled.Load()
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen(
			added("a", "8"), watch.Event{Type: watch.Added, Object: &metav1.Status{}}, modified("a", "10"))}}
		o := paged()
		o.ExpectedType = &metav1.PartialObjectMetadata{}
		r := over.start(t, s, o)
		r.wantHistory("replace 0@7", "add ns/a@8", "update ns/a@10")
		r.wantRequests(`list "0" limit=500`, `watch "7"`)
		if got := r.Stats().Skipped; got != 1 || handled.Load()-before != 1 {
			t.Errorf("%d skipped with %d lines in the log, want 1", got, handled.Load()-before)
		}
	})
}

func TestStoreErrorsAreCountedAndTheWatchGoesOn(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen(added("a", "8"), modified("a", "9"))}}
		store := newRecorder()
		store.failOn("add", fmt.Errorf("no"))
		r := over.startWith(t, s, store, paged())
		r.wantHistory("replace 0@7", "update ns/a@9")
		r.wantVersion("9")
		if got := r.Stats().StoreFailures; got != 1 {
			t.Errorf("%d store failures, want 1", got)
		}
	})
}

func TestWatchThatEndsAtOnceWithNoEventIsAFailure(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{closes(0), closes(0), closes(0), keepsOpen()}}
		r := over.start(t, s, paged())
		settle(time.Minute)
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `list "7"`, `watch "7"`, `list "7"`, `watch "7"`, `list "7"`, `watch "7"`)
		wantTimes(t, s, 0, 0, 800*time.Millisecond, 800*time.Millisecond, 2400*time.Millisecond, 2400*time.Millisecond, 5600*time.Millisecond, 5600*time.Millisecond)
		r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonShortWatch: 3})
	})
}

func TestWatchThatClosesAfterItsEventsGoesOnWithoutAHotLoop(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		n := 7
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{func(context.Context, metav1.ListOptions) (watch.Interface, error) {
			n++
			st := newStream(modified("a", fmt.Sprint(n)))
			close(st.events)
			return st, nil
		}}}
		r := over.start(t, s, paged())
		settle(time.Minute)
		log := s.log()
		if len(log) > 10 {
			t.Errorf("%d requests in a minute", len(log))
		}
		for i, got := range log[1:] {
			if want := fmt.Sprintf("watch %q", fmt.Sprint(7+i)); got != want {
				t.Errorf("request %d is %s, want %s", i+1, got, want)
			}
		}
		r.wantRelists(map[reflector.Reason]uint64{})
	})
}

func TestWatchThatEndsCalmlyIsContinuedAtOnce(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			lists:   listAnswers{listOf("7", "")},
			watches: watchAnswers{closes(time.Minute), closes(time.Second, modified("a", "8")), keepsOpen()},
		}
		r := over.start(t, s, paged())
		settle(2 * time.Minute)
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `watch "7"`, `watch "8"`)
		wantTimes(t, s, 0, 0, time.Minute, time.Minute+time.Second)
	})
}

func TestServerThatIsAwayIsAskedAgainForTheSameWatch(t *testing.T) {
	away := map[string]watchAnswers{
		"refused":       {watchError(syscall.ECONNREFUSED), watchError(syscall.ECONNREFUSED), keepsOpen()},
		"429":           {watchError(tooMany()), watchError(tooMany()), keepsOpen()},
		"429 in stream": {closes(0, failure(tooMany())), closes(0, failure(tooMany())), keepsOpen()},
	}
	for name, answers := range away {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{lists: listAnswers{listOf("7", "")}, watches: answers}
				r := start(t, s, paged())
				settle(time.Minute)
				r.wantRequests(`list "0" limit=500`, `watch "7"`, `watch "7"`, `watch "7"`)
				wantTimes(t, s, 0, 0, 800*time.Millisecond, 2400*time.Millisecond)
				r.wantRelists(map[reflector.Reason]uint64{})
				if heard := r.heard(); len(heard) != 0 {
					t.Errorf("the error handler heard %v", heard)
				}
			})
		})
	}
}

// A list without a version makes the watch begin with synthetic events in any
// order; their versions must not be gone on from.
func TestSyntheticEventsDoNotMoveTheVersion(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		st := newStream(added("a", "9"), added("b", "3"))
		s := &script{lists: listAnswers{listOf("", "")}, watches: watchAnswers{opens(st), keepsOpen()}}
		r := over.start(t, s, paged())
		r.wantVersion("")
		st.send(modified("a", "10"), added("c", "11"))
		synctest.Wait()
		r.wantVersion("11")
		r.wantHistory("replace 0@", "add ns/a@9", "add ns/b@3", "update ns/a@10", "add ns/c@11")
	})
}

func TestWatchOptions(t *testing.T) {
	for _, c := range []struct {
		rand float64
		want int64
	}{{0, 60}, {0.5, 90}, {0.999, 119}} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen()}}
			o := paged()
			o.MinWatchTimeout = time.Minute
			o.Rand = func() float64 { return c.rand }
			start(t, s, o)
			got := s.asked(1)
			if got.TimeoutSeconds == nil || *got.TimeoutSeconds != c.want {
				t.Errorf("timeout is %v, want %d", got.TimeoutSeconds, c.want)
			}
			if !got.AllowWatchBookmarks || got.SendInitialEvents != nil || got.ResourceVersionMatch != "" || got.Limit != 0 {
				t.Errorf("options are %+v", got)
			}
		})
	}
}

func TestWatcherThatReturnsNothingIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		none := func(context.Context, metav1.ListOptions) (watch.Interface, error) { return nil, nil }
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{none, keepsOpen()}}
		r := start(t, s, paged())
		if got := len(r.heard()); got != 1 {
			t.Errorf("the error handler heard %d errors, want 1", got)
		}
		settle(time.Minute)
		r.wantState(reflector.Watching)
	})
}
