package reflectorbench

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// The delays between retries of one key: exponential, from the first to the last. There is no
// limit over all keys, which would hide the queue.
const (
	firstRetry = time.Millisecond
	lastRetry  = time.Second
)

// stage is a work queue and its reconcilers for the length of one phase.
type stage struct {
	config Reconciling
	store  reads
	seed   uint64
	enter  func() // labels a worker's goroutine in profiled runs
	queue  workqueue.TypedRateLimitingInterface[cache.ObjectName]
	wg     sync.WaitGroup

	// mu guards what follows. A key is in pending, or in the hands of a worker, or settled: each
	// change between these is made under mu, so that idle is never seen while something is left.
	mu      sync.Mutex
	pending map[cache.ObjectName]time.Time // since when the handler's oldest call is not reconciled
	busy    int
	moved   chan struct{} // has an entry when something was settled

	reconciled map[cache.ObjectName]version // by successful reconciles; the zero version: not in the store
	found      reconcileFindings
}

// reconcileFindings is what a phase has counted.
type reconcileFindings struct {
	queued, done          *latencies // from the handler's call to the first attempt, and to the success
	adds, attempts, fails int
	depths, deepest       int // sum over adds, and maximum, of the queue's length after an add
}

func newStage(c Reconciling, store reads, seed uint64) *stage {
	return &stage{
		config: c, store: store, seed: seed, enter: func() {},
		queue: workqueue.NewTypedRateLimitingQueue(
			workqueue.NewTypedItemExponentialFailureRateLimiter[cache.ObjectName](firstRetry, lastRetry)),
		pending: map[cache.ObjectName]time.Time{}, moved: make(chan struct{}, 1),
		reconciled: map[cache.ObjectName]version{},
		found:      reconcileFindings{queued: newLatencies(), done: newLatencies()},
	}
}

// add is the handler's part.
func (s *stage) add(name cache.ObjectName) {
	now := time.Now()
	s.mu.Lock()
	if _, waits := s.pending[name]; !waits {
		s.pending[name] = now
	}
	s.mu.Unlock()
	// After pending: a worker that gets the key finds its time.
	s.queue.Add(name)
	depth := s.queue.Len()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found.adds++
	s.found.depths += depth
	s.found.deepest = max(s.found.deepest, depth)
}

func (s *stage) start(ctx context.Context) {
	for i := range s.config.Workers {
		dice := rand.New(rand.NewPCG(s.seed, uint64(i)))
		s.wg.Go(func() {
			s.enter()
			for s.work(ctx, dice) {
			}
		})
	}
}

// work reconciles one key; it returns false when the queue was shut down.
func (s *stage) work(ctx context.Context, dice *rand.Rand) bool {
	name, down := s.queue.Get()
	if down {
		return false
	}
	defer s.queue.Done(name)
	since, waits := s.take(name)
	if !waits {
		// Its time was taken by an attempt between the handler's two steps: that one has
		// read what the handler told of.
		return true
	}
	seen := s.reconcile(ctx, name)
	if dice.Float64() < s.config.FailureRate {
		s.putBack(name, since)
		s.queue.AddRateLimited(name)
		return true
	}
	s.queue.Forget(name)
	s.settle(name, since, seen)
	return true
}

// reconcile reads the object as a controller does, and spends the cost.
func (s *stage) reconcile(ctx context.Context, name cache.ObjectName) version {
	obj, exists, err := s.store.GetByKey(name.String())
	s.config.spend(ctx)
	if err != nil || !exists {
		return version{}
	}
	return versionOfObject(obj)
}

func (s *stage) take(name cache.ObjectName) (since time.Time, waits bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if since, waits = s.pending[name]; !waits {
		return since, false
	}
	delete(s.pending, name)
	s.busy++
	s.found.attempts++
	if s.queue.NumRequeues(name) == 0 {
		s.found.queued.record(time.Since(since).Nanoseconds())
	}
	return since, true
}

// putBack makes a key wait again whose reconcile has failed: since its oldest call.
func (s *stage) putBack(name cache.ObjectName, since time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending[name] = since
	s.busy--
	s.found.fails++
}

func (s *stage) settle(name cache.ObjectName, since time.Time, seen version) {
	s.mu.Lock()
	s.reconciled[name] = seen
	s.busy--
	s.found.done.record(time.Since(since).Nanoseconds())
	s.mu.Unlock()
	select {
	case s.moved <- struct{}{}:
	default:
	}
}

// left is how many keys wait or are being worked on.
func (s *stage) left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.pending) + s.busy
}

// stop ends queue and workers.
func (s *stage) stop() {
	s.queue.ShutDown()
	s.wg.Wait()
}
