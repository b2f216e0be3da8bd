package reflector

import (
	"context"

	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// BatchStore is what a store may offer besides cache.ReflectorStore: to take at once
// all events of a watch that are ready, so that it can apply them as one.
type BatchStore interface {
	cache.ReflectorStore
	// ApplyEvents does what Add, Update, Delete and the Bookmark of a
	// [cache.ReflectorBookmarkStore] do, for one event after the other. The types are
	// Added, Modified, Deleted and Bookmark; a bookmark always has a version, and an
	// object always has metadata. An event that is refused is reported to failed by its
	// index, during the call, and does not keep the others out. The slice remains the
	// caller's and is used again.
	ApplyEvents(events []watch.Event, failed func(event int, err error))
}

const (
	// mostInBatch bounds the events that are handed over at once: enough to make what a
	// transaction costs by itself disappear, few enough that a reader who has to wait
	// for one does not wait for long.
	mostInBatch = 1000
	// keptBatch is how many events a batch has room for while little happens.
	keptBatch = 64
)

// ready collects the events of one batch. It is taken for granted only when the store has
// it: until then nothing here counts.
type ready struct {
	events    []watch.Event
	bookmarks uint64 // of them and of those without a version, which the store does not get
	empty     uint64 // bookmarks without a version
	version   string // the last one that may be believed
	moved     bool   // there is one
	// failed is what the store reports refused events to, made once for all batches.
	failed func(event int, err error)
}

// takeBatch is takeBurst for a store that takes batches: it receives what it can
// receive without waiting and hands it over in one call, also before an error or the
// end of the stream.
func (p *pump) takeBatch(ctx context.Context, ev watch.Event) (ended bool, err error) {
	defer p.publish()
	open := true
	for n, got := 1, true; got; n++ {
		if err = p.hold(ctx, ev); err != nil || n == mostInBatch {
			break
		}
		ev, got, open = p.stream.ready()
	}
	p.commit()
	return !open || err != nil, err
}

// hold puts an event into the batch. The error is that of an Error event.
func (p *pump) hold(ctx context.Context, ev watch.Event) error {
	about, ok, err := p.inspect(ctx, ev)
	if !ok {
		return err
	}
	version := about.GetResourceVersion()
	if ev.Type == watch.Bookmark {
		p.ready.bookmarks++
		if version == "" {
			p.ready.empty++
			return nil
		}
	}
	p.ready.events = append(p.ready.events, ev)
	if p.believes(version) {
		p.ready.version, p.ready.moved = version, true
	}
	return nil
}

// commit hands the batch over. Only then do its events and its version count: a store
// that panics has not taken them.
func (p *pump) commit() {
	r := &p.ready
	if len(r.events) > 0 {
		defer r.forget()
		p.batches.ApplyEvents(r.events, r.failed)
	}
	n := uint64(len(r.events)) + r.empty
	p.passed += n
	p.burst.events += n
	p.burst.bookmarks += r.bookmarks
	r.bookmarks, r.empty = 0, 0
	if r.moved {
		r.moved = false
		p.setVersion(r.version)
	}
}

// forget lets go of the objects: the next batch may be hours away. The room of a burst
// goes back too, once a batch no longer needs it.
func (r *ready) forget() {
	if cap(r.events) > keptBatch && len(r.events) < cap(r.events)/4 {
		r.events = nil
		return
	}
	clear(r.events)
	r.events = r.events[:0]
}
