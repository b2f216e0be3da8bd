package main

import (
	"context"
	"testing"
	"time"
)

func TestWaitsDoubleUpToTheMostAndAreDrawnBelow(t *testing.T) {
	b := backoff{first: time.Second, most: 10 * time.Second, draw: func() float64 { return 0.5 }}
	for retry, want := range map[int]time.Duration{1: 500 * time.Millisecond, 2: time.Second, 4: 4 * time.Second, 5: 5 * time.Second, 1000: 5 * time.Second} {
		if got := b.wait(retry, 0); got != want {
			t.Errorf("retry %d waits %v, want %v", retry, got, want)
		}
	}
	if got := b.wait(1, time.Minute); got != time.Minute {
		t.Errorf("asked for a minute it waits %v", got)
	}
	for range 100 {
		if got := (backoff{first: time.Second, most: time.Second}).wait(3, 0); got < 0 || got >= time.Second {
			t.Fatalf("the wait is %v, not below a second", got)
		}
	}
}

func TestAPauseEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if pause(ctx, time.Hour) {
		t.Error("an ended context lets work go on")
	}
}
