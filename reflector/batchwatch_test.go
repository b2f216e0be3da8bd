package reflector_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/reflector"
)

// handedOver is a watch whose batches are handed over by hand.
type handedOver struct {
	batches chan []watch.Event
	stopped chan struct{}
	once    sync.Once

	mu   sync.Mutex
	back []string // the first versions of what was given back
}

func newHandedOver(batches ...[]watch.Event) *handedOver {
	h := &handedOver{batches: make(chan []watch.Event, 64), stopped: make(chan struct{})}
	for _, b := range batches {
		h.batches <- b
	}
	return h
}

func (h *handedOver) ResultChan() <-chan watch.Event { panic("single events were asked for") }
func (h *handedOver) Batches() <-chan []watch.Event  { return h.batches }
func (h *handedOver) Stop()                          { h.once.Do(func() { close(h.stopped) }) }

// Recycle spoils the batch: who reads it now reads nonsense.
func (h *handedOver) Recycle(batch []watch.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o, ok := batch[0].Object.(*metav1.PartialObjectMetadata); ok {
		h.back = append(h.back, o.ResourceVersion)
	}
	for i := range batch {
		batch[i] = watch.Event{Type: "SPOILED"}
	}
}

func (h *handedOver) answer(context.Context, metav1.ListOptions) (watch.Interface, error) {
	return h, nil
}

func (h *handedOver) wantBack(t *testing.T, want ...string) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Equal(h.back, want) {
		t.Errorf("given back were %q, want %q", h.back, want)
	}
}

// What was decoded together is committed together, within the bound of a batch, and so
// is what waits behind it.
func TestBatchesOfAWatchAreHandedOverWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHandedOver(modifications(300, 1000))
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{h.answer}}
		store := newBatchRecorder()
		r := batching(t, s, store, paged())
		wantSizes(t, store, 300)
		h.wantBack(t, "1000")
		h.batches <- nil // allowed by nobody, and no harm
		h.batches <- modifications(2500, 2000)
		synctest.Wait()
		wantSizes(t, store, 300, 1000, 1000, 500)

		store.during = func() { // three more while the store works
			store.during = nil
			for i := range 3 {
				h.batches <- modifications(100, 5000+100*i)
			}
		}
		h.batches <- modifications(1, 4999)
		synctest.Wait()
		wantSizes(t, store, 300, 1000, 1000, 500, 1, 300)
		h.wantBack(t, "1000", "2000", "4999", "5000", "5100", "5200")
		if got := r.LastSyncResourceVersion(); got != "5299" {
			t.Errorf("the version is %s", got)
		}
		if got := r.Stats().Events; got != 3101 {
			t.Errorf("%d events counted, want 3101", got)
		}
	})
}

// A batch may have the end marker in the middle: what is behind it belongs to the watch.
func TestEventsBehindTheEndMarkerOfABatchAreWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHandedOver(
			[]watch.Event{added("a", "1"), added("b", "2")},
			[]watch.Event{added("c", "3"), endMarker("5"), modified("a", "6"), deleted("b", "7")},
			[]watch.Event{modified("a", "8")})
		s := &script{streams: watchAnswers{h.answer}}
		r := start(t, s, reflector.Options{})
		r.wantHistory("replace 3@5", "update ns/a@6", "delete ns/b@7", "update ns/a@8")
		r.wantRequests(`stream ""`)
		r.wantVersion("8")
		h.wantBack(t, "1", "3", "8")
	})
}

// The same events, in batches cut anywhere and one by one, for both kinds of stores.
func TestBatchesOfAWatchDoWhatSingleEventsDo(t *testing.T) {
	for seed := range uint64(30) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dice := rand.New(rand.NewPCG(seed, 2))
				events := anyEvents(dice)
				if dice.IntN(2) == 0 {
					events = append(events, failure(expired()), added("never", "100"))
				}
				list := listOf([]string{"7", "", "0"}[seed%3], "")
				source := func(w func(...watch.Event) watchAnswers) *script {
					streamed := append([]watch.Event{added("a", "3"), endMarker("5")}, events...)
					return &script{silent: seed%2 == 0, lists: listAnswers{list},
						watches: append(w(events...), keepsOpen()), streams: append(w(streamed...), keepsOpen(endMarker("6")))}
				}
				singly := func(all ...watch.Event) watchAnswers { return watchAnswers{keepsOpen(all...)} }
				cut := func(all ...watch.Event) watchAnswers {
					h := newHandedOver()
					for len(all) > 0 {
						n := 1 + dice.IntN(len(all))
						h.batches <- slices.Clone(all[:n])
						all = all[n:]
					}
					return watchAnswers{h.answer}
				}
				o := reflector.Options{ExpectedType: &metav1.PartialObjectMetadata{}}
				want := start(t, source(singly), o)
				one := start(t, source(cut), o)
				store := newBatchRecorder()
				whole := batching(t, source(cut), store, o)
				settle(10 * time.Second)
				for _, got := range []struct {
					name    string
					r       *reflector.Reflector
					history []string
				}{{"one by one", one.Reflector, one.store.history()}, {"whole", whole, store.history()}} {
					if a, b := got.history, want.store.history(); !slices.Equal(a, b) {
						t.Errorf("%s %q\nsingly %q", got.name, a, b)
					}
					if a, b := fmt.Sprint(got.r.Stats()), fmt.Sprint(want.Stats()); a != b {
						t.Errorf("%s: stats %s, singly %s", got.name, a, b)
					}
				}
			})
		})
	}
}

// A stop does not wait for the end of a batch.
func TestStopInTheMiddleOfABatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHandedOver(modifications(100_000, 1000))
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{h.answer}}
		ctx, cancel := context.WithCancel(t.Context())
		store, n := newRecorder(), 0
		store.entered = func(string) {
			if n++; n == 1000 {
				cancel()
			}
		}
		reflector.New(s, store, paged()).Run(ctx)
		if n > 1000+64 {
			t.Errorf("%d events were passed on after the stop", n-1000)
		}
	})
}

// Resyncs, and the bound of a streaming list, come due between the bursts of a batch.
func TestResyncsComeBetweenBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHandedOver()
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{h.answer}}
		store := newRecorder()
		store.entered = func(verb string) {
			if verb == "update" {
				time.Sleep(10 * time.Millisecond)
			}
		}
		o := paged()
		o.ResyncPeriod = time.Second
		r := startWith(t, s, store, o)
		h.batches <- modifications(6000, 1000) // a minute of work
		settle(time.Minute)
		// Of two cases that are ready a select takes either, so not every tick comes in time.
		if got := r.Stats().Resyncs; got < 5 {
			t.Errorf("%d resyncs in a minute", got)
		}
	})
}
