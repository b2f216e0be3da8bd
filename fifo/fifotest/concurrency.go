package fifotest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"k8s.io/client-go/tools/cache"
)

var concurrencyCases = []queueCase{
	{"ConcurrentProducersLoseNothing", concurrentProducersLoseNothing},
}

// Writers of keys of their own and a resync run beside the consumer. The
// recorder checks every history, the race detector the rest.
func concurrentProducersLoseNothing(t *testing.T, s suite) {
	r := newRig(s)
	consumed := make(chan error, 1)
	go func() {
		for {
			if err := r.pop(); err != nil {
				consumed <- err
				return
			}
		}
	}()
	const writers, writes = 4, 400
	var producers sync.WaitGroup
	for w := range writers {
		producers.Go(func() {
			for i := range writes {
				write(t, r, fmt.Sprint("w", w, "-", i%7), i)
				if i%100 == 0 && r.Resync() != nil {
					t.Error("resync failed")
				}
			}
		})
	}
	within(t, func() {
		producers.Wait()
		r.Close()
		if err := <-consumed; !errors.Is(err, cache.ErrFIFOClosed) {
			t.Errorf("the consumer ended with %v", err)
		}
	})
	must(t, errors.Join(r.fault, r.seen.fault))
	if got, want := len(r.state.ListKeys()), writers*7; got != want {
		t.Errorf("the store holds %d objects, want %d", got, want)
	}
}

// write has each key live through adds, updates and a delete now and then, the
// last of them an add.
func write(t *testing.T, r *rig, key string, i int) {
	obj := newObject(key, i)
	var err error
	switch (i / 7) % 5 {
	case 0:
		err = r.Add(obj)
	case 3:
		err = r.Delete(obj)
	case 4:
		err = r.Add(obj)
	default:
		err = r.Update(obj)
	}
	if err != nil {
		t.Error(err)
	}
}
