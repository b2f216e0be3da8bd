package main

import (
	"context"
	"math/rand/v2"
	"time"
)

// backoff spaces retries: the longest wait doubles with each attempt, and the wait is
// drawn below it, so that many clients which were refused together do not come back
// together ("full jitter": Marc Brooker, "Exponential Backoff And Jitter", AWS
// Architecture Blog, 2015).
type backoff struct {
	first, most time.Duration
	draw        func() float64 // from [0,1); nil: at random
}

// wait returns the wait before that retry (the first is 1), at least what the server asked for.
func (b backoff) wait(retry int, asked time.Duration) time.Duration {
	longest := b.most
	if shift := retry - 1; shift < 32 && b.first<<shift < b.most {
		longest = b.first << shift
	}
	draw := b.draw
	if draw == nil {
		draw = rand.Float64
	}
	return max(asked, time.Duration(draw()*float64(longest)))
}

// pause waits, and reports false when the context ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
