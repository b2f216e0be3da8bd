package reflectorbench

import (
	"k8s.io/client-go/tools/cache"

	"informerbench/informer"
	"informerbench/workload"
)

// assembleOurs: our shared informer with the cell's store and queue.
func assembleOurs(p parts) (*pipeline, error) {
	queue := map[Queue]informer.QueueFunc{
		InOrder: informer.InOrder, DeltaFIFO: informer.DeltaFIFO, Direct: informer.Direct,
	}[p.cell.Queue]
	return sharedPipeline(p, informer.NewSharedIndexInformer(p.lw, p.resource.New(), 0, workload.Indexers(p.resource),
		informer.WithStore(p.newStore), informer.WithQueue(queue), informer.WithListMode(p.cell.List)))
}

// assembleClientGo: client-go's shared informer, whose queue and store cannot be chosen.
func assembleClientGo(p parts) (*pipeline, error) {
	return sharedPipeline(p, cache.NewSharedIndexInformerWithOptions(p.lw, p.resource.New(), cache.SharedIndexInformerOptions{
		Indexers: workload.Indexers(p.resource),
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
