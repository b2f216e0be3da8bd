package bench_test

import (
	"testing"

	"k8s.io/client-go/tools/cache"
)

// counter is a process function that counts deltas and knows the last one's object.
type counter struct {
	deltas int
	last   any
}

func (c *counter) single(obj any, _ bool) error { return c.batch(obj.(cache.Deltas), false) }

func (c *counter) batch(deltas []cache.Delta, _ bool) error {
	c.deltas += len(deltas)
	c.last = deltas[len(deltas)-1].Object
	return nil
}

// popMany takes a batch, or one object from a queue that knows no batches.
func popMany(queue cache.Queue, popped *counter) error {
	if batched, ok := queue.(cache.QueueWithBatch); ok {
		return batched.PopBatch(popped.batch, popped.single)
	}
	_, err := queue.Pop(popped.single)
	return err
}

// checkQueue fails the benchmark unless as many deltas came out as objects went in, and the queue is
// empty and in order: what is added now comes out next, one by one. The pods must be
// other objects than those of the benchmark.
func checkQueue(b *testing.B, queue cache.Queue, popped *counter, want int, pods []any) {
	if popped.deltas != want {
		b.Fatalf("%d deltas came out of the queue, %d objects went in", popped.deltas, want)
	}
	for _, pod := range pods {
		queue.Add(pod)
	}
	for i, pod := range pods {
		if _, err := queue.Pop(popped.single); err != nil {
			b.Fatal(err)
		}
		if popped.last != pod || popped.deltas != want+i+1 {
			b.Fatalf("after the benchmark, object %d of %d does not come out as it went in", i, len(pods))
		}
	}
}
