package reflector_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	clocktesting "k8s.io/utils/clock/testing"

	"informerbench/reflector"
)

// gaps are the times between requests.
func gaps(s *script) []time.Duration {
	times := s.times()
	var all []time.Duration
	for i := 1; i < len(times); i++ {
		all = append(all, times[i]-times[i-1])
	}
	return all
}

func TestBackoffGrowsToItsMaximumWithJitter(t *testing.T) {
	for name, c := range map[string]struct {
		backoff reflector.Backoff
		rand    float64
		want    []time.Duration // in milliseconds
	}{
		"shortest":  {reflector.Backoff{}, 0, []time.Duration{800, 1600, 3200, 6400, 12800, 25600, 30000, 30000}},
		"longer":    {reflector.Backoff{}, 0.5, []time.Duration{1200, 2400, 4800, 9600, 19200, 38400, 45000, 45000}},
		"no jitter": {reflector.Backoff{Jitter: -1}, 0.5, []time.Duration{800, 1600, 3200, 6400, 12800, 25600, 30000, 30000}},
		"own":       {reflector.Backoff{Initial: time.Second, Factor: 3, Max: 10 * time.Second, Jitter: 0.1}, 0.5, []time.Duration{1050, 3150, 9450, 10500, 10500}},
		"constant":  {reflector.Backoff{Initial: time.Second, Factor: 0.5}, 0, []time.Duration{1000, 1000, 1000}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{lists: listAnswers{listError(errors.New("no"))}}
				o := paged()
				o.Backoff, o.Rand = c.backoff, func() float64 { return c.rand }
				start(t, s, o)
				settle(5 * time.Minute)
				for i, want := range c.want {
					if got := gaps(s)[i]; got != want*time.Millisecond {
						t.Errorf("pause %d is %v, want %v", i, got, want*time.Millisecond)
					}
				}
			})
		})
	}
}

func TestDefaultJitterStaysWithinItsBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{listError(errors.New("no"))}}
		stop := runUntilStopped(t, reflector.New(s, newRecorder(), reflector.Options{ListMode: reflector.ListPaged, WatchErrorHandler: func(context.Context, error) {}}))
		settle(time.Hour)
		stop()
		base := 800 * time.Millisecond
		for i, got := range gaps(s) {
			if got < base || got > 2*base {
				t.Errorf("pause %d is %v, not within %v and %v", i, got, base, 2*base)
			}
			base = min(2*base, 30*time.Second)
		}
		if n := len(gaps(s)); n < 60 || n > 130 {
			t.Errorf("%d requests in an hour of failures", n)
		}
	})
}

// An unreachable server is no reason to begin anew, nor is a watch that was open for less time
// than was waited for it; one that lasted longer is.
func TestBackoffBeginsAnewAfterCalm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := watchError(tooMany())
		s := &script{
			lists:   listAnswers{listOf("7", "")},
			watches: watchAnswers{down, down, down, closes(3 * time.Second), down, closes(7 * time.Second), down, down, keepsOpen()},
		}
		start(t, s, paged())
		settle(5 * time.Minute)
		want := []time.Duration{0, 800 * time.Millisecond, 1600 * time.Millisecond, 3200 * time.Millisecond,
			3 * time.Second, 6400 * time.Millisecond, 7 * time.Second, 800 * time.Millisecond, 1600 * time.Millisecond}
		for i, got := range gaps(s) {
			if got != want[i] {
				t.Errorf("request %d came after %v, want %v", i+1, got, want[i])
			}
		}
	})
}

func TestClockIsInjected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := clocktesting.NewFakeClock(time.Now())
		s := &script{lists: listAnswers{listError(errors.New("no"))}}
		o := paged()
		o.Clock = fake
		r := start(t, s, o)
		settle(time.Hour)
		r.wantRequests(`list "0" limit=500`)
		fake.Step(800 * time.Millisecond)
		synctest.Wait()
		r.wantRequests(`list "0" limit=500`, `list "0" limit=500`)
		r.stopWithin(time.Second)
	})
}
