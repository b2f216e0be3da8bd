package controllerruntime_test

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	nodeField = "spec.nodeName"
	podCount  = "example.com/pods" // an annotation of Nodes
)

// podCounter keeps each Node's annotation at the number of its Pods. What it reads comes
// from the cache, by a field index; what it writes goes to the server.
type podCounter struct {
	client.Client
	// written gets what was written last for a Node; the test reads it to the end.
	written chan<- nodeCount
}

type nodeCount struct {
	node string
	pods int
}

func (r *podCounter) setUp(ctx context.Context, m ctrl.Manager) error {
	err := m.GetFieldIndexer().IndexField(ctx, &corev1.Pod{}, nodeField, func(o client.Object) []string {
		return []string{o.(*corev1.Pod).Spec.NodeName}
	})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(m).For(&corev1.Node{}).
		Watches(&corev1.Pod{}, handler.EnqueueRequestsFromMapFunc(nodeOf)).
		WithOptions(controller.Options{SkipNameValidation: ptr.To(true)}). // each variant runs it under one name
		Complete(r)
}

func nodeOf(_ context.Context, o client.Object) []reconcile.Request {
	return []reconcile.Request{{NamespacedName: client.ObjectKey{Name: o.(*corev1.Pod).Spec.NodeName}}}
}

func (r *podCounter) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var node corev1.Node
	if err := r.Get(ctx, request.NamespacedName, &node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.MatchingFields{nodeField: node.Name}); err != nil {
		return ctrl.Result{}, err
	}
	if count := strconv.Itoa(len(pods.Items)); node.Annotations[podCount] != count {
		node.Annotations = map[string]string{podCount: count}
		// A conflict means that the cache was behind: the request comes again.
		if err := r.Update(ctx, &node); err != nil {
			return ctrl.Result{}, err
		}
	}
	select {
	case r.written <- nodeCount{node.Name, len(pods.Items)}:
	case <-ctx.Done():
	}
	return ctrl.Result{}, nil
}
