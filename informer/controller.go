package informer

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/reflector"
)

// ControllerConfig describes a controller: where objects come from, the queue they
// go through, and what is done with what comes out.
type ControllerConfig struct {
	// Queue is filled by the reflector and drained by the controller; required.
	Queue cache.Queue
	// ListerWatcher is the source of the objects; required.
	ListerWatcher cache.ListerWatcher
	// Process handles one popped accumulator; required. fifo.Processor has the usual one.
	Process cache.ProcessFunc
	// ProcessBatch handles a batch. It is used when it is set and the queue is a
	// [cache.QueueWithBatch]; it must do the same as Process does one by one.
	ProcessBatch cache.ProcessBatchFunc
	// ObjectType is an example of the expected objects; nil accepts any.
	ObjectType runtime.Object
	// ObjectDescription names the kind in logs; empty means the type of ObjectType.
	ObjectDescription string
	// ResyncPeriod is how often ShouldResync is asked; 0 means never.
	ResyncPeriod time.Duration
	// ShouldResync decides whether the queue is resynced now; nil means yes.
	ShouldResync cache.ShouldResyncFunc
	// MinWatchTimeout is the least timeout that watches ask for.
	MinWatchTimeout time.Duration
	// WatchErrorHandler hears of each failed list or watch, before the reflector backs
	// off; nil means that the reflector logs it.
	WatchErrorHandler func(ctx context.Context, err error)
	// ListMode and PageSize are the reflector's.
	ListMode reflector.ListMode
	PageSize int64
	// Logger is used instead of the logger in the context of RunWithContext.
	Logger *klog.Logger
}

// Controller runs a reflector that fills a queue, and the loop that drains it.
type Controller struct {
	config ControllerConfig
	// ran makes RunWithContext single-use: a closed queue cannot be opened again.
	ran atomic.Bool
	// reflector is nil until Run. It is published atomically, because
	// LastSyncResourceVersion and Stats may be called from any goroutine.
	reflector     atomic.Pointer[reflector.Reflector]
	processErrors atomic.Uint64
}

var _ cache.Controller = (*Controller)(nil)

// NewController makes a controller, a *[Controller], from the config. It does
// nothing until it is run, which is possible once.
func NewController(c ControllerConfig) cache.Controller { return newController(c) }

func newController(c ControllerConfig) *Controller { return &Controller{config: c} }

// Run is RunWithContext with a stop channel.
func (c *Controller) Run(stopCh <-chan struct{}) {
	c.RunWithContext(wait.ContextForChannel(stopCh))
}

// RunWithContext fills and drains the queue until the context ends, and returns
// when both have stopped. What is then still in the queue is not processed. A
// second call logs a warning and returns.
func (c *Controller) RunWithContext(ctx context.Context) {
	defer utilruntime.HandleCrashWithContext(ctx)
	logger := c.logger(ctx)
	if !c.ran.CompareAndSwap(false, true) {
		logger.Info("Warning: a controller runs only once, this call does nothing")
		return
	}
	r := reflector.New(c.config.ListerWatcher, c.config.Queue, c.reflectorOptions(&logger))
	c.reflector.Store(r)

	// The waits are not deferred: when the loop panics and the process is to crash,
	// waiting for goroutines that nobody stops would turn the crash into a hang.
	var wg sync.WaitGroup
	wg.Go(func() { <-ctx.Done(); c.config.Queue.Close() })
	wg.Go(func() { r.Run(ctx) })
	pop := c.popFunc()
	wait.UntilWithContext(ctx, func(ctx context.Context) { c.drain(ctx, logger, pop) }, time.Second)
	wg.Wait()
}

func (c *Controller) logger(ctx context.Context) klog.Logger {
	if c.config.Logger != nil {
		return *c.config.Logger
	}
	return klog.FromContext(ctx)
}

func (c *Controller) reflectorOptions(logger *klog.Logger) reflector.Options {
	return reflector.Options{
		ExpectedType:      c.config.ObjectType,
		TypeDescription:   c.config.ObjectDescription,
		ListMode:          c.config.ListMode,
		PageSize:          c.config.PageSize,
		ResyncPeriod:      c.config.ResyncPeriod,
		ShouldResync:      c.config.ShouldResync,
		MinWatchTimeout:   c.config.MinWatchTimeout,
		WatchErrorHandler: c.config.WatchErrorHandler,
		Logger:            logger,
	}
}

// popFunc chooses between single and batch processing once, so that the loop does
// not ask again for every batch.
func (c *Controller) popFunc() func() error {
	single := cache.PopProcessFunc(c.config.Process)
	if q, ok := c.config.Queue.(cache.QueueWithBatch); ok && c.config.ProcessBatch != nil {
		return func() error { return q.PopBatch(c.config.ProcessBatch, single) }
	}
	return func() error { _, err := c.config.Queue.Pop(single); return err }
}

// drain pops until the context ends or the queue is closed and empty.
func (c *Controller) drain(ctx context.Context, logger klog.Logger, pop func() error) {
	crashed := true // unless the end is reached
	defer func() {
		if crashed { // what was popped is lost, so a run must not look as if nothing were
			c.processErrors.Add(1)
		}
	}()
	c.drainUntilCrash(ctx, logger, pop)
	crashed = false
}

func (c *Controller) drainUntilCrash(ctx context.Context, logger klog.Logger, pop func() error) {
	for ctx.Err() == nil {
		err := pop()
		if errors.Is(err, cache.ErrFIFOClosed) {
			return
		}
		if err != nil {
			c.processErrors.Add(1)
			utilruntime.HandleErrorWithLogger(logger, err, "Processing a change failed", "type", c.config.ObjectDescription)
		}
	}
}

// HasSynced is the queue's answer: true once the first list has been processed.
func (c *Controller) HasSynced() bool { return c.config.Queue.HasSynced() }

// HasSyncedChecker is the queue's: it is done once the first list has been processed.
func (c *Controller) HasSyncedChecker() cache.DoneChecker { return c.config.Queue.HasSyncedChecker() }

// LastSyncResourceVersion is the reflector's, and empty before Run.
func (c *Controller) LastSyncResourceVersion() string {
	if r := c.reflector.Load(); r != nil {
		return r.LastSyncResourceVersion()
	}
	return ""
}
