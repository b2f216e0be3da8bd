package fifo

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// defaultBatchSize is the largest number of deltas in a batch, and the same as
// client-go's: large enough to amortize a transaction, small enough that a
// reader who waits for one does not wait long.
const defaultBatchSize = 1000

// Options configures a queue. The zero value is usable.
type Options struct {
	// Name identifies the queue in logs and in its DoneChecker. The default is
	// the name of the type.
	Name string
	// KeyFunc gives the key of an object; tombstones are keyed without it. The
	// default is [cache.MetaNamespaceKeyFunc].
	KeyFunc cache.KeyFunc
	// Transform, if set, is applied to each object before it is queued.
	Transform cache.TransformFunc
	// Known, if set, is what the consumer holds: usually the store that the popped deltas are
	// written to. Reflectors ask the queue for it ([informerbench/reflector.KnownStore]), so
	// that a list need not hold an object twice that has not changed. It is read from the
	// reflector's goroutine, and from those on which a source decodes, at any time. Nil makes every list bring
	// all objects anew, and so does one with a method Copies() bool that returns true.
	Known cache.KeyGetter
	// Stage, if set, begins a list that a reflector collects ([informerbench/reflector.StagingStore]): the function that
	// it returns, unless that is nil, takes each object, transformed, and returns what stands for it in the ReplacedAll
	// delta, and takes less memory until then. The consumer must know what that is, a stores.StandIn of this
	// repository, as [Processor] does, whose handler must then know it too. A DeltaFIFO does not use it.
	Stage func() (stage func(obj any) any)
	// BatchSize is the largest number of deltas that PopBatch hands out at
	// once. The default, for 0 and less, is 1000.
	BatchSize int
	// Queued, if set, is told how much waits, whenever that has changed: deltas in an
	// InOrder, in which a whole list is one, and keys in a DeltaFIFO. It is called
	// under the queue's lock, so it must be quick and must not call the queue.
	Queued func(waiting int)
	// Logger is where the queue complains. The default is klog's background
	// logger.
	Logger *klog.Logger
}

// withDefaults returns o with every zero field replaced by its default.
func (o Options) withDefaults(name string) Options {
	if o.Name == "" {
		o.Name = name
	}
	if o.KeyFunc == nil {
		o.KeyFunc = cache.MetaNamespaceKeyFunc
	}
	if o.BatchSize <= 0 {
		o.BatchSize = defaultBatchSize
	}
	if o.Queued == nil {
		o.Queued = func(int) {}
	}
	if known, ok := o.Known.(interface{ Copies() bool }); ok && known.Copies() {
		o.Known = nil // it shows no object that is held, and to show one is dear
	}
	logger := klog.Background()
	if o.Logger != nil {
		logger = *o.Logger
	}
	logger = klog.LoggerWithName(logger, o.Name)
	o.Logger = &logger
	return o
}
