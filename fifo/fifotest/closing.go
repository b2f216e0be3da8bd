package fifotest

import (
	"errors"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
	"k8s.io/client-go/tools/cache"
)

var closeCases = []queueCase{
	{"PopWaitsForAnElement", popWaitsForAnElement},
	{"CloseWakesPop", closeWakesPop},
	{"WhatIsLeftPopsAfterClose", whatIsLeftPopsAfterClose},
}

func popWaitsForAnElement(t *testing.T, s suite) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(s)
		go func() { _ = r.pop() }()
		synctest.Wait()
		r.seen.saw(t)
		must(t, r.Add(newObject("a", 1)))
		synctest.Wait()
		r.seen.saw(t, "add a@1")
	})
}

// Whether Close comes before, during or after the wait: Pop returns, and its
// goroutine ends (kubernetes/kubernetes#28158).
func closeWakesPop(t *testing.T, s suite) {
	running := goleak.IgnoreCurrent()
	for range 2000 {
		r := newRig(s)
		popped := make(chan error, 1)
		go func() { popped <- r.pop() }()
		r.Close()
		within(t, func() {
			if err := <-popped; !errors.Is(err, cache.ErrFIFOClosed) {
				t.Errorf("pop returned %v", err)
			}
		})
	}
	goleak.VerifyNone(t, running)
}

func whatIsLeftPopsAfterClose(t *testing.T, s suite) {
	r := newRig(s)
	must(t, r.Add(newObject("a", 1)))
	must(t, r.Add(newObject("b", 2)))
	r.Close()
	r.Close() // twice is no mistake
	r.mustDrain(t)
	r.seen.saw(t, "add a@1", "add b@2")
	if err := r.pop(); !errors.Is(err, cache.ErrFIFOClosed) {
		t.Errorf("pop returned %v", err)
	}
}
