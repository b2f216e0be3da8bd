package reflector_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflector"
)

func modifications(n, from int) (events []watch.Event) {
	for i := range n {
		events = append(events, modified(fmt.Sprint("o", i), fmt.Sprint(from+i)))
	}
	return events
}

// What is ready is one batch, up to a bound; what comes alone is a batch of one.
func TestReadyEventsAreOneBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newStream(modifications(700, 8)...)
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{opens(st)}}
		store := newBatchRecorder()
		r := batching(t, s, store, paged())
		wantSizes(t, store, 700)
		st.send(modified("a", "900"))
		synctest.Wait()
		wantSizes(t, store, 700, 1)

		store.during = func() { // 1,024 fit into the stream, and one more batch takes its rest
			store.during = nil
			st.send(modifications(1024, 1000)...)
		}
		st.send(modified("a", "901"))
		synctest.Wait()
		wantSizes(t, store, 700, 1, 1, 1000, 24)
		if got := r.LastSyncResourceVersion(); got != "2023" {
			t.Errorf("the version is %s", got)
		}
		if got := r.Stats().Events; got != 700+1+1+1024 {
			t.Errorf("%d events counted", got)
		}
	})
}

// What came before an error, or before the end of the stream, counts.
func TestBatchEndsAtAnErrorAndAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{
			lists: listAnswers{listOf("7", ""), listOf("20", "")},
			watches: watchAnswers{
				closes(0, added("a", "8"), modified("a", "9")),
				keepsOpen(added("b", "10"), bookmark("11"), failure(expired()), added("never", "12")),
				keepsOpen(),
			},
		}
		store := newBatchRecorder()
		r := batching(t, s, store, paged())
		settle(time.Minute)
		wantSizes(t, store, 2, 2)
		want := []string{"replace 0@7", "add ns/a@8", "update ns/a@9", "add ns/b@10", "bookmark 11", "replace 0@20"}
		if got := store.history(); !slices.Equal(got, want) {
			t.Errorf("history %q, want %q", got, want)
		}
		if got := s.log(); !slices.Equal(got, []string{`list "0" limit=500`, `watch "7"`, `watch "9"`, `list "11"`, `watch "20"`}) {
			t.Errorf("requests %q", got)
		}
		if got := r.Stats(); got.Events != 4 || got.Bookmarks != 1 {
			t.Errorf("stats are %+v", got)
		}
	})
}

// The version of a batch is seen by others, and gone on from, only when the store has it.
func TestVersionFollowsTheBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newStream()
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{opens(st)}}
		store := newBatchRecorder()
		r := batching(t, s, store, paged())
		store.during = func() {
			if got := r.LastSyncResourceVersion(); got != "7" {
				t.Errorf("the version was %s before the store had it", got)
			}
		}
		st.send(modified("a", "8"), modified("b", "9"))
		synctest.Wait()
		if got := r.LastSyncResourceVersion(); got != "9" {
			t.Errorf("the version is %s", got)
		}
	})
}

func TestRefusedEventOfABatchIsCountedAndTheOthersGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newStream(added("a", "8"), added("bad", "9"), added("b", "10"))
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{opens(st)}}
		store, before := newBatchRecorder(), handled.Load()
		store.refuse = "bad"
		r := batching(t, s, store, paged())
		if got, want := store.history(), []string{"replace 0@7", "add ns/a@8", "add ns/b@10"}; !slices.Equal(got, want) {
			t.Errorf("history %q, want %q", got, want)
		}
		if got := r.Stats(); got.StoreFailures != 1 || got.Events != 3 || handled.Load()-before != 1 {
			t.Errorf("stats are %+v, %d lines in the log", got, handled.Load()-before)
		}
	})
}

// The same events, taken together and one by one: the store, the version and the
// counters end alike.
func TestBatchesDoWhatSingleEventsDo(t *testing.T) {
	for seed := range uint64(30) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				events := anyEvents(rand.New(rand.NewPCG(seed, 1)))
				list := listOf([]string{"7", "", "0"}[seed%3], "")
				source := func() *script {
					return &script{silent: seed%2 == 0, lists: listAnswers{list}, watches: watchAnswers{keepsOpen(events...)},
						streams: watchAnswers{keepsOpen(append([]watch.Event{added("a", "3"), endMarker("5")}, events...)...)}}
				}
				together := newBatchRecorder()
				o := reflector.Options{ExpectedType: &metav1.PartialObjectMetadata{}}
				batched, single := batching(t, source(), together, o), start(t, source(), o)
				if a, b := together.history(), single.store.history(); !slices.Equal(a, b) {
					t.Errorf("together %q\none by one %q", a, b)
				}
				if a, b := batched.LastSyncResourceVersion(), single.LastSyncResourceVersion(); a != b {
					t.Errorf("versions %q and %q", a, b)
				}
				if a, b := fmt.Sprint(batched.Stats()), fmt.Sprint(single.Stats()); a != b {
					t.Errorf("stats %s and %s", a, b)
				}
			})
		})
	}
}

// anyEvents are events of all kinds, unexpected ones among them.
func anyEvents(dice *rand.Rand) (events []watch.Event) {
	for range dice.IntN(50) {
		name, version := string(rune('a'+dice.IntN(5))), fmt.Sprint(10+dice.IntN(90))
		if dice.IntN(9) == 0 {
			version = ""
		}
		events = append(events, []watch.Event{
			added(name, version), modified(name, version), deleted(name, version), bookmark(version),
			{Type: watch.Added, Object: &metav1.Status{}}, {Type: watch.Modified}, {Type: "UPSERTED", Object: obj(name, version)},
		}[dice.IntN(7)])
	}
	return events
}

// A store that takes batches gets streaming lists as others do: whole, and its later
// events in batches.
func TestStreamingListIsNoBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newStream(added("a", "3"), added("b", "4"), endMarker("5"), modified("a", "6"), modified("b", "7"))
		store := newBatchRecorder()
		batching(t, &script{streams: watchAnswers{opens(st)}}, store, reflector.Options{})
		wantSizes(t, store, 2)
		if got, want := store.history(), []string{"replace 2@5", "update ns/a@6", "update ns/b@7"}; !slices.Equal(got, want) {
			t.Errorf("history %q, want %q", got, want)
		}
	})
}

// The next batch may be hours away, and must not keep this one's objects.
func TestBatchIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newStream(modifications(100, 8)...)
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{opens(st)}}
		store := newBatchRecorder()
		batching(t, s, store, paged())
		if got := store.kept(); got != nil {
			t.Errorf("the slice still has %v", got)
		}
	})
}
