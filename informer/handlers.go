package informer

import (
	"fmt"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/utils/ptr"
)

// AddEventHandler adds a handler with the informer's resync period. See
// AddEventHandlerWithOptions.
func (s *SharedInformer) AddEventHandler(h cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	return s.AddEventHandlerWithOptions(h, cache.HandlerOptions{})
}

// AddEventHandlerWithResyncPeriod adds a handler with a resync period of its own; 0
// means no resyncs. See AddEventHandlerWithOptions.
func (s *SharedInformer) AddEventHandlerWithResyncPeriod(h cache.ResourceEventHandler, period time.Duration) (cache.ResourceEventHandlerRegistration, error) {
	return s.AddEventHandlerWithOptions(h, cache.HandlerOptions{ResyncPeriod: &period})
}

// AddEventHandlerWithOptions adds a handler. Its calls come one at a time, in the
// store's order, from a goroutine of its own; calls of different handlers are not
// coordinated. A handler that joins a running informer gets an add for each object
// in the store, flagged as initial, and then every later change. What waits for a slow
// handler is kept without bound, unless the handler is [Coalescing]. After the informer has
// stopped it is an error.
func (s *SharedInformer) AddEventHandlerWithOptions(h cache.ResourceEventHandler, o cache.HandlerOptions) (cache.ResourceEventHandlerRegistration, error) {
	s.lifecycle.Lock()
	defer s.lifecycle.Unlock()
	if s.stopped {
		return nil, fmt.Errorf("handler %s not added: %w", handlerName(h), errStopped)
	}
	logger := ptr.Deref(o.Logger, klog.Background())
	l := newListener(logger, h, s.name(), s.schedule(logger, o.ResyncPeriod), s.settings.coalescing)
	l.detector = s.detector
	if s.started {
		s.joinLate(l)
	} else {
		s.processor.add(l)
	}
	return l, nil
}

// schedule settles the resync of a new handler. The lifecycle lock is held.
func (s *SharedInformer) schedule(logger klog.Logger, period *time.Duration) resyncSchedule {
	requested, check := resyncPeriods(logger, ptr.Deref(period, s.settings.resync), s.checkPeriod, s.started)
	if check != s.checkPeriod {
		s.checkPeriod = check
		s.processor.setCheckPeriod(logger, check)
	}
	return newResyncSchedule(requested, fitResyncPeriod(logger, requested, check), time.Now())
}

// joinLate lets a handler join between two batches.
func (s *SharedInformer) joinLate(l *listener) {
	s.distribution.Lock()
	defer s.distribution.Unlock()
	l.replay(s.indexer.StandIns())
	s.processor.add(l)
}

// RemoveEventHandler ends a registration: the call that is running may finish, what
// waits is dropped, and nothing follows. It does not wait (see
// [cache.ShutDownEventHandler]), may be called again, and from within the handler. A
// handle of another informer is ignored; one of another kind is an error.
func (s *SharedInformer) RemoveEventHandler(handle cache.ResourceEventHandlerRegistration) error {
	s.lifecycle.Lock()
	defer s.lifecycle.Unlock()
	return s.processor.remove(handle)
}
