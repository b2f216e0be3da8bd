package reflectorbench

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"informerbench/fifo"
)

// assembleClientGoController: client-go's controller, DeltaFIFO and indexer.
func assembleClientGoController(p parts) (*pipeline, error) {
	state := cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, p.indexers)
	queue := cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{
		KnownObjects:          state,
		EmitDeltaTypeReplaced: true,
	})
	processor := &fifo.Processor{
		Handler: fanOut(p.handlers),
		State:   state,
		KeyFunc: cache.DeletionHandlingMetaNamespaceKeyFunc,
		Logger:  klog.Background(),
	}
	controller := cache.New(&cache.Config{
		Queue:         queue,
		ListerWatcher: p.lw,
		ObjectType:    p.kind.New(),
		Process:       processor.Process,
	})
	return &pipeline{
		store:  state,
		run:    controller.RunWithContext,
		synced: []<-chan struct{}{controller.HasSyncedChecker().Done()},
	}, nil
}
