package reflector_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflector"
)

// kubernetes/kubernetes#83520
func TestStreamBeginsFromNothingThenFromTheLastVersion(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		first := newStream(added("a", "9"), added("b", "3"))
		s := &script{streams: watchAnswers{opens(first), keepsOpen(added("a", "9"), endMarker("12"))}}
		r := over.start(t, s, reflector.Options{})
		r.wantState(reflector.Streaming)
		r.wantHistory()
		r.wantVersion("")
		first.send(endMarker("10"), modified("a", "11"))
		synctest.Wait()
		r.wantState(reflector.Watching)
		r.wantHistory("replace 2@10", "update ns/a@11")
		r.wantVersion("11")

		settle(time.Minute)
		first.send(failure(expired()))
		settle(time.Minute)
		r.wantRequests(`stream ""`, `stream "11"`)
		r.wantContent(map[string]string{"ns/a": "9"})
		r.wantVersion("12")
	})
}

func TestStreamOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{streams: watchAnswers{keepsOpen(endMarker("1"))}}
		start(t, s, reflector.Options{})
		got := s.asked(0)
		if !*got.SendInitialEvents || !got.AllowWatchBookmarks || got.ResourceVersionMatch != metav1.ResourceVersionMatchNotOlderThan ||
			got.TimeoutSeconds == nil || *got.TimeoutSeconds != 300 || got.Limit != 0 {
			t.Errorf("options are %+v", got)
		}
	})
}

// Initial events may already be followed by changes before the end marker.
func TestStreamIsGatheredInOrderOfArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{streams: watchAnswers{keepsOpen(
			added("a", "1"), added("b", "2"), added("c", "3"), added("b", "2"),
			deleted("a", "4"), modified("b", "5"), deleted("never", "6"), added("a", "7"), bookmark("7"), endMarker("8"))}}
		store := &ordered{recorder: newRecorder()}
		r := reflector.New(s, store, reflector.Options{})
		stop := runUntilStopped(t, r)
		if want := []string{"ns/b@5", "ns/c@3", "ns/a@7"}; !slices.Equal(store.order, want) {
			t.Errorf("the store got %v, want %v", store.order, want)
		}
		stop()
	})
}

// A stream without changes is handed on as it came, and the last of two objects with
// one name, which no server sends, is the one that counts.
func TestStreamOfAddedObjectsIsGatheredAsItCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{streams: watchAnswers{keepsOpen(
			added("c", "3"), added("a", "1"), added("b", "2"), added("a", "4"), endMarker("8"))}}
		store := &ordered{recorder: newRecorder()}
		stop := runUntilStopped(t, reflector.New(s, store, reflector.Options{}))
		if want := []string{"ns/c@3", "ns/a@1", "ns/b@2", "ns/a@4"}; !slices.Equal(store.order, want) {
			t.Errorf("the store got %v, want %v", store.order, want)
		}
		stop()
	})
}

// ordered remembers the order of the items of a Replace.
type ordered struct {
	*recorder
	order []string
}

func (o *ordered) Replace(items []any, version string) error {
	for _, item := range items {
		k, v := keyAndVersion(item)
		o.order = append(o.order, k+"@"+v)
	}
	return o.recorder.Replace(items, version)
}

func TestServerThatRefusesStreamsIsListed(t *testing.T) {
	for name, answer := range map[string]watchAnswers{
		"invalid":        {watchError(cannotStream())},
		"bad request":    {watchError(fmt.Errorf("no"))},
		"error in it":    {keepsOpen(added("a", "1"), failure(serverError()))},
		"always expired": {watchError(expired())},
		"always gone":    {keepsOpen(failure(gone()))},
	} {
		t.Run(name, func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) {
				s := &script{streams: answer, lists: listAnswers{listOf("7", "", obj("b", "7"))}, watches: watchAnswers{keepsOpen()}}
				r := over.start(t, s, reflector.Options{})
				r.wantHistory("replace 1@7")
				r.wantState(reflector.Watching)
				if got := r.Stats(); got.Fallbacks != 1 || got.StreamLists != 1 || got.Lists != 1 {
					t.Errorf("stats are %+v", got)
				}
			})
		})
	}
}

func TestSourceThatCannotStreamIsNotAskedTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{silent: true, lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen()}}
		r := start(t, s, reflector.Options{ListMode: reflector.ListStream})
		r.wantRequests(`list "0" limit=500`, `watch "7"`)
	})
}

// After a refused version the stream begins from the newest.
func TestStreamFromAnUnavailableVersionBeginsAnew(t *testing.T) {
	for name, answer := range map[string]func() watchAnswers{
		"expired":   func() watchAnswers { return watchAnswers{watchError(expired())} },
		"too large": func() watchAnswers { return repeated(11, watchError(tooLarge())) },
		"in stream": func() watchAnswers { return watchAnswers{closes(0, added("a", "2"), failure(expired()))} },
	} {
		t.Run(name, func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) {
				streams := watchAnswers{closes(0, endMarker("100"), failure(serverError()))}
				streams = append(streams, answer()...)
				if !over.repeats {
					streams = streams[:2]
				}
				streams = append(streams, keepsOpen(added("b", "50"), endMarker("50")))
				s := &script{streams: streams}
				r := over.start(t, s, reflector.Options{})
				settle(time.Minute)
				r.wantRequests(`stream ""`, `stream "100"`, `stream ""`)
				r.wantHistory("replace 0@100", "replace 1@50")
				r.wantVersion("50")
			})
		})
	}
}

// repeated is one answer several times, for a client that asks as often by itself.
func repeated(n int, answer func(context.Context, metav1.ListOptions) (watch.Interface, error)) (all watchAnswers) {
	for range n {
		all = append(all, answer)
	}
	return all
}

// A server may take a streaming list for an ordinary watch and never send the
// end marker (antrea-io/antrea#8123, kubernetes/kubernetes#140890). The store
// must not be half filled meanwhile, and a plain list follows.
func TestStreamWithoutEndMarkerFallsBackToAList(t *testing.T) {
	for name, c := range map[string]struct {
		answer  watchAnswers
		streams int
		within  time.Duration
	}{
		"silent after the adds":       {watchAnswers{keepsOpen(added("a", "1"), bookmark("1"))}, 1, 2 * time.Minute},
		"silent from the start":       {watchAnswers{keepsOpen()}, 1, 2 * time.Minute},
		"closes after the adds":       {watchAnswers{closes(0, added("a", "1"))}, 3, 10 * time.Second},
		"closes later":                {watchAnswers{closes(20*time.Second, added("a", "1"))}, 3, 2 * time.Minute},
		"closes at once":              {watchAnswers{closes(0)}, 1, time.Second},
		"closes with nothing, calmly": {watchAnswers{closes(2 * time.Second)}, 3, 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			overEachSource(t, func(t *testing.T, over over) {
				s := &script{streams: c.answer, lists: listAnswers{listOf("7", "", obj("a", "1"), obj("b", "7"))}, watches: watchAnswers{keepsOpen()}}
				r := over.start(t, s, reflector.Options{})
				for r.Stats().State != reflector.Watching && time.Since(s.begun) < time.Hour {
					if got := r.store.history(); len(got) > 0 {
						t.Fatalf("the store was told %v before the list was whole", got)
					}
					settle(time.Second)
				}
				if took := time.Since(s.begun); took > c.within {
					t.Errorf("the plain list came after %v, more than %v", took, c.within)
				}
				if got := int(r.Stats().StreamLists); got != c.streams {
					t.Errorf("%d streams, want %d", got, c.streams)
				}
				r.wantHistory("replace 2@7")
				r.stopWithin(time.Second)
			})
		})
	}
}

func TestStreamWithoutEndMarkerThatGoesOnForEverIsBounded(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		st := newStream()
		go func() {
			for n := 1; ; n++ {
				select {
				case st.events <- modified("hot", fmt.Sprint(n)):
					time.Sleep(5 * time.Second)
				case <-st.stopped:
					return
				}
			}
		}()
		s := &script{streams: watchAnswers{opens(st)}, lists: listAnswers{listOf("7", "")}, watches: watchAnswers{keepsOpen()}}
		r := over.start(t, s, reflector.Options{MinWatchTimeout: 2 * time.Minute})
		settle(3 * time.Minute)
		r.wantHistory("replace 0@7")
		settle(time.Minute)
	})
}

// Each relist would have to wait for the bound again otherwise.
func TestServerThatBrokeTheProtocolIsListedPlainlyForAnHour(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{
			streams: watchAnswers{keepsOpen(), keepsOpen(endMarker("9"))},
			lists:   listAnswers{listOf("7", "")},
			watches: watchAnswers{expiresAfter(10 * time.Minute), expiresAfter(time.Hour)},
		}
		r := over.start(t, s, reflector.Options{WatchOvertime: -1})
		settle(3 * time.Hour)
		r.wantRequests(`stream ""`, `list "0" limit=500`, `watch "7"`, `list "7"`, `watch "7"`, `stream "7"`)
	})
}

func TestServerThatIsAwayIsAskedAgainForTheStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{streams: watchAnswers{watchError(tooMany()), closes(0, failure(tooMany())), keepsOpen(endMarker("7"))}}
		r := start(t, s, reflector.Options{})
		settle(time.Minute)
		r.wantRequests(`stream ""`, `stream ""`, `stream ""`)
		r.wantHistory("replace 0@7")
		wantTimes(t, s, 0, 800*time.Millisecond, 2400*time.Millisecond)
	})
}

func TestStoreThatRefusesAStreamedListIsOfferedTheNextOne(t *testing.T) {
	overEachSource(t, func(t *testing.T, over over) {
		s := &script{streams: watchAnswers{keepsOpen(added("a", "1"), endMarker("1")), keepsOpen(added("a", "1"), endMarker("2"))}}
		store := newRecorder()
		store.failOn("replace", fmt.Errorf("full"))
		r := over.startWith(t, s, store, reflector.Options{})
		if got := len(r.heard()); got != 1 {
			t.Errorf("the error handler heard %d errors, want 1", got)
		}
		r.wantVersion("")
		if n := s.leftOpen(); n != 0 {
			t.Errorf("%d streams left open", n)
		}
		store.failOn("replace", nil)
		settle(time.Minute)
		r.wantRequests(`stream ""`, `stream ""`)
		r.wantHistory("replace 1@2")
		r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonStore: 1})
	})
}

// expiresAfter ends a watch with a 410 after a while.
func expiresAfter(d time.Duration) func(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return expiresWith(d, expired())
}

func expiresWith(d time.Duration, err *apierrors.StatusError) func(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return func(context.Context, metav1.ListOptions) (watch.Interface, error) {
		st := newStream()
		time.AfterFunc(d, func() { st.send(failure(err)) })
		return st, nil
	}
}
