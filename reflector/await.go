package reflector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
)

// grace is how long a cancelled call may take to return before it is left
// behind. It is real time on purpose: an injected clock may stand still.
const grace = 500 * time.Millisecond

var (
	errNoReturn = errors.New("the source ended the calling goroutine")
	errNoAnswer = errors.New("no answer from the source")
)

// answer is what a call brought; panicked is what it panicked with.
type answer[T any] struct {
	value    T
	err      error
	panicked any
}

// terms are those of one call of the source.
type terms struct {
	cancel context.CancelFunc // ends the call's context
	// limit is how long the call may show no sign of life; zero is for ever.
	limit time.Duration
	// runs brings what the call hands over while it lasts; nil if it hands over
	// nothing. take takes it, on Run's goroutine.
	runs <-chan handover
	take func([]runtime.Object) error
}

// await runs call on a goroutine of its own, because a source may ignore its
// context while Run must not. While it waits it keeps resyncing. After a
// cancellation, or when there is no sign of life for too long, the call gets a
// moment to return and is then left behind; what it brings later is given to drop.
func await[T any](ctx context.Context, m *machine, t terms, call func() (T, error), drop func(T)) (T, error) {
	answers := make(chan answer[T])
	gone := make(chan struct{})
	defer close(gone) // also when the store or a transform panics
	go deliver(ctx, call, answers, gone, drop)
	life := newLife(m.o.Clock, t.limit)
	defer life.stop()
	for {
		select {
		case <-ctx.Done():
			return abandon(t, answers, drop, ctx.Err())
		case <-life.over():
			return abandon(t, answers, drop, fmt.Errorf("%w for %v", errNoAnswer, t.limit))
		case <-m.resync.due():
			m.resync.tick()
		case run := <-t.runs:
			run.pass(t.take)
			life.again()
		case a := <-answers:
			return a.get()
		}
	}
}

// get panics where the user can see it: on the goroutine that called Run.
func (a answer[T]) get() (T, error) {
	if a.panicked != nil {
		panic(a.panicked)
	}
	return a.value, a.err
}

// deliver makes the call. answers has no buffer: either somebody takes the
// answer or gone is closed, so that an open watch is always somebody's to stop.
func deliver[T any](ctx context.Context, call func() (T, error), answers chan<- answer[T], gone <-chan struct{}, drop func(T)) {
	a := answer[T]{err: errNoReturn}
	defer func() {
		a.panicked = recover()
		select {
		case answers <- a:
		case <-gone:
			switch {
			case a.panicked != nil:
				klog.FromContext(ctx).Error(nil, "The source panicked after the reflector had given it up", "panic", a.panicked)
			case a.err == nil:
				drop(a.value)
			}
		}
	}()
	a.value, a.err = call()
}

// abandon ends a wait for the reason why.
func abandon[T any](t terms, answers <-chan answer[T], drop func(T), why error) (none T, err error) {
	t.cancel()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case a := <-answers:
		if value, err := a.get(); err == nil {
			drop(value)
		}
	case <-timer.C:
	}
	return none, why
}
