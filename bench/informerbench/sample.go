package informerbench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// Sample is one measurement of the table: an informer beside readers.
type Sample struct {
	Subject Subject
	Readers int
	Reads   Reads
	// It lasts at least this long and until at least so many writes, but no longer than Cap.
	MinTime   time.Duration
	MinWrites int
	Cap       time.Duration
}

// Rates is what a sample found.
type Rates struct {
	WritesPerSecond, ReadsPerSecond float64
	Writes, Reads                   int64
	Took                            time.Duration
}

const (
	// pollTime is how often a sample looks whether it may end. It ends by the clock that it
	// then reads, so a look that comes late is no error.
	pollTime = 5 * time.Millisecond
	// stuckTime is how long an informer that is told to stop, or has nothing more to do, may
	// take: far beyond any honest delay, so that a broken one fails instead of hanging.
	stuckTime = 2 * time.Minute
)

// Run measures the subject over the pods, which it does not change. Readers and writer work before
// the window begins and until after it has ended, so that nobody's beginning or end is in it. It
// fails unless every read had all pods, and the handler and the store ended with the newest version of
// each.
func (s Sample) Run(ctx context.Context, pods []corev1.Pod) (r Rates, err error) {
	l, err := startLife(ctx, s.Subject, newFeed(pods, false, InFlight))
	if err != nil {
		return Rates{}, err
	}
	defer func() { err = errors.Join(err, l.end()) }()
	if err := l.awaitSync(ctx); err != nil {
		return Rates{}, err
	}
	runtime.GC() // what the list left behind is nobody's
	w, readers := newWriter(l.feed, l.tally), &crew{}
	stop, patience, settled := make(chan struct{}), make(chan struct{}), make(chan bool, 1)
	go func() { settled <- w.run(stop, patience) }()
	readers.start(s.Readers, s.Reads, l.informer, len(pods))
	r, err = s.window(ctx, l.tally, readers)
	err = errors.Join(err, readers.end())
	close(stop)
	guard := time.AfterFunc(stuckTime, func() { close(patience) })
	if !<-settled {
		return Rates{}, errors.Join(err, fmt.Errorf("the handler has not seen the last updates within %v", stuckTime))
	}
	guard.Stop()
	if err != nil {
		return Rates{}, err
	}
	return r, l.check(w.newest)
}

// window counts between two instants while everybody works.
func (s Sample) window(ctx context.Context, t *tally, c *crew) (Rates, error) {
	tick := time.NewTicker(pollTime)
	defer tick.Stop()
	var (
		start         time.Time
		writes, reads int64
		began         = time.Now()
	)
	for {
		select {
		case <-ctx.Done():
			return Rates{}, ctx.Err()
		case <-tick.C:
		}
		now, seen, done := time.Now(), t.writes.Load(), c.done.Load()
		if start.IsZero() {
			if c.warm.Load() == int64(s.Readers) && seen >= InFlight || now.Sub(began) > s.Cap {
				start, writes, reads = now, seen, done
			}
			continue
		}
		took := now.Sub(start)
		if took >= s.MinTime && seen-writes >= int64(s.MinWrites) || took >= s.Cap {
			r := Rates{Writes: seen - writes, Reads: done - reads, Took: took}
			r.WritesPerSecond, r.ReadsPerSecond = float64(r.Writes)/took.Seconds(), float64(r.Reads)/took.Seconds()
			return r, nil
		}
	}
}
