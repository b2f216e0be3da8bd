package informer

import (
	"slices"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// crashPause is how long a handler that panicked is left alone before its next
// event: a handler that panics on every event must not fill the log at full speed.
const crashPause = time.Second

// listener is one registered handler: its buffer, the goroutine that empties it,
// and whether it has seen the initial list. It is its own registration.
type listener struct {
	logger  klog.Logger
	handler cache.ResourceEventHandler
	buffer  *buffer
	initial *initialList
	resync  resyncSchedule // guarded by the processor's lock
	// detector is told of objects for which there were stand-ins when they are opened; of all others the outbox tells it.
	detector cache.MutationDetector
	done     chan struct{} // closed when no call is running and none will follow
}

func newListener(logger klog.Logger, h cache.ResourceEventHandler, source string, resync resyncSchedule, limit int) *listener {
	if c, ok := h.(coalescing); ok {
		h, limit = c.ResourceEventHandler, c.limit
	}
	return &listener{
		logger:  logger,
		handler: h,
		buffer:  newBuffer(limit),
		initial: newInitialList(source, h),
		resync:  resync,
		done:    make(chan struct{}),
	}
}

// enqueue hands over a batch and never blocks. The initial adds are counted before
// they can be delivered; the other way round the count could touch zero too early.
func (l *listener) enqueue(b *batch) {
	l.initial.start(b.initial)
	l.buffer.add(b.items, b.resyncs == 0 || l.resync.due)
}

// replay enqueues the objects as initial adds, in pieces, so that a million of them
// are not copied twice.
func (l *listener) replay(objs []any) {
	b := batch{items: make([]notification, 0, min(len(objs), flushSize))}
	for piece := range slices.Chunk(objs, flushSize) {
		for _, obj := range piece {
			b.push(notification{new: obj, kind: addedInitially})
		}
		l.enqueue(&b)
		b.reset()
	}
}

// run makes the calls until the buffer is closed.
func (l *listener) run() {
	defer close(l.done)
	// Also when the handler ends this goroutine (runtime.Goexit, as a failing test
	// does): a buffer that nobody empties must not grow.
	defer l.buffer.close()
	for c := l.buffer.take(); c != nil; c = l.buffer.take() {
		for c != nil && !l.buffer.isClosed() {
			for l.deliver(c) {
				l.pause()
			}
			next := c.next
			l.buffer.recycle(c)
			c = next
		}
	}
}

// deliver makes the calls of a chunk. It reports true when the handler panicked and
// panics are not to end the process: the item is skipped, and delivering may go on.
// The recovery stands here, not around each call, to cost once per chunk.
func (l *listener) deliver(c *chunk) (crashed bool) {
	crashed = true // unless the end is reached
	defer utilruntime.HandleCrashWithLogger(l.logger)
	for c.read < len(c.items) && !l.buffer.isClosed() {
		l.call(c.pop())
	}
	return false
}

func (l *listener) call(n notification) {
	if n.kind == addedInitially {
		// Deferred, so that a panic leaves the registration able to become synced. To open may panic as well.
		defer l.initial.finish()
	}
	n, fresh := n.opened()
	if fresh {
		l.detector.AddObject(n.new)
	}
	switch n.kind {
	case added:
		l.handler.OnAdd(n.new, false)
	case addedInitially:
		l.handler.OnAdd(n.new, true)
	case updated, resynced:
		l.handler.OnUpdate(n.old, n.new)
	case deleted:
		l.handler.OnDelete(n.old)
	}
}

func (l *listener) pause() {
	t := time.NewTimer(crashPause)
	defer t.Stop()
	select {
	case <-t.C:
	case <-l.buffer.closed:
	}
}
