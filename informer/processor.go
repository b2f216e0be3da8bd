package informer

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// processor is the set of an informer's handlers.
type processor struct {
	// mu guards the fields below and the resync schedules of the listeners. It is the
	// last lock but the buffers' (see SharedInformer for the order).
	mu        sync.Mutex
	listeners []*listener
	started   bool
	stopped   bool
	synced    bool
	running   sync.WaitGroup
}

// add makes the listener a receiver of all later batches. The caller of a started
// informer blocks distribution and has enqueued the initial list, so there is neither
// a gap nor a duplicate between that list and the next batch; and the list is
// counted before the listener can hear that the source has synced.
func (p *processor) add(l *listener) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		l.abandon()
		return
	}
	p.listeners = append(p.listeners, l)
	if p.synced {
		l.initial.sourceSynced()
	}
	if p.started {
		p.running.Go(l.run)
	}
}

// remove ends a listener: the call that is running may finish, no other follows.
// Handles that are not (or no longer) registered here are ignored; an error is only
// returned for what cannot be a handle of any informer of this package.
func (p *processor) remove(handle cache.ResourceEventHandlerRegistration) error {
	l, ok := handle.(*listener)
	if !ok || l == nil {
		return fmt.Errorf("not a registration of this kind of informer: %T", handle)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.listeners, l)
	if i < 0 {
		return nil
	}
	p.listeners = slices.Delete(p.listeners, i, i+1)
	if p.started {
		l.buffer.close()
	} else {
		l.abandon()
	}
	return nil
}

// abandon ends a listener whose goroutine was never started.
func (l *listener) abandon() {
	l.buffer.close()
	close(l.done)
}

// registered returns a copy: whoever looks into a buffer must not hold up the others.
func (p *processor) registered() []*listener {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.listeners)
}

// distribute appends the batch to the buffer of every listener.
func (p *processor) distribute(b *batch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.listeners {
		l.enqueue(b)
	}
}

// start begins the calls; what was distributed before has waited in the buffers.
func (p *processor) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.started = true
	for _, l := range p.listeners {
		p.running.Go(l.run)
	}
}

// stop ends all listeners and returns when their last calls have.
func (p *processor) stop() {
	p.mu.Lock()
	for _, l := range p.listeners {
		l.buffer.close()
	}
	p.listeners, p.stopped = nil, true
	// Waiting with the lock held would block a handler that removes itself.
	p.mu.Unlock()
	p.running.Wait()
}

// sourceSynced tells all listeners, present and future, that the first list has been
// distributed completely.
func (p *processor) sourceSynced() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.synced = true
	for _, l := range p.listeners {
		l.initial.sourceSynced()
	}
}

// shouldResync settles which listeners take part in the next resync, and whether any does.
func (p *processor) shouldResync() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, needed := time.Now(), false
	for _, l := range p.listeners {
		if l.resync.check(now) {
			needed = true
		}
	}
	return needed
}

func (p *processor) setCheckPeriod(logger klog.Logger, check time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.listeners {
		l.resync.setCheckPeriod(logger, check)
	}
}
