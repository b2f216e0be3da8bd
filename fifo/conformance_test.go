package fifo_test

import (
	"testing"

	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/fifo/fifotest"
)

func newDeltaFIFO(known cache.KeyListerGetter) cache.QueueWithBatch {
	return fifo.NewDeltaFIFO(known, fifo.Options{})
}

func newInOrder(cache.KeyListerGetter) cache.QueueWithBatch {
	return fifo.NewInOrder(fifo.Options{})
}

// smallBatches has full batches and a held lock in short tests.
func smallBatches(cache.KeyListerGetter) cache.QueueWithBatch {
	return fifo.NewInOrder(fifo.Options{BatchSize: 3})
}

func smallKeyedBatches(known cache.KeyListerGetter) cache.QueueWithBatch {
	return fifo.NewDeltaFIFO(known, fifo.Options{BatchSize: 3})
}

func TestDeltaFIFOConforms(t *testing.T) {
	fifotest.Run(t, newDeltaFIFO, fifotest.WithTransform(
		func(known cache.KeyListerGetter, transform cache.TransformFunc) cache.QueueWithBatch {
			return fifo.NewDeltaFIFO(known, fifo.Options{Transform: transform})
		}))
}

func TestInOrderConforms(t *testing.T) {
	fifotest.Run(t, newInOrder, fifotest.WithTransform(
		func(_ cache.KeyListerGetter, transform cache.TransformFunc) cache.QueueWithBatch {
			return fifo.NewInOrder(fifo.Options{Transform: transform})
		}))
}

func TestQueuesWithSmallBatchesConform(t *testing.T) {
	t.Run("deltafifo", func(t *testing.T) { fifotest.Run(t, smallKeyedBatches) })
	t.Run("inorder", func(t *testing.T) { fifotest.Run(t, smallBatches) })
}
