package informer

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/fifo"
	"informerbench/reflector"
)

// leastClientGoWatchTimeout is what client-go makes of smaller MinWatchTimeout fields.
const leastClientGoWatchTimeout = 5 * time.Minute

// Controller runs a reflector that fills a queue, and the loop that drains it.
type Controller struct {
	config   cache.Config
	settings settings
	metrics  *pipelineMetrics // nil when nobody asked for them
	// onWatchError is nil when the reflector is to log failed lists and watches itself.
	onWatchError func(context.Context, error)
	// ran makes RunWithContext single-use: a closed queue cannot be opened again.
	ran atomic.Bool
	// reflector is nil until Run. It is published atomically, because
	// LastSyncResourceVersion and Stats may be called from any goroutine.
	reflector     atomic.Pointer[reflector.Reflector]
	processErrors atomic.Uint64
}

var _ cache.Controller = (*Controller)(nil)

// New makes a controller, a *[Controller], from a config of client-go's, of which a copy
// is kept. It does nothing until it is run, which is possible once.
//
// Batches are used when ProcessBatch is set and the queue is a
// [cache.QueueWithBatch], whatever client-go's feature gates say. A config without a
// queue gets the one of [WithQueue], which then knows no store. Without a Process
// function (fifo.Processor has the usual one) New panics: nothing could be processed.
func New(config *cache.Config, o ...Option) cache.Controller {
	c := &Controller{config: *config, settings: settings{}.with(o)}
	c.metrics = c.settings.metrics.pipeline()
	c.config.ListerWatcher = c.settings.source(config.ListerWatcher, config.ObjectType)
	if c.config.Process == nil {
		panic("informer.New: the config needs a Process function, such as that of fifo.Processor")
	}
	if c.config.Queue == nil {
		c.config.Queue = c.settings.newQueue(nil, fifo.Options{
			Name: config.ObjectDescription, Logger: c.settings.logger, Queued: c.metrics.queuedFunc(),
		})
	}
	h := config.WatchErrorHandlerWithContext
	if config.WatchErrorHandler != nil {
		h = ignoringContext(config.WatchErrorHandler)
	}
	if h != nil {
		c.settings.description = config.ObjectDescription
		c.onWatchError = withReflector(h, newStandIn(config.ListerWatcher, config.ObjectType, c.config.Queue, c.settings))
	}
	return c
}

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
	if c.settings.logger != nil {
		return *c.settings.logger
	}
	return klog.FromContext(ctx)
}

func (c *Controller) reflectorOptions(logger *klog.Logger) reflector.Options {
	return reflector.Options{
		ExpectedType:      c.config.ObjectType,
		TypeDescription:   c.config.ObjectDescription,
		ListMode:          c.settings.listMode,
		PageSize:          cmp.Or(c.settings.pageSize, c.config.WatchListPageSize),
		ResyncPeriod:      c.config.FullResyncPeriod,
		ShouldResync:      c.config.ShouldResync,
		MinWatchTimeout:   cmp.Or(c.settings.minWatchTimeout, max(c.config.MinWatchTimeout, leastClientGoWatchTimeout)),
		Rand:              c.settings.rand,
		WatchErrorHandler: c.onWatchError,
		Logger:            logger,
		ListTimeout:       c.settings.listTimeout,
		WatchOvertime:     c.settings.watchOvertime,
		Backoff:           c.settings.backoff,

		MaxInternalErrorRetryDuration: c.settings.internalRetry,
	}
}

// popFunc chooses between single and batch processing once, so that the loop does
// not ask again for every batch.
func (c *Controller) popFunc() func() error {
	process, batch := c.metrics.measuring(c.config.Process, c.config.ProcessBatch)
	single := cache.PopProcessFunc(process)
	if q, ok := c.config.Queue.(cache.QueueWithBatch); ok && batch != nil {
		return func() error { return q.PopBatch(batch, single) }
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
