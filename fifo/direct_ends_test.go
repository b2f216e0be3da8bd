package fifo_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

// An error ends one Pop and no more: the next consumer gets what follows.
func TestDirectReportsErrorsToTheConsumer(t *testing.T) {
	for _, batch := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			r := newDirectRig(t, fifo.Options{}, batch)
			r.fail = func() error { r.fail = nil; return errors.New("no room") }
			must(t, r.Add(object("a", 1)))
			must(t, r.Add(object("b", 2)))
			synctest.Wait()
			if len(r.calls) != 2 || !slices.Equal(r.outcomes, []string{"no room"}) {
				t.Errorf("calls %q, outcomes %q", r.calls, r.outcomes)
			}
		})
	}
}

// A panic goes on in the consumer's goroutine, with the stack of where it was; its
// deltas are gone and the queue goes on.
func TestDirectPassesPanicsToTheConsumer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, true)
		r.fail = func() error { r.fail = nil; panic(errRefusal) }
		r.apply(t, event(watch.Added, "a", 1), event(watch.Added, "b", 2))
		r.apply(t, event(watch.Added, "c", 3))
		r.want(t, "2: Added a@1 Added b@2", "1: Added c@3")
		if !slices.Equal(r.outcomes, []string{"panic: processing panicked: refusal"}) {
			t.Errorf("outcomes %q", r.outcomes)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		q := fifo.NewDirect(fifo.Options{})
		go func() { _ = q.Add(object("a", 1)) }()
		defer q.Close()
		defer func() {
			err, _ := recover().(error)
			if !errors.Is(err, errRefusal) || !strings.Contains(err.Error(), "panicsHere") {
				t.Errorf("panicked with %v", err)
			}
		}()
		_, _ = q.Pop(panicsHere)
	})
}

var errRefusal = errors.New("refusal")

func panicsHere(any, bool) error { panic(errRefusal) }

// A writer whose goroutine ends while it processes lets the consumer go.
func TestDirectSurvivesTheEndOfTheWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, true)
		r.fail = func() error { r.fail = nil; runtime.Goexit(); return nil }
		go func() { _ = r.Add(object("a", 1)) }()
		synctest.Wait()
		must(t, r.Add(object("b", 2)))
		if r.want(t, "1: Added a@1", "1: Added b@2"); len(r.outcomes) != 1 {
			t.Errorf("outcomes %q", r.outcomes)
		}
	})
}

func TestDirectPutsBackWhatTheConsumerAsksFor(t *testing.T) {
	for _, reason := range []error{nil, errors.New("not yet")} {
		synctest.Test(t, func(t *testing.T) {
			r := newDirectRig(t, fifo.Options{}, true)
			r.fail = func() error { r.fail = nil; return fifo.ErrRequeue{Err: reason} }
			r.apply(t, event(watch.Added, "a", 1), event(watch.Added, "b", 2))
			r.apply(t, event(watch.Added, "a", 3))
			r.want(t, "2: Added a@1 Added b@2", "2: Added a@1 Added b@2", "1: Added a@3")
			if want := "<nil>"; reason == nil && !slices.Equal(r.outcomes, []string{want}) {
				t.Errorf("outcomes %q", r.outcomes)
			}
		})
	}
}

// The first list counts when it was processed without an error, and until then each list
// is the first. (kubernetes/kubernetes#31755 is about queues that were synced too early.)
func TestDirectSyncsWithAListThatWasProcessed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, true)
		for _, fail := range []func() error{func() error { return errRefusal }, func() error { panic(errRefusal) }} {
			r.fail = fail
			if err := r.Replace([]any{object("a", 1)}, "1"); !errors.Is(err, errRefusal) || r.HasSynced() {
				t.Errorf("a list that fails: %v, synced=%v", err, r.HasSynced())
			}
		}
		r.fail = func() error {
			if r.HasSynced() {
				t.Error("synced during the call")
			}
			return nil
		}
		must(t, r.Replace([]any{object("a", 2)}, "2"))
		if !r.HasSynced() || !cache.IsDone(r.HasSyncedChecker()) {
			t.Error("not synced after the first list")
		}
		r.fail = nil
		must(t, r.Replace(nil, "3"))
		r.want(t, "list of 1@1 *", "list of 1@1 *", "list of 1@2 *", "list of 0@3")
	})
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, true)
		must(t, r.Bookmark("1"))
		if r.HasSynced() {
			t.Error("a bookmark counts as the first write")
		}
		if must(t, r.Add(object("a", 1))); !r.HasSynced() {
			t.Error("there is no list to wait for")
		}
	})
}

// Close ends those who wait: consumers, and writers without a consumer. It waits for the
// call that is running, and nothing is processed afterwards.
func TestDirectCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, written := fifo.NewDirect(fifo.Options{}), make(chan error)
		go func() { must(t, q.Resync()); written <- q.Replace(nil, "1") }()
		synctest.Wait() // it has no consumer
		q.Close()
		q.Close()
		if err := <-written; !errors.Is(err, cache.ErrFIFOClosed) || q.HasSynced() {
			t.Errorf("a list for nobody: %v, synced=%v", err, q.HasSynced())
		}
		if _, err := q.Pop(discard); !errors.Is(err, cache.ErrFIFOClosed) {
			t.Errorf("Pop returned %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		r, release := newDirectRig(t, fifo.Options{}, true), make(chan struct{})
		r.fail = func() error { <-release; return nil }
		var writer sync.WaitGroup
		writer.Go(func() { must(t, r.Add(object("a", 1))); must(t, r.Add(object("b", 2))) })
		synctest.Wait()
		r.Close()
		synctest.Wait()
		select {
		case <-r.done:
			t.Error("the consumer has gone while its function runs")
		default:
		}
		close(release)
		writer.Wait()
		<-r.done
		if len(r.calls) == 0 || r.calls[0] != "1: Added a@1" {
			t.Errorf("calls %q", r.calls)
		}
	})
}

// An outcome that comes together with Close is still returned, once.
func TestDirectReturnsTheLastOutcome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, true)
		r.fail = func() error { r.Close(); return errRefusal }
		must(t, r.Add(object("a", 1)))
		<-r.done
		if !slices.Equal(r.outcomes, []string{"refusal"}) {
			t.Errorf("outcomes %q", r.outcomes)
		}
	})
}

// Many writers, one at a time.
func TestDirectTakesManyWriters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, true)
		var writers sync.WaitGroup
		for range 8 {
			writers.Go(func() {
				for i := range 50 {
					must(t, r.Update(object("a", i)))
				}
			})
		}
		writers.Wait()
		if len(r.calls) != 400 {
			t.Errorf("%d calls", len(r.calls))
		}
	})
}
