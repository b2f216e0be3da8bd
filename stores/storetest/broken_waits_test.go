package storetest_test

import (
	"context"
	"errors"
	"fmt"

	"informerbench/stores"

	"k8s.io/client-go/tools/cache"
)

// deaf is the reference with another WaitForVersion.
type deaf struct {
	*reference
	wait func(r *reference, ctx context.Context, rv string) error
}

func (d deaf) WaitForVersion(ctx context.Context, rv string) error {
	return d.wait(d.reference, ctx, rv)
}

func withWait(wait func(r *reference, ctx context.Context, rv string) error) stores.Constructor {
	return func(indexers cache.Indexers) stores.Store { return deaf{referenceOf(indexers), wait} }
}

// unheard wakes nobody after Bookmark.
type unheard struct{ *reference }

func (u unheard) Bookmark(rv string) { u.Store.Bookmark(rv) }

const malformed = "WaitForVersion refuses versions that cannot be compared"

var brokenWaits = []caught{
	{name: "versions compared as text", by: []string{"WaitForVersion returns at once for a version that is reached"},
		new: withWait(func(r *reference, ctx context.Context, rv string) error {
			if r.LastStoreSyncResourceVersion() < rv {
				return errors.New("not yet")
			}
			return nil
		})},
	{name: "an ended context beats a reached version", by: []string{"WaitForVersion returns at once for a version that is reached"},
		new: withWait(func(r *reference, ctx context.Context, rv string) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return r.WaitForVersion(ctx, rv)
		})},
	{name: "the end of a context without its cause", by: []string{"WaitForVersion ends with its context"},
		new: withWait(func(r *reference, ctx context.Context, rv string) error {
			if err := r.WaitForVersion(ctx, rv); err != nil {
				return fmt.Errorf("%w: %s", ctx.Err(), err.Error()[:20])
			}
			return nil
		})},
	{name: "a malformed version is reached", by: []string{malformed},
		new: withWait(func(r *reference, ctx context.Context, rv string) error {
			if rv == "abc" || rv == "01" {
				return nil
			}
			return r.WaitForVersion(ctx, rv)
		})},
	{name: "a malformed version in the store is reached", by: []string{malformed},
		new: withWait(func(r *reference, ctx context.Context, rv string) error {
			if r.LastStoreSyncResourceVersion() == "abc" {
				return nil
			}
			return r.WaitForVersion(ctx, rv)
		})},
	{name: "the wait returns too early", by: []string{"WaitForVersion is woken by every kind of write"},
		new: withWait(func(*reference, context.Context, string) error { return nil })},
	{name: "the wait returns before its write can be read", by: []string{"no wake-up is lost between many waiters and a fast writer"},
		new: withWait(func(*reference, context.Context, string) error { return nil })},
}

// stuckWaits wait for ever.
var stuckWaits = []caught{
	{name: "Bookmark wakes nobody", by: []string{"WaitForVersion is woken by every kind of write"},
		new: func(indexers cache.Indexers) stores.Store { return unheard{referenceOf(indexers)} }},
	{name: "looks first and listens later", by: []string{"no wake-up is lost between many waiters and a fast writer"}, new: newLateListener},
}

// lateListener subscribes after it has looked at the version.
type lateListener struct {
	*reference
	released, woken chan struct{} // woken holds one wake-up, for whoever comes first
}

func newLateListener(indexers cache.Indexers) stores.Store {
	return lateListener{referenceOf(indexers), stuckReleased, make(chan struct{})}
}

func (l lateListener) Update(key string, obj any) {
	l.reference.Update(key, obj)
	select {
	case l.woken <- struct{}{}:
	default: // nobody listens yet
	}
}

func (l lateListener) WaitForVersion(ctx context.Context, rv string) error {
	short, cancel := context.WithCancel(ctx)
	cancel()
	for l.reference.WaitForVersion(short, rv) != nil {
		giveWay()
		select {
		case <-l.woken:
		case <-l.released:
			return errors.New("released")
		}
	}
	return nil
}
