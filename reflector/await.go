package reflector

import (
	"context"
	"errors"
	"time"

	"k8s.io/klog/v2"
)

// grace is how long a cancelled call may take to return before it is left
// behind. It is real time on purpose: an injected clock may stand still.
const grace = 500 * time.Millisecond

var errNoReturn = errors.New("the source ended the calling goroutine")

// answer is what a call brought; panicked is what it panicked with.
type answer[T any] struct {
	value    T
	err      error
	panicked any
}

// await runs call on a goroutine of its own, because a source may ignore its
// context while Run must not. While it waits it keeps resyncing. After a
// cancellation the call gets a moment to return and is then left behind; what
// it brings later is given to drop.
func await[T any](ctx context.Context, m *machine, call func(context.Context) (T, error), drop func(T)) (T, error) {
	answers := make(chan answer[T])
	gone := make(chan struct{})
	go deliver(ctx, call, answers, gone, drop)
	for {
		select {
		case <-ctx.Done():
			return abandon(ctx, answers, gone, drop)
		case <-m.resync.due():
			m.resync.tick()
		case a := <-answers:
			// Panic where the user can see it: on the goroutine that called Run.
			if a.panicked != nil {
				panic(a.panicked)
			}
			return a.value, a.err
		}
	}
}

// deliver makes the call. answers has no buffer: either somebody takes the
// answer or gone is closed, so that an open watch is always somebody's to stop.
func deliver[T any](ctx context.Context, call func(context.Context) (T, error), answers chan<- answer[T], gone <-chan struct{}, drop func(T)) {
	a := answer[T]{err: errNoReturn}
	defer func() {
		a.panicked = recover()
		select {
		case answers <- a:
		case <-gone:
			switch {
			case a.panicked != nil:
				klog.FromContext(ctx).Error(nil, "The source panicked after the reflector stopped", "panic", a.panicked)
			case a.err == nil:
				drop(a.value)
			}
		}
	}()
	a.value, a.err = call(ctx)
}

// abandon ends a cancelled wait.
func abandon[T any](ctx context.Context, answers <-chan answer[T], gone chan<- struct{}, drop func(T)) (none T, err error) {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case a := <-answers:
		if a.panicked != nil {
			panic(a.panicked)
		}
		if a.err == nil {
			drop(a.value)
		}
	case <-timer.C:
		close(gone)
	}
	return none, ctx.Err()
}
