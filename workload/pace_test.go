package workload_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"informerbench/workload"
)

func nothing() workload.Event { return workload.Event{} }

func TestOpenLoopKeepsIntendedTimesAndSkipsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		i := 0
		err := workload.Play(t.Context(), nothing, 1000, 100, func(_ workload.Event, intended time.Time) error {
			if want := start.Add(time.Duration(i) * 10 * time.Millisecond); !intended.Equal(want) {
				t.Errorf("event %d is intended at %s, want %s", i, intended.Sub(start), want.Sub(start))
			}
			if i == 500 {
				time.Sleep(2 * time.Second) // as long as 200 events
			}
			late := time.Since(intended)
			if onTime := i < 500 || i > 700; onTime && late > 0 || !onTime && i < 700 && late == 0 {
				t.Errorf("event %d is %s late", i, late)
			}
			i++
			return nil
		})
		if err != nil || i != 1000 {
			t.Errorf("%d events, %v", i, err)
		}
		if took := time.Since(start); took != 9990*time.Millisecond {
			t.Errorf("took %s, want 9.99s: the late events catch up", took)
		}
	})
}

func TestHighRatesAreSentInBursts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		wakes := make(map[time.Time]int)
		err := workload.Play(t.Context(), nothing, 100_000, 1e6, func(_ workload.Event, intended time.Time) error {
			if early := time.Until(intended); early > 100*time.Microsecond {
				t.Fatalf("an event was sent %s early", early)
			}
			wakes[time.Now()]++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took < 99*time.Millisecond || took > 100*time.Millisecond {
			t.Errorf("100,000 events at a million a second took %s", took)
		}
		if len(wakes) > 1001 {
			t.Errorf("slept %d times in a tenth of a second", len(wakes))
		}
	})
}

func TestRateZeroNeverSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		n := 0
		err := workload.Play(t.Context(), nothing, 1000, 0, func(_ workload.Event, intended time.Time) error {
			n++
			if !intended.Equal(time.Now()) {
				t.Errorf("intended at %s, not now", intended)
			}
			return nil
		})
		if err != nil || n != 1000 || time.Since(start) != 0 {
			t.Errorf("%d events in %s, %v", n, time.Since(start), err)
		}
	})
}

func TestPlayStopsWithItsContextAndOnErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 95*time.Millisecond)
		defer cancel()
		n := 0
		count := func(workload.Event, time.Time) error { n++; return nil }
		if err := workload.Play(ctx, nothing, -1, 100, count); !errors.Is(err, context.DeadlineExceeded) || n != 10 {
			t.Errorf("%d events, %v", n, err)
		}
		full := errors.New("full")
		if err := workload.Play(t.Context(), nothing, -1, 0, func(workload.Event, time.Time) error { return full }); err != full {
			t.Errorf("got %v", err)
		}
	})
}

func TestPlayRefusesRatesThatAreNone(t *testing.T) {
	for _, rate := range []float64{-1, math.NaN(), math.Inf(1)} {
		err := workload.Play(context.Background(), nothing, 1, rate, nil)
		if err == nil || !strings.Contains(err.Error(), "allowed are") {
			t.Errorf("rate %v: %v", rate, err)
		}
	}
}
