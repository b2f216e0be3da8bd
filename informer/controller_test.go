package informer_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"

	"informerbench/fifo"
	"informerbench/informer"
)

// pipeline is a controller around a queue and a store of client-go's.
type pipeline struct {
	store      cache.Store
	calls      *recorder
	controller cache.Controller
}

func newPipeline(source cache.ListerWatcher, queue informer.QueueFunc, change func(*cache.Config)) *pipeline {
	store, r := cache.NewStore(cache.DeletionHandlingMetaNamespaceKeyFunc), newRecorder()
	p := &fifo.Processor{Handler: r, State: store, Logger: klog.Background()}
	c := cache.Config{
		Queue:         queue(store, fifo.Options{}),
		ListerWatcher: source,
		Process:       p.Process,
		ProcessBatch:  p.ProcessBatch,
		ObjectType:    &corev1.Pod{},
	}
	if change != nil {
		change(&c)
	}
	return &pipeline{store, r, informer.New(&c)}
}

// run runs the controller in the background, and returns what stops it and waits.
func (p *pipeline) run(t *testing.T, ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { defer close(done); p.controller.RunWithContext(ctx) }()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	synctest.Wait()
	return stop
}

func TestControllerFillsAStore(t *testing.T) {
	for name, queue := range queues {
		t.Run("queue="+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source := withPods(3)
				p := newPipeline(source, queue, nil)
				if p.controller.HasSynced() || p.controller.LastSyncResourceVersion() != "" {
					t.Error("synced before the start")
				}
				p.run(t, t.Context())
				source.put("new")
				source.delete(podName(0))
				synctest.Wait()
				if !p.controller.HasSynced() || !cache.IsDone(p.controller.HasSyncedChecker()) || p.controller.LastSyncResourceVersion() != "5" {
					t.Errorf("synced=%v at version %q", p.controller.HasSynced(), p.controller.LastSyncResourceVersion())
				}
				if got := content(p.store); len(got) != 3 || len(p.calls.calls()) != 5 {
					t.Errorf("store %q, calls %q", got, p.calls.calls())
				}
			})
		})
	}
}

// Without a batch function, or with a queue that has no batches, items go one by one.
func TestControllerProcessesSingly(t *testing.T) {
	type plainQueue struct{ cache.Queue }
	for name, change := range map[string]func(*cache.Config){
		"no batch function": func(c *cache.Config) { c.ProcessBatch = nil },
		"no batch queue":    func(c *cache.Config) { c.Queue = plainQueue{c.Queue} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				source := withPods(3)
				p := newPipeline(source, informer.InOrder, change)
				p.run(t, t.Context())
				source.put("new")
				synctest.Wait()
				if got := content(p.store); len(got) != 4 || !p.controller.HasSynced() {
					t.Errorf("store %q, synced=%v", got, p.controller.HasSynced())
				}
			})
		})
	}
}

func TestControllerRunsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := withPods(1)
		p := newPipeline(source, informer.InOrder, nil)
		stop := p.run(t, t.Context())
		stop()
		var log strings.Builder
		logger := textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(&log)))
		p.controller.RunWithContext(klog.NewContext(t.Context(), logger))
		if source.listCount() != 1 || !strings.Contains(log.String(), "runs only once") {
			t.Errorf("%d lists, log %q", source.listCount(), log.String())
		}
	})
}

// An error of processing is counted, and what follows is processed.
func TestControllerCountsProcessErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := withPods(1)
		var refuse atomic.Bool
		p := newPipeline(source, informer.InOrder, func(c *cache.Config) {
			process := c.Process
			c.ProcessBatch = nil
			c.Process = func(obj any, initial bool) error {
				if refuse.Load() {
					return errors.New("refused")
				}
				return process(obj, initial)
			}
		})
		p.run(t, t.Context())
		refuse.Store(true)
		source.put("refused")
		synctest.Wait()
		refuse.Store(false)
		source.put("accepted")
		synctest.Wait()
		if got := p.controller.(*informer.Controller).Stats().ProcessErrors; got != 1 {
			t.Errorf("%d errors counted", got)
		}
		if got := p.store.ListKeys(); len(got) != 2 {
			t.Errorf("the store has %q", got)
		}
	})
}

// Closing while nothing comes must end the pop that waits.
func TestControllerStopsWhileIdleAndWhileTheSourceIsDown(t *testing.T) {
	for _, down := range []error{nil, errors.New("down")} {
		synctest.Test(t, func(t *testing.T) {
			source := newScript()
			source.failWith(down)
			stopCh, done := make(chan struct{}), make(chan struct{})
			p := newPipeline(source, informer.DeltaFIFO, nil)
			go func() { defer close(done); p.controller.Run(stopCh) }()
			synctest.Wait()
			close(stopCh)
			<-done
		})
	}
}
