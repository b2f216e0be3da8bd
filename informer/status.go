package informer

import (
	"context"
	"fmt"

	"k8s.io/client-go/tools/cache"
)

// HasSynced reports whether the first list is in the store. Whether a handler has seen
// it is its registration's to say.
func (s *SharedInformer) HasSynced() bool { return cache.IsDone(syncedChecker{s}) }

// HasSyncedChecker is done when HasSynced is true.
func (s *SharedInformer) HasSyncedChecker() cache.DoneChecker { return syncedChecker{s} }

type syncedChecker struct{ s *SharedInformer }

func (c syncedChecker) Name() string          { return c.s.name() }
func (c syncedChecker) Done() <-chan struct{} { return c.s.synced }

func (s *SharedInformer) name() string { return fmt.Sprintf("SharedIndexInformer %T", s.example) }

// IsStopped reports whether the informer has run and stopped, for ever.
func (s *SharedInformer) IsStopped() bool {
	s.lifecycle.Lock()
	defer s.lifecycle.Unlock()
	return s.stopped
}

// LastSyncResourceVersion is the version that the reflector has last seen; empty before Run.
func (s *SharedInformer) LastSyncResourceVersion() string {
	if c := s.runningController(); c != nil {
		return c.LastSyncResourceVersion()
	}
	return ""
}

func (s *SharedInformer) runningController() *Controller {
	s.lifecycle.Lock()
	defer s.lifecycle.Unlock()
	return s.controller
}

// GetController returns a view of the informer as a controller: it reports, but its Run
// does nothing, because the informer runs its controller itself.
func (s *SharedInformer) GetController() cache.Controller { return controllerView{s} }

type controllerView struct{ informer *SharedInformer }

var _ cache.Controller = controllerView{}

func (controllerView) Run(<-chan struct{})            {}
func (controllerView) RunWithContext(context.Context) {}
func (v controllerView) HasSynced() bool              { return v.informer.HasSynced() }
func (v controllerView) HasSyncedChecker() cache.DoneChecker {
	return v.informer.HasSyncedChecker()
}
func (v controllerView) LastSyncResourceVersion() string { return v.informer.LastSyncResourceVersion() }
