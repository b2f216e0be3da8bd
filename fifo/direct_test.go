package fifo_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

// directRig is a Direct with a consumer that writes down what it is given, in a bubble.
type directRig struct {
	*fifo.Direct
	calls    []string
	outcomes []string // what Pop returned or panicked with
	fail     func() error
	done     chan struct{}
}

// newDirectRig starts a consumer that pops until the queue is closed.
func newDirectRig(t *testing.T, o fifo.Options, batch bool) *directRig {
	r := &directRig{Direct: fifo.NewDirect(o), done: make(chan struct{})}
	go r.consume(batch)
	t.Cleanup(r.end)
	return r
}

// end closes the queue and waits for the consumer.
func (r *directRig) end() { r.Close(); <-r.done }

func (r *directRig) consume(batch bool) {
	defer close(r.done)
	for {
		err := r.pop(batch)
		if errors.Is(err, cache.ErrFIFOClosed) {
			return
		}
		line, _, _ := strings.Cut(fmt.Sprint(err), "\n") // without a stack
		r.outcomes = append(r.outcomes, line)
	}
}

func (r *directRig) pop(batch bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %w", p.(error))
		}
	}()
	if !batch {
		_, err = r.Pop(r.single)
		return err
	}
	return r.PopBatch(r.batch, r.single)
}

func (r *directRig) single(obj any, initial bool) error {
	return r.note("", obj.(cache.Deltas), initial)
}

func (r *directRig) batch(deltas []cache.Delta, initial bool) error {
	return r.note(fmt.Sprint(len(deltas), ":"), deltas, initial)
}

func (r *directRig) note(what string, deltas []cache.Delta, initial bool) error {
	for _, delta := range deltas {
		if info, ok := delta.Object.(cache.ReplacedAllInfo); ok {
			what += fmt.Sprint(" list of ", len(info.Objects), "@", info.ResourceVersion)
			continue
		}
		what += " " + strings.TrimSpace(show(delta))
	}
	if initial {
		what += " *"
	}
	r.calls = append(r.calls, strings.TrimSpace(what))
	if r.fail != nil {
		return r.fail()
	}
	return nil
}

func (r *directRig) want(t *testing.T, calls ...string) {
	t.Helper()
	synctest.Wait()
	if !slices.Equal(r.calls, calls) {
		t.Errorf("the consumer got\n%q, want\n%q", r.calls, calls)
	}
	r.calls = nil
}

func (r *directRig) apply(t *testing.T, events ...watch.Event) {
	t.Helper()
	r.ApplyEvents(events, func(i int, err error) { t.Errorf("event %d: %v", i, err) })
}

func event(kind watch.EventType, name string, version int) watch.Event {
	return watch.Event{Type: kind, Object: object(name, version)}
}

func mark(version string) watch.Event {
	return watch.Event{Type: watch.Bookmark, Object: &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{ResourceVersion: version}}}
}

// When a write returns it has been processed, on the writer's goroutine.
func TestDirectProcessesBeforeItReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, true)
		must(t, r.Replace([]any{object("a", 1), object("b", 2)}, "2"))
		must(t, r.Update(object("a", 3)))
		must(t, r.Delete(tombstone("b", nil)))
		must(t, r.Bookmark("5"))
		must(t, r.Resync())
		if len(r.calls) != 5 {
			t.Errorf("%d calls before anything else could run", len(r.calls))
		}
		r.want(t, "list of 2@2 *", "1: Updated a@3", "1: Deleted †", "Bookmark", "SyncAll")
	})
}

// Events that come together are one batch, whatever their keys; bookmarks keep their place.
func TestDirectMakesOneBatchOfWhatIsReady(t *testing.T) {
	events := []watch.Event{event(watch.Added, "a", 1), event(watch.Modified, "a", 2), event(watch.Deleted, "b", 3),
		mark("4"), event(watch.Modified, "c", 5), event(watch.Added, "d", 6), mark("7"), mark("8")}
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, true)
		r.apply(t, events...)
		r.want(t, "3: Added a@1 Updated a@2 Deleted b@3", "Bookmark", "2: Updated c@5 Added d@6", "Bookmark", "Bookmark")
		r.apply(t)
		r.want(t)
	})
	synctest.Test(t, func(t *testing.T) {
		r := newDirectRig(t, fifo.Options{}, false)
		r.apply(t, events[:4]...)
		r.want(t, "Added a@1", "Updated a@2", "Deleted b@3", "Bookmark")
	})
}

// The transform sees each object once, no tombstone, and nothing twice of a streaming
// list. An event that it refuses is reported, and the others are one batch.
func TestDirectTransforms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused, calls := errors.New("refused"), 0
		r := newDirectRig(t, fifo.Options{Transform: func(obj any) (any, error) {
			calls++
			o := obj.(*metav1.PartialObjectMetadata)
			if o.Name == "bad" {
				return nil, refused
			}
			return object(o.Name+"'", calls), nil
		}}, true)
		list := []any{object("a", 0), object("bad", 0)}
		if err := r.Replace(list, "1"); !errors.Is(err, refused) || r.HasSynced() || show(cache.Delta{Object: list[0]}) != " a@0" {
			t.Errorf("a list that cannot be transformed: %v, synced=%v, %v", err, r.HasSynced(), list[0])
		}
		must(t, r.Replace(list[:1], "2"))
		must(t, r.ReplaceTransformed([]any{object("x", 9)}, "3"))
		must(t, r.Delete(tombstone("a", nil)))
		var failed []int
		r.ApplyEvents([]watch.Event{event(watch.Added, "b", 0), event(watch.Added, "bad", 0), event(watch.Deleted, "c", 0)},
			func(i int, err error) { failed = append(failed, i) })
		if !slices.Equal(failed, []int{1}) || calls != 6 || r.Transformer() == nil {
			t.Errorf("failed %v, %d calls", failed, calls)
		}
		r.want(t, "list of 1@2 *", "list of 1@3", "1: Deleted †", "2: Added b'@4 Deleted c'@6")
	})
}
