package reflector

import (
	"time"

	"k8s.io/utils/clock"
)

// Backoff says how repeated requests are spaced: each delay is Factor times the
// one before, up to Max, and is then lengthened by a random part of up to
// Jitter times itself. After Calm without needing a delay it begins anew, and so it does
// after a watch that lasted at least as long as the delay before it.
type Backoff struct {
	Initial time.Duration // first delay; zero means 800 ms
	Max     time.Duration // longest delay before jitter, never less than Initial; zero means 30 s
	Factor  float64       // growth; zero means 2, less than 1 is taken as 1
	Jitter  float64       // zero means 1; negative switches jitter off
	Calm    time.Duration // zero means 2 minutes
	// MaxAsked is the longest delay that is taken from a server that asks for one
	// (Retry-After); zero means 2 minutes, negative none. What is taken is a lower
	// bound of the delay; jitter is added, so that not all who were told the same come
	// back at once.
	MaxAsked time.Duration
}

// The defaults are client-go's: one reflector asks an unhealthy server at most
// about once in 30 to 60 seconds.
func (b Backoff) withDefaults() Backoff {
	if b.Initial <= 0 {
		b.Initial = 800 * time.Millisecond
	}
	if b.Max <= 0 {
		b.Max = 30 * time.Second
	}
	b.Max = max(b.Max, b.Initial)
	if b.Factor == 0 {
		b.Factor = 2
	}
	b.Factor = max(b.Factor, 1)
	switch {
	case b.Jitter == 0:
		b.Jitter = 1
	case b.Jitter < 0:
		b.Jitter = 0
	}
	if b.Calm <= 0 {
		b.Calm = 2 * time.Minute
	}
	if b.MaxAsked == 0 {
		b.MaxAsked = 2 * time.Minute
	}
	return b
}

// delays hands out one delay after the other.
type delays struct {
	Backoff
	clock clock.Clock
	rand  func() float64

	base  time.Duration // next delay before jitter; zero at the beginning
	last  time.Duration // the delay handed out last
	until time.Time     // when it ends
}

// next returns the delay before the next request, for which the server asked for
// asked (zero: for none). Calm is counted from the end of the delay before:
// client-go counts it from the last reset, and so begins anew every two minutes even
// while the server stays unreachable.
func (d *delays) next(asked time.Duration) time.Duration {
	now := d.clock.Now()
	if d.base == 0 || now.Sub(d.until) > d.Calm {
		d.base = d.Initial
	}
	jitter := time.Duration(d.rand() * d.Jitter * float64(d.base))
	delay := max(d.base, min(asked, d.MaxAsked)) + jitter
	d.base = min(time.Duration(float64(d.base)*d.Factor), d.Max)
	d.last, d.until = delay, now.Add(delay)
	return delay
}

// worked ends the row of failures after a watch that was open for as long as the delay before
// it. Where connections break every few seconds, ever longer delays would leave the store
// behind most of the time; and half of the time with a watch is not a server that is
// down. Requests come at most twice as often as the delays alone let them.
func (d *delays) worked(open time.Duration) {
	if open >= max(d.last, shortLife) {
		d.base = 0
	}
}
