package factory_test

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"informerbench/informer/factory"
	"informerbench/stores/mvcc"
)

// All resources of a program share one factory, whose client is a dynamic.Interface.
func ExampleNewDynamic() {
	client := exampleClient("large", "small")
	ctx, cancel := context.WithCancel(context.Background())
	f := factory.NewDynamic(client, 0, factory.WithStore(mvcc.New))
	defer f.Shutdown() // waits until everything has ended,
	defer cancel()     // which this begins

	widgets := f.ForResource(widgets)
	handler, err := widgets.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { /* put its key into a work queue */ },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	f.StartWithContext(ctx)
	if err := f.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
		fmt.Println(err)
		return
	}
	// The store is full. To know that the handler has been told of all of it:
	cache.WaitFor(ctx, "", handler.HasSyncedChecker())

	found, err := widgets.Lister().ByNamespace("a").List(labels.Everything())
	fmt.Println(names(found), err)
	// Output: [large small] <nil>
}

// Typed objects: the first who asks says how the informer is made.
func ExampleFactory_InformerFor() {
	client := fake.NewClientset(pod("a", "one"), pod("b", "two")) // a kubernetes.Interface
	ctx, cancel := context.WithCancel(context.Background())
	f := factory.New(0, factory.WithNamespace("b"), factory.WithStore(mvcc.New))
	defer f.Shutdown()
	defer cancel()

	pods := f.InformerFor(&corev1.Pod{}, func(p factory.Params) cache.SharedIndexInformer {
		lw := factory.ListWatch(client, client.CoreV1().Pods(p.Namespace), p.TweakListOptions)
		return p.NewInformer(lw, &corev1.Pod{}, nil)
	})
	lister := corelisters.NewPodLister(pods.GetIndexer())
	f.StartWithContext(ctx)
	f.WaitForCacheSyncWithContext(ctx)

	found, err := lister.List(labels.Everything())
	for _, pod := range found {
		fmt.Println(pod.Name, err)
	}
	// Output: two <nil>
}
