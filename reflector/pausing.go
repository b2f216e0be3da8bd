package reflector

import (
	"context"
	"time"
)

// backOff pauses for the next delay, or for as long as the server asked for in why
// if that is longer, and then goes to the given state.
func (m *machine) backOff(then State, why error) State {
	m.pause, m.after = m.delays.next(askedDelay(why)), then
	return Pausing
}

// pausing waits. Between two watches the store is in step with the source, so
// resyncs go on meanwhile.
func (m *machine) pausing(ctx context.Context) State {
	timer := m.o.Clock.NewTimer(m.pause)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return Stopped
		case <-m.resync.due():
			m.resync.tick()
		case <-timer.C():
			return m.after
		}
	}
}

// watchTimeout draws the time, in whole seconds, after which the server is
// asked to end a watch.
func (m *machine) watchTimeout() time.Duration {
	least := m.o.MinWatchTimeout.Seconds()
	return time.Duration(max(1, int64(least+m.o.Rand()*least))) * time.Second
}
