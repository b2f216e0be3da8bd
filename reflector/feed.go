package reflector

import (
	"k8s.io/apimachinery/pkg/watch"

	"informerbench/wire"
)

// feed is the receiving end of a watch, whether it hands over single events or
// whole batches. It outlives the pump that reads it: a batch may hold the end
// marker of a streaming list and events that belong to the watch behind it.
type feed struct {
	single  <-chan watch.Event   // nil for a watch that has batches
	batches <-chan []watch.Event // nil for one that has none
	recycle func([]watch.Event)

	batch []watch.Event // the one that is being read, empty if none
	next  int           // what of it has been read
}

func newFeed(w watch.Interface) *feed {
	if b, ok := w.(wire.BatchWatch); ok {
		return &feed{batches: b.Batches(), recycle: b.Recycle}
	}
	return &feed{single: w.ResultChan()}
}

// always is ready at any time.
var always = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// rest is ready while a batch has events that have not been read.
func (f *feed) rest() <-chan struct{} {
	if f.next < len(f.batch) {
		return always
	}
	return nil
}

// more brings the next batch; not before the one that is read has been read.
func (f *feed) more() <-chan []watch.Event {
	if f.next < len(f.batch) {
		return nil
	}
	return f.batches
}

// begin makes a received batch the one that is read. Ok is false if it is empty.
func (f *feed) begin(batch []watch.Event) (ok bool) {
	f.batch, f.next = batch, 0
	return len(batch) > 0
}

// step reads the next event of the batch; there must be one. A batch that has been
// read goes back at once: its events were copied, and the sooner it is back the
// fewer there are.
func (f *feed) step() watch.Event {
	ev := f.batch[f.next]
	if f.next++; f.next == len(f.batch) {
		batch := f.batch
		f.batch, f.next = nil, 0
		f.recycle(batch)
	}
	return ev
}

// ready reads the next event that can be had without waiting: got is false if there
// is none, and open if the watch has ended.
func (f *feed) ready() (ev watch.Event, got, open bool) {
	if f.next < len(f.batch) {
		return f.step(), true, true
	}
	if f.batches != nil {
		return f.readyBatch()
	}
	select { // over one channel: that is several times cheaper than over two
	case ev, open = <-f.single:
		return ev, open, open
	default:
		return ev, false, true
	}
}

func (f *feed) readyBatch() (ev watch.Event, got, open bool) {
	select {
	case batch, open := <-f.batches:
		if !open || !f.begin(batch) {
			return ev, false, open
		}
		return f.step(), true, true
	default:
		return ev, false, true
	}
}
