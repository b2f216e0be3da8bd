package reflector

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/watch"
)

// target is where events go: the store, or a collection.
type target interface {
	Add(obj any) error
	Update(obj any) error
	Delete(obj any) error
}

// pump moves events from one stream to a target, in the order in which they
// arrive. It makes no allocation for an event.
type pump struct {
	*machine
	stream openStream
	to     target

	// collecting: the target is a collection. The pump then ends at the end
	// marker, and at the first object that the target refuses, for a
	// collection with a hole must not become the store.
	collecting bool
	patience   *patience // set while collecting
	life       life      // set while watching

	version string // last one that may be believed; "" if none yet
	past    bool   // past the synthetic Added events, whose versions do not rise
	marked  bool   // the end marker came
	refused error  // why the collection refused an object

	ended error // what run returned, while collecting

	passed  uint64 // events passed on
	skipped uint64 // events left out

	// ready is the batch that is being received, for a store that takes batches.
	ready ready

	// Counted here and published once a burst: an atomic or a lock for each
	// event would cost as much as the rest of the loop.
	burst struct {
		events, bookmarks, skipped uint64
		moved                      bool
	}
}

// mostInBurst bounds the events taken between two looks at everything else that
// may be due, and so how far a stop or a published version may trail.
const mostInBurst = 64

// run passes events on until the stream ends (nil), brings an error, the end
// marker came while collecting (nil, marked), or ctx is cancelled. It leaves
// stopping the stream to the caller.
func (p *pump) run(ctx context.Context) error {
	in := p.stream.feed
	p.ready.failed = func(i int, err error) { p.storeFailed(ctx, p.ready.events[i], err) }
	for p.resync.err == nil {
		// Asked first, for of two cases that are ready a select takes either, and events may
		// be ready at all times.
		if err := ctx.Err(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.resync.due():
			p.resync.tick()
		case <-p.patience.due():
			if err := p.checkPatience(); err != nil {
				return err
			}
		case <-p.life.over():
			if !p.life.proven(p.passed + p.skipped) {
				return fmt.Errorf("%w for %v", errSilent, p.life.limit)
			}
		case <-in.rest(): // what a burst left of a batch, or a streaming list of its last one
			if ended, err := p.takeReady(ctx, in.step()); ended || err != nil {
				return err
			}
		case ev, open := <-in.single:
			if !open {
				return nil
			}
			if ended, err := p.takeReady(ctx, ev); ended || err != nil {
				return err
			}
		case batch, open := <-in.more():
			if !open {
				return nil
			}
			in.begin(batch) // read by the next round
		}
	}
	return p.resync.err
}

// takeReady takes what is ready, in one call of the store if that takes batches. A
// collection takes none: it can refuse an object, and then nothing behind that counts.
func (p *pump) takeReady(ctx context.Context, ev watch.Event) (ended bool, err error) {
	if p.batches != nil && !p.collecting {
		return p.takeBatch(ctx, ev)
	}
	return p.takeBurst(ctx, ev)
}

// takeBurst takes ev and whatever waits behind it: asking one channel whether
// something waits is several times cheaper than a select over all of them.
func (p *pump) takeBurst(ctx context.Context, ev watch.Event) (ended bool, err error) {
	defer p.publish()
	for n := 1; ; n++ {
		if err := p.take(ctx, ev); err != nil || p.marked {
			return true, err
		}
		if n == mostInBurst {
			return false, nil
		}
		got, open := false, false
		if ev, got, open = p.stream.ready(); !got {
			return !open, nil
		}
	}
}

// publish makes a burst visible to other goroutines. The store has taken all of
// it by now, so the version is not ahead of the store; and as it is deferred, a
// panicking store leaves what it did take accounted for.
func (p *pump) publish() {
	b := &p.burst
	if b.moved {
		p.versions.publish(p.version)
	}
	p.stats.events.Add(b.events)
	if b.bookmarks > 0 {
		p.stats.bookmarks.Add(b.bookmarks)
	}
	if b.skipped > 0 {
		p.stats.skipped.Add(b.skipped)
	}
	b.events, b.bookmarks, b.skipped, b.moved = 0, 0, 0, false
}

// checkPatience warns about a stream that owes its end marker, and ends one
// that has owed it for too long.
func (p *pump) checkPatience() error {
	idle, spent := p.patience.tick(p.passed)
	if spent {
		return fmt.Errorf("%w after %d events, the last %v ago", errNoMarker, p.passed, idle)
	}
	if idle > 0 {
		p.log.Info("Warning: still waiting for the end of initial events", "reflector", p.o.Name, "type", p.o.TypeDescription, "events", p.passed, "idle", idle)
	}
	return nil
}

// streamError turns an Error event into an error. Its Status goes no further
// (kubernetes-client/java#1829).
func streamError(ev watch.Event) error { return apierrors.FromObject(ev.Object) }
