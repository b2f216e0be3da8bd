package factory

import (
	"context"
	"sync"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
)

// group is what all factories have in common: one informer a key, and the goroutines
// of those that were started. Its exported methods are the factories' own.
type group[K comparable] struct {
	config *config[K]

	// mu guards the fields below. It is held while an informer is made, so that two who
	// ask at once get the same one, and while informers are started, so that none starts
	// after Shutdown has begun.
	mu       sync.Mutex
	members  map[K]*member
	shutdown bool

	// running counts the started informers. Adding happens under mu and only before
	// shutdown is set, waiting only after: otherwise an Add could overtake the Wait, which
	// sync.WaitGroup forbids, and Shutdown would return too early.
	running sync.WaitGroup
	release sync.Once
}

type member struct {
	informer cache.SharedIndexInformer
	started  bool
}

func newGroup[K comparable](c *config[K]) group[K] {
	return group[K]{config: c, members: map[K]*member{}}
}

// get returns the informer of the key, and makes it if nobody has asked before.
func (g *group[K]) get(key K, make func(settings) cache.SharedIndexInformer) cache.SharedIndexInformer {
	g.mu.Lock()
	defer g.mu.Unlock()
	if m, ok := g.members[key]; ok {
		return m.informer
	}
	s := g.config.settings(key)
	inf := make(s)
	if s.transform != nil {
		if err := inf.SetTransform(s.transform); err != nil {
			utilruntime.HandleError(err)
		}
	}
	g.members[key] = &member{informer: inf}
	return inf
}

// Start is StartWithContext with a stop channel.
func (g *group[K]) Start(stopCh <-chan struct{}) {
	g.StartWithContext(wait.ContextForChannel(stopCh))
}

// StartWithContext starts all informers that were asked for and do not run yet, and
// returns at once. They run until the context ends. After Shutdown it does nothing.
//
// It must have returned before one waits for the sync, so do not call it in a goroutine.
func (g *group[K]) StartWithContext(ctx context.Context) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shutdown {
		return
	}
	for _, m := range g.members {
		if !m.started {
			m.started = true
			g.running.Go(func() { m.informer.RunWithContext(ctx) })
		}
	}
}

// Shutdown makes Start do nothing from now on, and blocks until all goroutines of the
// factory have ended. They end with the contexts or channels with which they were started:
// Shutdown ends none of them. It may be called several times, also at once.
func (g *group[K]) Shutdown() {
	g.mu.Lock()
	g.shutdown = true
	g.mu.Unlock()
	g.running.Wait()
	g.release.Do(g.config.releaseNames)
}

// started returns the informers that were started until now.
func (g *group[K]) started() map[K]cache.SharedIndexInformer {
	g.mu.Lock()
	defer g.mu.Unlock()
	started := map[K]cache.SharedIndexInformer{}
	for key, m := range g.members {
		if m.started {
			started[key] = m.informer
		}
	}
	return started
}

// waitForSync waits until all started informers have synced, or the context ends. It
// says who has synced, and the context's cause if that is not everyone.
func (g *group[K]) waitForSync(ctx context.Context) (map[K]bool, error) {
	started := g.started()
	checkers := make([]cache.DoneChecker, 0, len(started))
	for _, inf := range started {
		checkers = append(checkers, inf.HasSyncedChecker())
	}
	const quietly = ""
	cache.WaitFor(ctx, quietly, checkers...)

	synced, all := make(map[K]bool, len(started)), true
	for key, inf := range started {
		synced[key] = inf.HasSynced()
		all = all && synced[key]
	}
	if all {
		return synced, nil
	}
	return synced, context.Cause(ctx)
}

// WaitForCacheSync waits until all informers that this factory has started are synced,
// or until the channel is closed, and says which ones are. Informers that it has not
// started are not in the answer; those that have synced cost no time.
func (g *group[K]) WaitForCacheSync(stopCh <-chan struct{}) map[K]bool {
	synced, _ := g.waitForSync(wait.ContextForChannel(stopCh))
	return synced
}
