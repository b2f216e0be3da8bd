package informer

import (
	"k8s.io/client-go/tools/cache"

	"informerbench/fifo"
	"informerbench/reflector"
)

// All queues let the reflector transform a streaming list while it collects it, so that
// the originals are not all held until its end.
var (
	_ reflector.TransformedStore = (*fifo.InOrder)(nil)
	_ reflector.TransformedStore = (*fifo.DeltaFIFO)(nil)
	_ reflector.TransformedStore = (*fifo.Direct)(nil)
	// They also tell it what is in the store already, so that a list holds no object twice
	// that has not changed.
	_ reflector.KeyedStore = (*fifo.InOrder)(nil)
	_ reflector.KeyedStore = (*fifo.DeltaFIFO)(nil)
	_ reflector.KeyedStore = (*fifo.Direct)(nil)
	// Direct also takes whatever a watch has ready.
	_ reflector.BatchStore = (*fifo.Direct)(nil)
)

// QueueFunc builds the queue of an informer. Known is the informer's store: a
// queue that works out deletions by itself reads the known keys there. It is in the options as
// well, for every queue to say what a list need not bring again.
type QueueFunc func(known cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch

// InOrder is the queue that keeps every event in arrival order and does not hold
// its lock while a batch is processed.
func InOrder(known cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch {
	o.Known = known
	return fifo.NewInOrder(o)
}

// DeltaFIFO is the keyed queue that collects the changes of one object.
func DeltaFIFO(known cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch {
	o.Known = known
	return fifo.NewDeltaFIFO(known, o)
}

// Direct is no queue: the reflector's own goroutine takes what the watch has ready, commits
// it as one transaction and hands it to the handlers' buffers. It is the shortest way
// to the store. While a transaction runs nothing is received, so that the watch's own buffers
// and its connection hold back a source that is faster than the store.
func Direct(known cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch {
	o.Known = known
	return fifo.NewDirect(o)
}

func (s settings) newQueue(known cache.KeyListerGetter, o fifo.Options) cache.QueueWithBatch {
	o.Known = known
	if s.queue != nil {
		return s.queue(known, o)
	}
	return InOrder(known, o)
}
