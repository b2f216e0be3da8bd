package informer

import (
	"context"
	"sync"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/fifo"
)

// Run is RunWithContext with a stop channel.
func (s *SharedInformer) Run(stopCh <-chan struct{}) {
	s.RunWithContext(wait.ContextForChannel(stopCh))
}

// RunWithContext runs the informer until the context ends, and returns when the last
// call of every handler has returned; what then waits for a handler is dropped. An
// informer runs once in its life: any further call logs a warning and returns.
func (s *SharedInformer) RunWithContext(ctx context.Context) {
	defer utilruntime.HandleCrashWithContext(ctx)
	logger := s.logger(ctx)
	controller := s.begin(logger)
	if controller == nil {
		logger.Info("Warning: a shared informer runs only once, this call does nothing", "type", s.description)
		return
	}
	stopDetector := make(chan struct{})
	var background sync.WaitGroup
	background.Go(func() { s.detector.Run(stopDetector) })
	background.Go(func() { s.announceSync(ctx, controller.HasSyncedChecker()) })
	s.processor.start()

	// What follows is not deferred: when processing panics and the process is to
	// crash, waiting for a blocked handler would turn the crash into a hang.
	controller.RunWithContext(ctx)
	// First no more handlers, then the end of those there are, which may take as long as
	// their last calls: a handler added meanwhile would be accepted and never called.
	s.end()
	s.processor.stop()
	close(stopDetector)
	background.Wait()
}

func (s *SharedInformer) logger(ctx context.Context) klog.Logger {
	if s.settings.logger != nil {
		return *s.settings.logger
	}
	return klog.FromContext(ctx)
}

// begin makes the controller, for exactly one caller; others get nil.
func (s *SharedInformer) begin(logger klog.Logger) *Controller {
	s.lifecycle.Lock()
	defer s.lifecycle.Unlock()
	if s.started {
		return nil
	}
	s.started = true
	s.controller = s.newController(logger)
	return s.controller
}

func (s *SharedInformer) newController(logger klog.Logger) *Controller {
	process, processBatch := s.applier(&fifo.Processor{
		Handler:  &s.outbox,
		State:    s.indexer,
		KeyFunc:  cache.DeletionHandlingMetaNamespaceKeyFunc,
		Logger:   logger,
		StandIns: true,
	})
	c := &Controller{settings: s.settings, metrics: s.metrics, onWatchError: withReflector(s.watchErrorHandler, s.standIn)}
	c.settings.logger = &logger
	c.config = cache.Config{
		Queue: s.settings.newQueue(s.indexer, fifo.Options{
			Name:      s.description,
			KeyFunc:   cache.MetaNamespaceKeyFunc,
			Transform: s.transform,
			Stage:     s.indexer.Stage,
			Queued:    s.metrics.queuedFunc(),
			Logger:    &logger,
		}),
		ListerWatcher:     s.lw,
		Process:           process,
		ProcessBatch:      processBatch,
		ObjectType:        s.example,
		ObjectDescription: s.description,
		FullResyncPeriod:  s.checkPeriod,
		ShouldResync:      s.processor.shouldResync,
	}
	return c
}

// announceSync waits for the first list. The informer is synced before its
// registrations are: who waits for a registration may rely on the informer.
func (s *SharedInformer) announceSync(ctx context.Context, first cache.DoneChecker) {
	select {
	case <-ctx.Done():
	case <-first.Done():
		close(s.synced)
		s.processor.sourceSynced()
	}
}

func (s *SharedInformer) end() {
	s.lifecycle.Lock()
	defer s.lifecycle.Unlock()
	s.stopped = true
}
