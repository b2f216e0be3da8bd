package bench_test

import (
	"fmt"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

// queueSubjects are client-go's queues and ours, in the order of the columns of a comparison. The keyed ones get a store that knows nothing, which
// is what they ask on a Replace only.
var queueSubjects = []struct {
	name  string
	build func() cache.Queue
}{
	{"clientgo-realfifo", func() cache.Queue {
		return cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{
			KeyFunction: cache.MetaNamespaceKeyFunc, AtomicEvents: true, UnlockWhileProcessing: true,
		})
	}},
	{"clientgo-deltafifo", func() cache.Queue {
		return cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{
			KnownObjects: cache.NewStore(cache.MetaNamespaceKeyFunc), EmitDeltaTypeReplaced: true,
		})
	}},
	{"inorder", func() cache.Queue { return fifo.NewInOrder(fifo.Options{}) }},
	{"deltafifo", func() cache.Queue {
		return fifo.NewDeltaFIFO(cache.NewStore(cache.MetaNamespaceKeyFunc), fifo.Options{})
	}},
}

// batched is how many objects are queued before they are popped in batches.
const batched = 1000

// What does one object cost from Add through Pop?
func BenchmarkQueuePop(b *testing.B) {
	p := population(b, batched)
	for _, q := range queueSubjects {
		b.Run(fmt.Sprintf("queue=%s/op=pop/batch=1", q.name), func(b *testing.B) {
			queue, popped := q.build(), &counter{}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				queue.Add(p.first[i%len(p.first)])
				if _, err := queue.Pop(popped.single); err != nil {
					b.Fatal(err)
				}
			}
			checkQueue(b, queue, popped, b.N, p.second)
		})
	}
}

// What does an object cost when a thousand are queued before they are popped, in batches where
// the queue has them? One operation is the thousand.
func BenchmarkQueuePopBatch(b *testing.B) {
	p := population(b, batched)
	for _, q := range queueSubjects {
		b.Run(fmt.Sprintf("queue=%s/op=popbatch/batch=%d", q.name, len(p.first)), func(b *testing.B) {
			queue, popped := q.build(), &counter{}
			b.ReportAllocs()
			for b.Loop() {
				for _, pod := range p.first {
					queue.Add(pod)
				}
				for want := popped.deltas + len(p.first); popped.deltas < want; {
					if err := popMany(queue, popped); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(p.first)), "ns/object")
			checkQueue(b, queue, popped, b.N*len(p.first), p.second)
		})
	}
}
