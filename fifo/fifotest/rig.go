package fifotest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

// rig is a queue with a consumer that writes to client-go's store and records
// what the handler sees.
type rig struct {
	cache.QueueWithBatch
	state     cache.Indexer
	processor *fifo.Processor
	seen      *recorder
	batch     bool
	// fault is the first thing that went wrong inside a process function.
	fault error
}

func newRig(s suite) *rig {
	return newRigWith(s, s.newQueue)
}

func newRigWith(s suite, newQueue NewQueue) *rig {
	r := &rig{batch: s.batch}
	r.state = cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, cache.Indexers{})
	r.seen = &recorder{state: r.state}
	r.processor = &fifo.Processor{Handler: r.seen, State: r.state}
	r.QueueWithBatch = newQueue(r.state)
	return r
}

// pop pops once, in the way of the case.
func (r *rig) pop() error {
	return r.popWith(r.processor.Process, r.processor.ProcessBatch)
}

func (r *rig) popWith(process cache.PopProcessFunc, processBatch cache.ProcessBatchFunc) error {
	if !r.batch {
		_, err := r.Pop(process)
		return err
	}
	return r.PopBatch(func(deltas []cache.Delta, initial bool) error {
		if err := checkBatch(deltas); err != nil {
			r.fault = errors.Join(r.fault, err)
		}
		return processBatch(deltas, initial)
	}, process)
}

// checkBatch returns an error unless the batch has several deltas, all of single
// objects and of different keys.
func checkBatch(deltas []cache.Delta) error {
	keys := map[string]bool{}
	for _, delta := range deltas {
		switch delta.Type {
		case cache.ReplacedAll, cache.SyncAll, cache.Bookmark:
			return fmt.Errorf("a %s delta in a batch", delta.Type)
		}
		key := keyOf(delta.Object)
		if keys[key] {
			return fmt.Errorf("key %q twice in a batch", key)
		}
		keys[key] = true
	}
	if len(deltas) < 2 {
		return fmt.Errorf("a batch of %d", len(deltas))
	}
	return nil
}

// drain closes the queue and pops all that is left: a closed queue gives out the
// rest before it says that it is closed, and takes more.
func (r *rig) drain() error {
	r.Close()
	for {
		if err := r.pop(); errors.Is(err, cache.ErrFIFOClosed) {
			return errors.Join(r.fault, r.seen.fault)
		} else if err != nil {
			return err
		}
	}
}

func (r *rig) mustDrain(t *testing.T) {
	t.Helper()
	must(t, r.drain())
}

// holds fails unless the store has exactly the objects shown by want.
func (r *rig) holds(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, obj := range r.state.List() {
		got = append(got, show(obj))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the store holds %q, want %q", got, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// within guards against a hang: a queue that deadlocks fails the case and not
// the whole run. It is no measurement.
func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("still not done")
	}
}
