package faults

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// MostCalls is how many requests and refused connects a client may make within a minute
// of simulated time. Backing off, it makes about ten, and each fault that strikes can
// add a list in pages.
const MostCalls = 150

// calls counts them. A client in a hot loop would never let simulated time pass, so
// one that makes too many has to wait for the minute to end.
type calls struct {
	began time.Time
	fail  func(violation)

	mu     sync.Mutex // guards everything below
	minute int
	made   int
	total  int
	most   int
}

func newCalls(fail func(violation)) *calls { return &calls{began: time.Now(), fail: fail} }

// count reports false when there have been too many, after some of the time that the client
// ought to have waited.
func (c *calls) count(ctx context.Context) bool {
	made, minute := c.next()
	if made <= MostCalls {
		return true
	}
	if made == MostCalls+1 {
		c.fail(violation{HotLoop, fmt.Sprintf("more than %d requests in minute %d", MostCalls, minute)})
	}
	timer := time.NewTimer(time.Minute)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

func (c *calls) next() (made, minute int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := int(time.Since(c.began) / time.Minute); m != c.minute {
		c.minute, c.made = m, 0
	}
	c.made++
	c.total++
	c.most = max(c.most, c.made)
	return c.made, c.minute
}
