package reflector

import (
	"time"

	"k8s.io/utils/clock"
)

// patience watches a stream that owes its end marker. It costs the event loop
// nothing: it looks at the count of events whenever its ticker fires. A nil
// *patience waits for ever.
type patience struct {
	clock    clock.WithTicker
	ticker   clock.Ticker
	deadline time.Time

	seen  uint64    // events at the last tick
	since time.Time // of the tick at which they were first seen
}

func newPatience(c clock.WithTicker, deadline time.Time) *patience {
	return &patience{clock: c, ticker: c.NewTicker(idleCheck), deadline: deadline, since: c.Now()}
}

func (p *patience) stop() {
	p.ticker.Stop()
}

func (p *patience) due() <-chan time.Time {
	if p == nil {
		return nil
	}
	return p.ticker.C()
}

// tick returns how long no event has come, to within idleCheck, and whether
// that is too long to go on.
func (p *patience) tick(events uint64) (idle time.Duration, spent bool) {
	now := p.clock.Now()
	if events != p.seen {
		p.seen, p.since = events, now
	}
	idle = now.Sub(p.since)
	return idle, idle >= idleLimit || !now.Before(p.deadline)
}
