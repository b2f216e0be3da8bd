package bench_test

import (
	"fmt"
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
)

// queueSubjects are our queues and client-go's. The keyed ones get a store that knows nothing, which
// is what they ask on a Replace only.
var queueSubjects = []struct {
	name  string
	build func() cache.Queue
}{
	{"inorder", func() cache.Queue { return fifo.NewInOrder(fifo.Options{}) }},
	{"deltafifo", func() cache.Queue {
		return fifo.NewDeltaFIFO(cache.NewStore(cache.MetaNamespaceKeyFunc), fifo.Options{})
	}},
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
}

// counter is a process function that counts deltas.
type counter struct{ deltas int }

func (c *counter) single(obj any, _ bool) error {
	c.deltas += len(obj.(cache.Deltas))
	return nil
}

func (c *counter) batch(deltas []cache.Delta, _ bool) error {
	c.deltas += len(deltas)
	return nil
}

// What does one object cost from Add through Pop?
func BenchmarkQueuePop(b *testing.B) {
	p := population(b, spares)
	for _, q := range queueSubjects {
		b.Run(fmt.Sprintf("queue=%s/op=pop/batch=1", q.name), func(b *testing.B) {
			queue, popped := q.build(), &counter{}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				queue.Add(p.first[i%len(p.first)])
				queue.Pop(popped.single)
			}
			checkPopped(b, popped, b.N)
		})
	}
}

// What does an object cost when a thousand are queued before they are popped, in batches where
// the queue has them? One operation is the thousand.
func BenchmarkQueuePopBatch(b *testing.B) {
	p := population(b, spares)
	for _, q := range queueSubjects {
		b.Run(fmt.Sprintf("queue=%s/op=popbatch/batch=%d", q.name, len(p.first)), func(b *testing.B) {
			queue, popped := q.build(), &counter{}
			b.ReportAllocs()
			for b.Loop() {
				for _, pod := range p.first {
					queue.Add(pod)
				}
				for want := popped.deltas + len(p.first); popped.deltas < want; {
					popMany(queue, popped)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(p.first)), "ns/object")
			checkPopped(b, popped, b.N*len(p.first))
		})
	}
}

// popMany takes a batch, or one object from a queue that knows no batches.
func popMany(queue cache.Queue, popped *counter) {
	if batched, ok := queue.(cache.QueueWithBatch); ok {
		batched.PopBatch(popped.batch, popped.single)
		return
	}
	queue.Pop(popped.single)
}

func checkPopped(b *testing.B, popped *counter, want int) {
	if popped.deltas != want {
		b.Fatalf("%d deltas came out of the queue, %d objects went in", popped.deltas, want)
	}
}
