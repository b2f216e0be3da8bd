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
	return sharedPipeline(p, informer.NewSharedIndexInformer(p.lw, p.kind.New(), 0, p.kind.Indexers(),
		informer.WithStore(p.newStore), informer.WithQueue(queue), informer.WithListMode(p.cell.List)))
}

// assembleClientGo: client-go's shared informer, whose queue and store cannot be chosen.
func assembleClientGo(p parts) (*pipeline, error) {
	return sharedPipeline(p, cache.NewSharedIndexInformerWithOptions(p.lw, p.kind.New(), cache.SharedIndexInformerOptions{
		Indexers: p.kind.Indexers(),
	}))
}

func sharedPipeline(p parts, inf cache.SharedIndexInformer) (*pipeline, error) {
	var registration cache.ResourceEventHandlerRegistration
	for i, h := range p.handlers {
		reg, err := inf.AddEventHandler(h)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			registration = reg
		}
	}
	return &pipeline{
		store:  inf.GetIndexer(),
		run:    inf.RunWithContext,
		synced: registration.HasSyncedChecker().Done(),
	}, nil
}
