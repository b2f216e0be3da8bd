package record

import (
	"context"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

const (
	// firstPause and maxPause bound the wait between attempts.
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
	// maxAsked bounds what a server may ask for.
	maxAsked = 5 * time.Minute
	// hopeless is the number of failed watches in a row after which a new list is tried.
	hopeless = 5
)

// pause is the wait between attempts: none before the first, then one that doubles until
// something has come.
type pause struct {
	failures int
	next     time.Duration
}

func (p *pause) reset() { *p = pause{} }

func (p *pause) grow() time.Duration {
	p.failures++
	d := p.next
	p.next = min(max(2*d, firstPause), maxPause)
	return d
}

// recover decides how to go on after a list or a watch has ended: it waits if need be, and
// returns an error if there is no going on.
func (s *session) recover(ctx context.Context, watching bool, err error) error {
	var end fatal
	switch {
	case errors.As(err, &end):
		return end.error
	case err == nil && !watching:
		return nil // the list is complete; only a watch that brings something ends the doubling
	case err != nil && s.neverWorked(watching, err) && permanent(err):
		return s.explain(watching, err)
	}
	wait := s.pause.grow()
	if s.absence.failure(err) {
		if err := s.lost(err); err != nil {
			return err
		}
		if seconds, ok := apierrors.SuggestsClientDelay(err); ok {
			wait = max(wait, min(time.Duration(seconds)*time.Second, maxAsked))
		}
	}
	if isExpired(err) || err != nil && !errors.Is(err, errSilent) && s.pause.failures%hopeless == 0 {
		s.stale = true
	}
	return sleep(ctx, wait)
}

// neverWorked tells whether such a step has never succeeded. That a server which gave the list cannot be reached any
// more is its outage; that it refuses every watch is not.
func (s *session) neverWorked(watching bool, err error) bool {
	var status apierrors.APIStatus
	if watching {
		return !s.worked && errors.As(err, &status)
	}
	return !s.listed && len(s.known.objects) == 0
}

// permanent tells that trying again is useless when it has never worked.
func permanent(err error) bool {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return true // no connection, a bad certificate: the address is probably wrong
	}
	if _, ok := apierrors.SuggestsClientDelay(err); ok || apierrors.IsResourceExpired(err) || apierrors.IsGone(err) {
		return false
	}
	return status.Status().Code < 500 && !apierrors.IsTooManyRequests(err)
}

func (s *session) explain(watching bool, err error) error {
	if apierrors.IsForbidden(err) {
		return fmt.Errorf("%w: a recording of %s needs the rights to get, list and watch them", err, s.kind.GVR().GroupResource())
	}
	doing := "listing"
	if watching {
		doing = "watching"
	}
	return fmt.Errorf("%s %s: %w", doing, s.kind.GVR().GroupResource(), err)
}

// sleep ends early, without an error, with the context: its owner looks at that.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
	return nil
}
