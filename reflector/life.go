package reflector

import (
	"errors"
	"time"

	"k8s.io/utils/clock"
)

// errSilent ends a watch that has said nothing for longer than it was asked to last.
var errSilent = errors.New("no event, no bookmark and no end")

// life is over when there was no sign of life for a while. A connection whose
// other end has vanished looks like one on which nothing happens, for ever: only
// time tells them apart. client-go waits.
type life struct {
	limit time.Duration
	timer clock.Timer // nil: no limit
	seen  uint64      // events at the last look
}

func newLife(c clock.Clock, limit time.Duration) life {
	l := life{limit: limit}
	if limit > 0 {
		l.timer = c.NewTimer(limit)
	}
	return l
}

// over delivers when the limit is over.
func (l *life) over() <-chan time.Time {
	if l.timer == nil {
		return nil
	}
	return l.timer.C()
}

// again is a sign of life.
func (l *life) again() {
	if l.timer == nil {
		return
	}
	// A timer that fired meanwhile must not count against the next wait. Before Go
	// 1.23, and with other clocks, Reset leaves what is in the channel there.
	if !l.timer.Stop() {
		select {
		case <-l.timer.C():
		default:
		}
	}
	l.timer.Reset(l.limit)
}

// proven looks, after the limit, whether events came meanwhile: counting them is
// all that the event loop has to do. If so another limit begins. A silence is
// noticed after one limit at least and two at most.
func (l *life) proven(events uint64) bool {
	if events == l.seen {
		return false
	}
	l.seen = events
	l.timer.Reset(l.limit)
	return true
}

func (l *life) stop() {
	if l.timer != nil {
		l.timer.Stop()
	}
}
