package reflectorbench

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"informerbench/workload"
)

// Outage is a time in which an informer is told of nothing.
type Outage struct {
	Cut     time.Time // the watches were ended
	Changed time.Time // the source had taken all that changed meanwhile
	Asked   time.Time // the informer sent its next request
}

// Outage expires the watches of the primary resource, as [Lab.Expire] does, plays prepared events at full speed, and returns when
// the informer has sent its next request. The pause before that request is the reflector's: 0.8 s at the least, and twice as long
// each further time within two minutes. What was played before the request reaches the informer by its next list only, so of several
// changes of an object it sees the last. No times of these events are kept.
func (l *Lab) Outage(ctx context.Context, events []workload.Event) (o Outage, err error) {
	requested := l.run.tap.nextRequest()
	if err := l.run.feed.expire(ctx, l.run.primary().resource); err != nil {
		return o, err
	}
	o.Cut = time.Now()
	if len(events) > 0 {
		if _, err := l.run.feed.play(ctx, batch{events: events}, pace{}, nil); err != nil {
			return o, err
		}
	}
	o.Changed = time.Now()
	o.Asked, err = awaitRequest(ctx, requested)
	return o, err
}

// Arrange lets a source in another process generate the next batches of prepared events now, one of each size and in that order, so
// that it needs no time for that when they are played. A source in this process has them already.
func (l *Lab) Arrange(ctx context.Context, sizes ...int) error {
	f, remote := l.run.feed.(*remoteFeed)
	if !remote {
		return nil
	}
	for _, n := range sizes {
		if n == 0 {
			continue // is not played either
		}
		if err := f.generate(ctx, n); err != nil {
			return err
		}
		f.arranged = append(f.arranged, n)
	}
	return nil
}

// ready lets the server generate the next n events unless it has them.
func (f *remoteFeed) ready(ctx context.Context, n int) error {
	if len(f.arranged) > 0 && f.arranged[0] == n {
		f.arranged = f.arranged[1:]
		return nil
	}
	return f.generate(ctx, n)
}

func (f *remoteFeed) generate(ctx context.Context, n int) error {
	return f.order(ctx, http.MethodPost, "prepare", url.Values{"n": {strconv.Itoa(n)}}, nil)
}

// Repeated is how many calls so far told a handler of an object in the version that it knew, over all handlers.
func (l *Lab) Repeated() (n int) {
	for _, p := range l.run.pipes {
		for _, r := range p.recorders() {
			n += r.repeats()
		}
	}
	return n
}

func (r *recorder) repeats() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.repeated
}

// Waiting is how many events of the play that is going on a handler has not been told of; those that were merged into later ones are
// among them. It may be called from During.
func (l *Lab) Waiting(handler int) int {
	w := l.arrivals[handler].window.Load()
	if w == nil {
		return 0
	}
	return w.missing()
}
