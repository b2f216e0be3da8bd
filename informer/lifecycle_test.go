package informer_test

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"

	"informerbench/informer"
)

// kubernetes/kubernetes#111310
func TestRunTwiceAtOnceRunsOnce(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source := withPods(3)
		inf, r := newInformer(source, o...), newRecorder()
		add(t, inf, r)
		ctx, cancel := context.WithCancel(t.Context())
		var returned atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { inf.RunWithContext(ctx); returned.Add(1) })
		}
		synctest.Wait()
		if returned.Load() != 7 || source.listCount() != 1 || len(r.calls()) != 3 {
			t.Errorf("%d of 8 returned, %d lists, handler got %q", returned.Load(), source.listCount(), r.calls())
		}
		cancel()
		wg.Wait()
	})
}

// kubernetes/kubernetes#111310
func TestAfterTheStopNothingStarts(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source := withPods(3)
		inf := newInformer(source, o...)
		if inf.IsStopped() {
			t.Error("stopped before it began")
		}
		early := add(t, inf, newRecorder())
		r := start(t, inf)
		if inf.IsStopped() {
			t.Error("stopped while it runs")
		}
		r.stop()
		if !inf.IsStopped() || !inf.HasSynced() {
			t.Errorf("after the stop: stopped=%v, synced=%v", inf.IsStopped(), inf.HasSynced())
		}
		<-shutdownChan(t, early)
		var log strings.Builder
		logger := textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(&log)))
		inf.RunWithContext(klog.NewContext(t.Context(), logger))
		if source.listCount() != 1 || !strings.Contains(log.String(), "runs only once") {
			t.Errorf("Run after the stop listed %d times, logged %q", source.listCount()-1, log.String())
		}
		if _, err := inf.AddEventHandler(newRecorder()); err == nil {
			t.Error("a handler was added after the stop")
		}
		if err := inf.AddIndexers(cache.Indexers{"late": byName}); err == nil {
			t.Error("an indexer was added after the stop")
		}
		if err := inf.RemoveEventHandler(early); err != nil {
			t.Errorf("removing after the stop: %v", err)
		}
	})
}

func byName(obj any) ([]string, error) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	return []string{key}, err
}

func TestSettingsAreRefusedAfterTheStart(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(withPods(1), o...)
		settings := map[string]func() error{
			"SetTransform":         func() error { return inf.SetTransform(nil) },
			"SetWatchErrorHandler": func() error { return inf.SetWatchErrorHandler(func(*cache.Reflector, error) {}) },
			"SetWatchErrorHandlerWithContext": func() error {
				return inf.SetWatchErrorHandlerWithContext(func(context.Context, *cache.Reflector, error) {})
			},
		}
		for name, set := range settings {
			if err := set(); err != nil {
				t.Errorf("%s before the start: %v", name, err)
			}
		}
		start(t, inf)
		for name, set := range settings {
			if err := set(); err == nil {
				t.Errorf("%s after the start: no error", name)
			}
		}
	})
}

func TestStatusOfARunningInformer(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		source := withPods(3)
		inf := newInformer(source, o...)
		if v := inf.LastSyncResourceVersion(); v != "" {
			t.Errorf("version %q before the start", v)
		}
		start(t, inf)
		source.put("new")
		synctest.Wait()
		c := inf.GetController()
		if v := inf.LastSyncResourceVersion(); v != "4" || c.LastSyncResourceVersion() != v {
			t.Errorf("version %q, by its controller %q, want 4", v, c.LastSyncResourceVersion())
		}
		c.Run(nil) // does nothing, and returns
		c.RunWithContext(t.Context())
		if !c.HasSynced() || !cache.IsDone(c.HasSyncedChecker()) || inf.GetStore().LastStoreSyncResourceVersion() != "4" {
			t.Errorf("controller synced=%v, store at %q", c.HasSynced(), inf.GetStore().LastStoreSyncResourceVersion())
		}
		if name := inf.HasSyncedChecker().Name(); name != "SharedIndexInformer *v1.Pod" {
			t.Errorf("the checker's name is %q", name)
		}
	})
}

// Run ends only when the last call of each handler has returned, and a blocked handler
// loses no time of the others.
func TestRunReturnsAfterTheLastCall(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(withPods(2), o...)
		var calls atomic.Int64
		add(t, inf, cache.ResourceEventHandlerFuncs{AddFunc: func(any) { time.Sleep(time.Hour); calls.Add(1) }})
		r := start(t, inf)
		begin := time.Now()
		r.stop()
		if time.Since(begin) != time.Hour || calls.Load() != 1 {
			t.Errorf("returned after %v and %d calls", time.Since(begin), calls.Load())
		}
	})
}

// While the last call of a handler is running the informer has stopped: a handler that
// comes now is refused, not accepted and then never called.
func TestHandlersAreRefusedWhileTheLastCallsRun(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		inf := newInformer(withPods(1), o...)
		release := make(chan struct{})
		add(t, inf, cache.ResourceEventHandlerFuncs{AddFunc: func(any) { <-release }})
		ctx, stop := context.WithCancel(t.Context())
		returned := make(chan struct{})
		go func() { defer close(returned); inf.RunWithContext(ctx) }()
		synctest.Wait() // the call has begun
		stop()
		synctest.Wait() // all but the call has ended
		select {
		case <-returned:
			t.Error("Run did not wait for the call")
		default:
		}
		if _, err := inf.AddEventHandler(newRecorder()); err == nil || !inf.IsStopped() {
			t.Errorf("adding a handler: %v; stopped: %v", err, inf.IsStopped())
		}
		close(release)
		<-returned
	})
}

// Handlers come while the informer starts and stops: no deadlock, no leak, and whoever
// was accepted is shut down.
func TestRegisteringWhileStartingAndStopping(t *testing.T) {
	forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
		for range 3 {
			inf := newInformer(withPods(20), o...)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var wg sync.WaitGroup
			wg.Go(func() { inf.RunWithContext(ctx) })
			for range 4 {
				wg.Go(func() { registerUntilStopped(inf, stop) })
			}
			wg.Wait()
		}
	})
}

// registerUntilStopped adds handlers, stops the informer once it has synced, and goes
// on until it is refused. It waits for the end of all it added.
func registerUntilStopped(inf cache.SharedIndexInformer, stop func()) {
	var ends []<-chan struct{}
	for {
		reg, err := inf.AddEventHandler(newRecorder())
		if err != nil {
			break
		}
		ends = append(ends, reg.(interface{ ShutdownChan() <-chan struct{} }).ShutdownChan())
		if inf.HasSynced() {
			stop()
		}
		runtime.Gosched()
	}
	for _, end := range ends {
		<-end
	}
}
