package fifo_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

func TestInOrderEmitsOneDeltaACall(t *testing.T) {
	q := fifo.NewInOrder(fifo.Options{})
	must(t, q.Replace([]any{object("a", 1)}, "1"))
	must(t, q.Update(object("a", 2)))
	must(t, q.Resync())
	must(t, q.Bookmark("5"))
	must(t, q.Delete(tombstone("a", nil)))
	q.Close()
	var got []cache.Delta
	for {
		_, err := q.Pop(func(obj any, _ bool) error { got = append(got, obj.(cache.Deltas)...); return nil })
		if err != nil {
			break
		}
	}
	if len(got) != 5 {
		t.Fatalf("popped %d deltas", len(got))
	}
	info, ok := got[0].Object.(cache.ReplacedAllInfo)
	if got[0].Type != cache.ReplacedAll || !ok || info.ResourceVersion != "1" || len(info.Objects) != 1 {
		t.Errorf("Replace gave %v", got[0])
	}
	if got[2] != (cache.Delta{Type: cache.SyncAll, Object: cache.SyncAllInfo{}}) {
		t.Errorf("Resync gave %v", got[2])
	}
	if got[3] != (cache.Delta{Type: cache.Bookmark, Object: cache.BookmarkInfo{ResourceVersion: "5"}}) {
		t.Errorf("Bookmark gave %v", got[3])
	}
}

// The keys of one batch do not cut the next one short.
func TestInOrderForgetsTheKeysOfABatch(t *testing.T) {
	q := fifo.NewInOrder(fifo.Options{BatchSize: 3})
	for version := range 4 {
		for _, name := range []string{"a", "b", "c"} {
			must(t, q.Add(object(name, version)))
		}
	}
	for range 4 {
		size := 1
		must(t, q.PopBatch(func(deltas []cache.Delta, _ bool) error { size = len(deltas); return nil }, discard))
		if size != 3 {
			t.Errorf("a batch of %d, want 3", size)
		}
	}
}

// What is not about one object is processed alone, in its place.
func TestInOrderBatchesEndAtListsResyncsAndRepeatedKeys(t *testing.T) {
	q := fifo.NewInOrder(fifo.Options{BatchSize: 3})
	for _, step := range []string{"a", "b", "a", "c", "d", "e", "!", "f", "g", "#", "h"} {
		switch step {
		case "!":
			must(t, q.Resync())
		case "#":
			must(t, q.Replace(nil, "9"))
		default:
			must(t, q.Add(object(step, 1)))
		}
	}
	q.Close()
	var got []string
	for {
		err := q.PopBatch(
			func(deltas []cache.Delta, _ bool) error { got = append(got, fmt.Sprint(len(deltas))); return nil },
			func(obj any, _ bool) error { got = append(got, string(obj.(cache.Deltas)[0].Type)); return nil })
		if err != nil {
			break
		}
	}
	if want := []string{"2", "3", "Added", "SyncAll", "2", "ReplacedAll", "Added"}; !slices.Equal(got, want) {
		t.Errorf("batches %q, want %q", got, want)
	}
}

func TestInOrderAcceptsWhileABatchIsProcessed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fifo.NewInOrder(fifo.Options{})
		release := make(chan struct{})
		go func() {
			_, _ = q.Pop(func(any, bool) error { <-release; return nil })
		}()
		must(t, q.Add(object("a", 1)))
		synctest.Wait() // the consumer is in its callback
		must(t, q.Add(object("b", 2)))
		if q.Len() != 1 {
			t.Errorf("%d deltas queued, want 1", q.Len())
		}
		close(release)
	})
}

// The producer is slowed down when two batches wait, and only then.
func TestInOrderHoldsItsLockWhenTwoBatchesWait(t *testing.T) {
	for _, waiting := range []int{3, 4} {
		q := fifo.NewInOrder(fifo.Options{BatchSize: 2})
		for i := range 2 + waiting {
			must(t, q.Add(object(fmt.Sprint(i), i)))
		}
		called := false
		must(t, q.PopBatch(func([]cache.Delta, bool) error {
			called = true
			if got, want := q.Locked(), waiting >= 4; got != want {
				t.Errorf("with %d waiting, locked is %v", waiting, got)
			}
			return nil
		}, nil))
		if !called || q.Locked() {
			t.Errorf("called is %v, locked afterwards is %v", called, q.Locked())
		}
	}
}

func TestInOrderPanicLeavesTheLockFree(t *testing.T) {
	for _, waiting := range []int{0, 4} { // unlocked and locked while processing
		q := fifo.NewInOrder(fifo.Options{BatchSize: 2})
		for i := range 2 + waiting {
			must(t, q.Add(object(fmt.Sprint(i), i)))
		}
		func() {
			defer func() { _ = recover() }()
			_ = q.PopBatch(func([]cache.Delta, bool) error { panic("batch") }, nil)
		}()
		if q.Locked() {
			t.Errorf("with %d waiting, the lock is held after a panic", waiting)
		}
		if q.Len() != waiting {
			t.Errorf("%d deltas left, want %d", q.Len(), waiting)
		}
	}
}

func TestInOrderRequeuesInFrontOfWhatCameMeanwhile(t *testing.T) {
	q := fifo.NewInOrder(fifo.Options{})
	must(t, q.Add(object("a", 1)))
	must(t, q.Add(object("b", 2)))
	reason := errors.New("later")
	err := q.PopBatch(func([]cache.Delta, bool) error {
		must(t, q.Update(object("a", 3))) // the lock is free
		return fmt.Errorf("batch: %w", fifo.ErrRequeue{Err: reason})
	}, nil)
	if err != reason {
		t.Errorf("PopBatch returned %v", err)
	}
	wantPops(t, q, []string{"Added a@1"}, []string{"Added b@2"}, []string{"Updated a@3"})
}

// A bookmark from before the first list that is put back while the list comes
// does not take the list's place as the initial delta.
func TestInOrderSyncsAfterTheListBehindARequeuedBookmark(t *testing.T) {
	q := fifo.NewInOrder(fifo.Options{})
	must(t, q.Bookmark("1"))
	_, err := q.Pop(func(any, bool) error {
		must(t, q.Replace([]any{object("a", 2)}, "2"))
		return fifo.ErrRequeue{}
	})
	must(t, err)
	for _, want := range []cache.DeltaType{cache.Bookmark, cache.ReplacedAll} {
		_, err := q.Pop(func(obj any, initial bool) error {
			if got := obj.(cache.Deltas)[0].Type; got != want || q.HasSynced() || !initial {
				t.Errorf("popped %s, want %s; initial is %v, synced %v", got, want, initial, q.HasSynced())
			}
			return nil
		})
		must(t, err)
	}
	if !q.HasSynced() {
		t.Error("not synced")
	}
}

// Users' key functions know their own objects only: putting back a list, a resync
// or a bookmark must not ask them.
func TestInOrderRequeuesAListWithoutAskingForItsKey(t *testing.T) {
	q := fifo.NewInOrder(fifo.Options{KeyFunc: func(obj any) (string, error) { return obj.(*metav1.PartialObjectMetadata).Name, nil }})
	must(t, q.Resync())
	must(t, q.Replace([]any{object("a", 1)}, "1"))
	must(t, q.Bookmark("1"))
	for _, want := range []cache.DeltaType{cache.SyncAll, cache.ReplacedAll, cache.Bookmark} {
		for _, answer := range []error{fifo.ErrRequeue{}, nil} {
			_, err := q.Pop(func(popped any, _ bool) error {
				if got := popped.(cache.Deltas)[0].Type; got != want {
					t.Errorf("popped %s, want %s", got, want)
				}
				return answer
			})
			must(t, err)
		}
	}
	if q.Len() != 0 || !q.HasSynced() {
		t.Errorf("%d deltas left, synced %v", q.Len(), q.HasSynced())
	}
}
