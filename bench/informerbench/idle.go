package informerbench

import (
	"context"
	"runtime"
	"runtime/metrics"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// idlePods is how many pods the handlers were told of before they had nothing more to do: enough
// that what a burst leaves behind is there.
const idlePods = 1000

// idle weighs handlers of a running informer that have seen its pods and wait.
func (p Process) idle(ctx context.Context, s Subject) (names []string, values []float64, err error) {
	l, err := startLife(ctx, s, newFeed(newPods(idlePods, 0), false, InFlight))
	if err != nil {
		return nil, nil, err
	}
	if err := l.awaitSync(ctx); err != nil {
		return nil, nil, err
	}
	handlers := make([]cache.ResourceEventHandlerRegistration, p.Handlers)
	heap, stacks := weigh()
	for i := range handlers {
		if handlers[i], err = l.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{}); err != nil {
			return nil, nil, err
		}
	}
	for _, h := range handlers {
		select {
		case <-h.HasSyncedChecker().Done():
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	heapAfter, stacksAfter := weigh()
	runtime.KeepAlive(handlers)
	each := func(before, after uint64) float64 { return (float64(after) - float64(before)) / float64(p.Handlers) }
	if err := l.check(make([]*corev1.Pod, idlePods)); err != nil {
		return nil, nil, err
	}
	return []string{"heap-B/handler", "stack-B/handler", "total-B/handler"},
		[]float64{each(heap, heapAfter), each(stacks, stacksAfter), each(heap+stacks, heapAfter+stacksAfter)}, l.end()
}

// weigh returns what is live on the heap, and what stacks take. The first collection shrinks stacks and
// leaves objects behind finalizers and in pools, the second does not.
func weigh() (heap, stacks uint64) {
	runtime.GC()
	runtime.GC()
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}
