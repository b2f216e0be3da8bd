package reflector_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"informerbench/reflector"
)

// A server that is overloaded says when it wants to be asked again, with 429 and with
// 5xx, as a status and in a stream (kubernetes/kubernetes#100878).
func TestDelayThatTheServerAsksForIsALowerBound(t *testing.T) {
	list := listAnswers{listOf("7", "")}
	open := keepsOpen()
	for name, c := range map[string]struct {
		source *script
		want   []time.Duration // between the requests, in seconds
	}{
		"list":             {&script{silent: true, lists: listAnswers{listError(tooManyFor(10)), list[0]}, watches: watchAnswers{open}}, []time.Duration{10, 0}},
		"list, 503":        {&script{silent: true, lists: listAnswers{listError(unavailableFor(10)), list[0]}, watches: watchAnswers{open}}, []time.Duration{10, 0}},
		"list, wrapped":    {&script{silent: true, lists: listAnswers{listError(fmt.Errorf("proxy: %w", tooManyFor(10))), list[0]}, watches: watchAnswers{open}}, []time.Duration{10, 0}},
		"watch":            {&script{silent: true, lists: list, watches: watchAnswers{watchError(tooManyFor(10)), open}}, []time.Duration{0, 10}},
		"watch, 503":       {&script{silent: true, lists: list, watches: watchAnswers{watchError(unavailableFor(10)), open}}, []time.Duration{0, 10, 0}},
		"in a watch":       {&script{silent: true, lists: list, watches: watchAnswers{keepsOpen(failure(tooManyFor(10))), open}}, []time.Duration{0, 10}},
		"in a watch, 503":  {&script{silent: true, lists: list, watches: watchAnswers{keepsOpen(failure(unavailableFor(10))), open}}, []time.Duration{0, 10, 0}},
		"stream":           {&script{streams: watchAnswers{watchError(tooManyFor(10)), keepsOpen(endMarker("7"))}}, []time.Duration{10}},
		"stream, 503":      {&script{streams: watchAnswers{watchError(unavailableFor(10))}, lists: list, watches: watchAnswers{open}}, []time.Duration{10, 0}},
		"in a stream":      {&script{streams: watchAnswers{closes(0, failure(tooManyFor(10))), keepsOpen(endMarker("7"))}}, []time.Duration{10}},
		"in a stream, 503": {&script{streams: watchAnswers{closes(0, failure(unavailableFor(10)))}, lists: list, watches: watchAnswers{open}}, []time.Duration{10, 0}},
		"too large":        {&script{silent: true, lists: listAnswers{listError(tooLarge()), list[0]}, watches: watchAnswers{open}}, []time.Duration{0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start(t, c.source, reflector.Options{})
				settle(time.Minute)
				for i := range c.want {
					c.want[i] *= time.Second
				}
				if got := gaps(c.source); fmt.Sprint(got) != fmt.Sprint(c.want) {
					t.Errorf("%q came %v after each other, want %v", c.source.log(), got, c.want)
				}
			})
		})
	}
}

// The longer of the two counts, up to a bound, and jitter is added: not all who were
// told the same shall come back at once.
func TestDelayThatTheServerAsksForIsBoundedAndSpread(t *testing.T) {
	for name, c := range map[string]struct {
		asked int
		most  time.Duration
		rand  float64
		want  []time.Duration // in milliseconds
	}{
		"shorter than ours later": {2, 0, 0, []time.Duration{2000, 2000, 3200, 6400}},
		"jitter":                  {20, 0, 0.5, []time.Duration{20400, 20800}},
		"an hour":                 {3600, 0, 0, []time.Duration{120_000, 120_000}},
		"a bound of its own":      {3600, 5 * time.Second, 0, []time.Duration{5000, 5000, 5000, 6400}},
		"ignored":                 {3600, -1, 0, []time.Duration{800, 1600}},
		"negative":                {-5, 0, 0, []time.Duration{800, 1600}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{lists: listAnswers{listError(tooManyFor(c.asked))}}
				o := paged()
				o.Backoff.MaxAsked, o.Rand = c.most, func() float64 { return c.rand }
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

// Internal errors of a server that restarts are over soon, and a list would only add to
// its load; errors that go on lead to one.
func TestInternalErrorsAreRetriedForABoundedTime(t *testing.T) {
	for name, broken := range map[string]watchAnswers{
		"answer":    {watchError(serverError())},
		"in stream": {closes(0, failure(serverError()))},
		"both":      {watchError(serverError()), closes(0, modified("a", "7"), failure(serverError())), watchError(serverError())},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &script{lists: listAnswers{listOf("7", "")}, watches: broken}
				o := paged()
				o.MaxInternalErrorRetryDuration = 10 * time.Second
				r := start(t, s, o)
				settle(13 * time.Second)
				r.wantRequests(`list "0" limit=500`, `watch "7"`, `watch "7"`, `watch "7"`, `watch "7"`, `watch "7"`)
				wantTimes(t, s, 0, 0, 800*time.Millisecond, 2400*time.Millisecond, 5600*time.Millisecond, 12*time.Second)
				r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonInternal: 1})
				if got := r.Stats().InternalTries; got != 4 {
					t.Errorf("%d tries counted, want 4", got)
				}
			})
		})
	}
}

func TestInternalErrorAfterAMinuteOfQuietIsTheFirstAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fails := func(after time.Duration) watchAnswers {
			return watchAnswers{expiresWith(after, serverError())}
		}
		s := &script{lists: listAnswers{listOf("7", "")}}
		for range 5 {
			s.watches = append(s.watches, fails(2*time.Minute)...)
		}
		s.watches = append(s.watches, keepsOpen())
		o := paged()
		o.MaxInternalErrorRetryDuration = 10 * time.Second
		r := start(t, s, o)
		settle(12 * time.Minute)
		r.wantRelists(map[reflector.Reason]uint64{})
		if got := r.Stats().InternalTries; got != 5 {
			t.Errorf("%d tries counted, want 5", got)
		}
	})
}

// Asking for long delays does not make a broken server a calm one.
func TestInternalErrorsWithLongDelaysAreBoundedToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		err := serverError()
		err.ErrStatus.Details.RetryAfterSeconds = 90
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{watchError(err)}}
		o := paged()
		o.MaxInternalErrorRetryDuration = time.Minute
		r := start(t, s, o)
		settle(5 * time.Minute)
		if got := r.Stats(); got.Lists < 2 || got.InternalTries > 3 {
			t.Errorf("stats are %+v", got)
		}
	})
}

func TestInternalErrorListsAgainByDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{lists: listAnswers{listOf("7", "")}, watches: watchAnswers{watchError(serverError()), keepsOpen()}}
		r := start(t, s, paged())
		settle(time.Minute)
		r.wantRequests(`list "0" limit=500`, `watch "7"`, `list "7"`, `watch "7"`)
		r.wantRelists(map[reflector.Reason]uint64{reflector.ReasonInternal: 1})
	})
}
