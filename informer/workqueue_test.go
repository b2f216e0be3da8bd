package informer_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"informerbench/informer"
)

// reconciled is a controller: a handler puts keys into client-go's work queue, a worker
// reads each from the store and writes down when it did.
type reconciled struct {
	queue workqueue.TypedDelayingInterface[string]
	begin time.Time
	runs  []time.Duration
}

func newReconciled(t *testing.T, inf cache.SharedIndexInformer, enqueue func(queue workqueue.TypedDelayingInterface[string], key string)) *reconciled {
	c := &reconciled{queue: workqueue.NewTypedDelayingQueue[string](), begin: time.Now()}
	add(t, inf, cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		key, _ := cache.MetaNamespaceKeyFunc(obj)
		enqueue(c.queue, key)
	}})
	done := make(chan struct{})
	go func() { defer close(done); c.work(t, inf.GetIndexer()) }()
	t.Cleanup(func() { c.queue.ShutDown(); <-done })
	return c
}

func (c *reconciled) work(t *testing.T, store cache.Indexer) {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if _, exists, err := store.GetByKey(key); err != nil || !exists {
			t.Errorf("%s is not in the store when it is reconciled: %v", key, err)
		}
		c.runs = append(c.runs, time.Since(c.begin))
		c.queue.Done(key)
	}
}

// kubernetes/kubernetes#126027: a delayed key and the same key at once run both, as
// designed; of two delays the shorter one counts, and the key runs once.
func TestWorkQueueRunsADelayedKeyOnceAndEarly(t *testing.T) {
	const long, short = 5 * time.Hour, 10 * time.Millisecond
	for what, c := range map[string]struct {
		enqueue func(workqueue.TypedDelayingInterface[string], string)
		want    []time.Duration
	}{
		"later and at once": {func(q workqueue.TypedDelayingInterface[string], key string) {
			q.AddAfter(key, long)
			q.Add(key)
		}, []time.Duration{0, long}},
		"later and soon": {func(q workqueue.TypedDelayingInterface[string], key string) {
			q.AddAfter(key, long)
			q.AddAfter(key, short)
		}, []time.Duration{short}},
	} {
		t.Run(what, func(t *testing.T) {
			forEveryPipeline(t, func(t *testing.T, o ...informer.Option) {
				inf := newInformer(withPods(1), o...) // time is the bubble's: no hour is waited for
				controller := newReconciled(t, inf, c.enqueue)
				start(t, inf)
				time.Sleep(2 * long)
				synctest.Wait()
				if !slices.Equal(controller.runs, c.want) {
					t.Errorf("reconciled after %v, want %v", controller.runs, c.want)
				}
			})
		})
	}
}
