package reflector_test

import (
	"context"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"informerbench/wire"
)

// fakeWire is a script that hands over items in runs and events in batches, and is as
// strict as package wire allows: what is not the receiver's any more is spoiled.
type fakeWire struct {
	*script
	run int // items in one call of visit
}

var (
	_ cache.ListerWatcherWithContext = fakeWire{}
	_ wire.ItemLister                = fakeWire{}
	_ wire.BatchWatch                = (*batchWatch)(nil)
)

// ListWithContext must not be used by who can do better.
func (f fakeWire) ListWithContext(context.Context, metav1.ListOptions) (runtime.Object, error) {
	panic("a list was asked for in one piece")
}

func (f fakeWire) ListItems(ctx context.Context, o metav1.ListOptions, visit func([]runtime.Object) error) (metav1.ListMeta, error) {
	list, err := f.script.ListWithContext(ctx, o)
	if err != nil {
		return metav1.ListMeta{}, err
	}
	run := make([]runtime.Object, 0, f.run)
	pass := func() error {
		err := visit(run)
		clear(run[:cap(run)])
		run = run[:0]
		return err
	}
	err = meta.EachListItemWithAlloc(list, func(item runtime.Object) error {
		if run = append(run, item); len(run) == f.run {
			return pass()
		}
		return nil
	})
	if err == nil && len(run) > 0 {
		err = pass()
	}
	about := list.(metav1.ListMetaAccessor).GetListMeta()
	return metav1.ListMeta{ResourceVersion: about.GetResourceVersion(), Continue: about.GetContinue()}, err
}

func (f fakeWire) WatchWithContext(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
	w, err := f.script.WatchWithContext(ctx, o)
	if err != nil {
		return nil, err
	}
	return newBatchWatch(w), nil
}

// batchWatch makes batches of a stream: whatever it has ready.
type batchWatch struct {
	watch.Interface
	batches chan []watch.Event
	stopped chan struct{}
	once    sync.Once
}

func newBatchWatch(w watch.Interface) *batchWatch {
	b := &batchWatch{Interface: w, batches: make(chan []watch.Event, 4), stopped: make(chan struct{})}
	go b.forward(w.ResultChan())
	return b
}

func (b *batchWatch) forward(events <-chan watch.Event) {
	defer close(b.batches)
	for open := true; open; {
		var batch []watch.Event
		select {
		case ev, ok := <-events:
			if open = ok; ok {
				batch = append(batch, ev)
			}
		case <-b.stopped:
			return
		}
		for more := open; more && len(batch) < 1500; {
			select {
			case ev, ok := <-events:
				if open = ok; ok {
					batch = append(batch, ev)
				}
				more = ok
			default:
				more = false
			}
		}
		if len(batch) == 0 {
			continue
		}
		select {
		case b.batches <- batch:
		case <-b.stopped:
			return
		}
	}
}

func (b *batchWatch) ResultChan() <-chan watch.Event {
	panic("single events were asked for")
}

func (b *batchWatch) Batches() <-chan []watch.Event { return b.batches }

// Recycle spoils the batch: who reads it now reads nonsense.
func (b *batchWatch) Recycle(batch []watch.Event) {
	for i := range batch {
		batch[i] = watch.Event{Type: "SPOILED"}
	}
}

func (b *batchWatch) Stop() {
	b.Interface.Stop()
	b.once.Do(func() { close(b.stopped) })
}
