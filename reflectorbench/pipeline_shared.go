package reflectorbench

import (
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
)

// assembleOurs: our shared informer with the cell's store and queue.
func assembleOurs(p parts) (*pipeline, error) {
	queue := map[Queue]informer.QueueFunc{
		InOrder: informer.InOrder, DeltaFIFO: informer.DeltaFIFO, Direct: informer.Direct,
	}[p.cell.Queue]
	options := append([]informer.Option{informer.WithStore(p.newStore), informer.WithQueue(queue), informer.WithListMode(p.cell.List)}, p.options...)
	return sharedPipeline(p, informer.NewSharedIndexInformer(p.lw, p.kind.New(), 0, p.indexers, options...))
}

// assembleClientGo: client-go's shared informer, whose queue and store cannot be chosen.
func assembleClientGo(p parts) (*pipeline, error) {
	return sharedPipeline(p, cache.NewSharedIndexInformerWithOptions(p.lw, p.kind.New(), cache.SharedIndexInformerOptions{
		Indexers: p.indexers,
	}))
}

func sharedPipeline(p parts, inf cache.SharedIndexInformer) (*pipeline, error) {
	add := func(h cache.ResourceEventHandler) (<-chan struct{}, error) {
		registration, err := inf.AddEventHandler(h)
		if err != nil {
			return nil, err
		}
		return registration.HasSyncedChecker().Done(), nil
	}
	built := &pipeline{store: inf.GetIndexer(), run: inf.RunWithContext, add: add}
	for _, h := range p.handlers {
		synced, err := add(h)
		if err != nil {
			return nil, err
		}
		built.synced = append(built.synced, synced)
	}
	return built, nil
}
