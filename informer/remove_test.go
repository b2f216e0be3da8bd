package informer_test

import (
	"bytes"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// kubernetes/client-go#1167: handlers that come and go leave nothing behind.
func TestAddingAndRemovingHandlersLeavesNoGoroutine(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(withPods(10), o...)
		start(t, inf)
		for range 500 {
			if err := inf.RemoveEventHandler(add(t, inf, newRecorder())); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		// A look at the stacks, for the number of goroutines is the process's: the runtime
		// and earlier tests have some of their own, which come and go.
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		if left := bytes.Count(stacks, []byte("informer.(*listener).run(")); left > 0 {
			t.Errorf("%d handlers' goroutines are left", left)
		}
	})
}

// kubernetes/client-go#1167
func TestRemovingIsIdempotentAndSafeWithForeignHandles(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf, other := newInformer(withPods(2), o...), newInformer(withPods(2), o...)
		mine, theirs := newRecorder(), newRecorder()
		reg, foreign := add(t, inf, mine), add(t, other, theirs)
		start(t, other)
		start(t, inf)
		for range 2 {
			if err := inf.RemoveEventHandler(foreign); err != nil {
				t.Errorf("a handle of another informer: %v", err)
			}
			if err := inf.RemoveEventHandler(reg); err != nil {
				t.Errorf("removing: %v", err)
			}
		}
		for _, odd := range []cache.ResourceEventHandlerRegistration{nil, unknownHandle{}} {
			if err := inf.RemoveEventHandler(odd); err == nil {
				t.Errorf("removing %T: no error", odd)
			}
		}
		if len(theirs.calls()) != 2 || !foreign.HasSynced() {
			t.Error("the other informer's handler suffered")
		}
	})
}

type unknownHandle struct {
	cache.ResourceEventHandlerRegistration
}

func TestRemovingBeforeTheStart(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf, removed, kept := newInformer(withPods(2), o...), newRecorder(), newRecorder()
		reg := add(t, inf, removed)
		add(t, inf, kept)
		if err := cache.ShutDownEventHandler(inf, reg); err != nil { // must not wait for a start
			t.Error(err)
		}
		start(t, inf)
		if len(removed.calls()) != 0 || len(kept.calls()) != 2 {
			t.Errorf("removed handler got %q, the other one %q", removed.calls(), kept.calls())
		}
	})
}

// A handler may remove itself and add another one from within its call.
func TestRemovingAndAddingWithinACallback(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(withPods(5), o...)
		start(t, inf)
		var reg cache.ResourceEventHandlerRegistration
		registered, second := make(chan struct{}), newRecorder()
		var calls atomic.Int64
		reg = add(t, inf, cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
			calls.Add(1)
			<-registered
			if err := inf.RemoveEventHandler(reg); err != nil {
				t.Error(err)
			}
			add(t, inf, second)
		}})
		begin := time.Now()
		close(registered)
		<-shutdownChan(t, reg)
		synctest.Wait()
		if calls.Load() != 1 || len(second.calls()) != 5 || time.Since(begin) > 0 {
			t.Errorf("%d calls after the removal within the first, the second handler got %q", calls.Load()-1, second.calls())
		}
	})
}

func shutdownChan(t *testing.T, reg cache.ResourceEventHandlerRegistration) <-chan struct{} {
	t.Helper()
	s, ok := reg.(interface{ ShutdownChan() <-chan struct{} })
	if !ok {
		t.Fatalf("%T has no ShutdownChan", reg)
	}
	return s.ShutdownChan()
}

// ShutDownEventHandler returns when the running call has; what waits is dropped.
func TestShutDownWaitsForTheRunningCallOnly(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(withPods(5), o...)
		var begun, ended atomic.Int64
		reg := add(t, inf, cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
			begun.Add(1)
			time.Sleep(time.Hour)
			ended.Add(1)
		}})
		start(t, inf)
		begin := time.Now()
		if err := cache.ShutDownEventHandler(inf, reg); err != nil {
			t.Fatal(err)
		}
		if begun.Load() != 1 || ended.Load() != 1 || time.Since(begin) != time.Hour {
			t.Errorf("%d calls begun, %d ended, after %v", begun.Load(), ended.Load(), time.Since(begin))
		}
	})
}
