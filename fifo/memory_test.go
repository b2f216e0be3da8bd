package fifo_test

import (
	"fmt"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

// A burst's memory is given back when it is drained (kubernetes/kubernetes#105031).
func TestBurstMemoryIsGivenBack(t *testing.T) {
	const burst = 20_000
	keyed, inOrder := fifo.NewDeltaFIFO(newState(), fifo.Options{}), fifo.NewInOrder(fifo.Options{})
	for _, q := range []interface {
		cache.QueueWithBatch
		Chunks() int
	}{keyed, inOrder} {
		for i := range burst {
			must(t, q.Add(object(fmt.Sprint(i), i)))
		}
		if q.Chunks() < burst/128 {
			t.Fatalf("%T has only %d chunks in a burst", q, q.Chunks())
		}
		q.Close()
		for q.PopBatch(discardBatch, discard) == nil {
			continue
		}
		if q.Chunks() > 1 {
			t.Errorf("%T keeps %d chunks", q, q.Chunks())
		}
	}
	if keyed.Peak() != 0 {
		t.Errorf("the map was made for %d keys", keyed.Peak())
	}
}

func discard(any, bool) error                { return nil }
func discardBatch([]cache.Delta, bool) error { return nil }

// One allocation holds the delta, one makes Deltas an interface value.
func TestPushAndPopAllocateTwice(t *testing.T) {
	obj := object("a", 1)
	for name, q := range map[string]cache.Queue{
		"deltafifo": fifo.NewDeltaFIFO(nil, fifo.Options{}),
		"inorder":   fifo.NewInOrder(fifo.Options{}),
	} {
		got := testing.AllocsPerRun(1000, func() {
			_ = q.Update(obj)
			_, _ = q.Pop(discard)
		})
		if got > 2 {
			t.Errorf("%s: %v allocations, want at most 2", name, got)
		}
	}
}
