package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"informerbench/informer"
	"informerbench/stores/mvcc"
)

// controller brings what is (summaries) to what shall be (Deployments). Handlers only
// put names into the queue; everything else is done by reconcile, which reads the
// present state and therefore does not care how often or for which event it is called.
type controller struct {
	client      kubernetes.Interface
	informers   []cache.SharedIndexInformer
	handlers    []cache.DoneChecker // done when a handler has seen the first list
	deployments appslisters.DeploymentLister
	summaries   corelisters.ConfigMapLister
	// queue holds each name once, gives no name to two workers at a time, and brings
	// back what failed after a delay that grows with each failure.
	queue workqueue.TypedRateLimitingInterface[cache.ObjectName]
	out   io.Writer
}

func newController(client kubernetes.Interface, namespace string, out io.Writer) (*controller, error) {
	byNamespace := cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
	deployments := informer.NewSharedIndexInformer(
		cache.NewListWatchFromClient(client.AppsV1().RESTClient(), "deployments", namespace, fields.Everything()),
		&appsv1.Deployment{}, 0, byNamespace, informer.WithStore(mvcc.New))
	// Only our own ConfigMaps: the selector keeps all others out of memory.
	summaries := informer.NewSharedIndexInformer(
		cache.NewFilteredListWatchFromClient(client.CoreV1().RESTClient(), "configmaps", namespace,
			func(o *metav1.ListOptions) { o.LabelSelector = managedByLabel + "=" + managedBy }),
		&corev1.ConfigMap{}, 0, byNamespace, informer.WithStore(mvcc.New))
	c := &controller{
		client:      client,
		informers:   []cache.SharedIndexInformer{deployments, summaries},
		deployments: appslisters.NewDeploymentLister(deployments.GetIndexer()),
		summaries:   corelisters.NewConfigMapLister(summaries.GetIndexer()),
		queue: workqueue.NewTypedRateLimitingQueueWithConfig(
			workqueue.DefaultTypedControllerRateLimiter[cache.ObjectName](),
			workqueue.TypedRateLimitingQueueConfig[cache.ObjectName]{Name: "deployments"}),
		out: out,
	}
	if err := c.handle(deployments, deploymentName); err != nil {
		return nil, err
	}
	return c, c.handle(summaries, ownerName)
}

// handle puts the Deployment that each changed object belongs to into the queue.
func (c *controller) handle(i cache.SharedIndexInformer, belongsTo func(obj any) (cache.ObjectName, bool)) error {
	enqueue := func(obj any) {
		if name, ok := belongsTo(obj); ok {
			c.queue.Add(name)
		}
	}
	registration, err := i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, obj any) { enqueue(obj) },
		DeleteFunc: enqueue,
	})
	if err != nil {
		return err
	}
	c.handlers = append(c.handlers, registration.HasSyncedChecker())
	return nil
}

// run works until the context ends; that is its normal end. Nothing it has started
// outlives it.
func (c *controller) run(ctx context.Context, workers int) error {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer c.queue.ShutDown() // a worker that waits for a name then returns
	defer stop()
	for _, i := range c.informers {
		running.Go(func() { i.RunWithContext(ctx) })
	}
	// Before both lists are complete a summary that is merely not seen yet would look
	// like one that has to be written.
	if !cache.WaitFor(ctx, "", c.handlers...) {
		return nil // interrupted: not an error
	}
	fmt.Fprintf(c.out, "synced; %d workers\n", workers)
	for range workers {
		running.Go(func() {
			for c.next(ctx) {
			}
		})
	}
	<-ctx.Done()
	return nil
}

// next does the work for one name. It returns false when there is no more to come.
func (c *controller) next(ctx context.Context) bool {
	name, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	// Until Done, a change of the same Deployment waits: no two workers race for it.
	defer c.queue.Done(name)
	err := c.reconcile(ctx, name)
	switch {
	case err == nil:
		c.queue.Forget(name) // its next failure is a first one again
	case ctx.Err() != nil: // ending
	default:
		slog.Warn("trying again", "deployment", name, "failures", c.queue.NumRequeues(name)+1, "error", err)
		c.queue.AddRateLimited(name)
	}
	return true
}
