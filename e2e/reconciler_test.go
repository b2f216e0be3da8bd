package e2e_test

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// counter writes into an app's ConfigMap how many Pods the app has.
type counter struct{ client.Client }

// enqueueApp asks for the app of a Pod.
func enqueueApp() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(_ context.Context, o client.Object) []reconcile.Request {
		return []reconcile.Request{{NamespacedName: client.ObjectKey{Namespace: o.GetNamespace(), Name: o.GetLabels()["app"]}}}
	})
}

func (c *counter) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var m corev1.ConfigMap
	if err := c.Get(ctx, request.NamespacedName, &m); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var pods corev1.PodList
	if err := c.List(ctx, &pods, client.InNamespace(m.Namespace), client.MatchingLabels{"app": m.Name}); err != nil {
		return ctrl.Result{}, err
	}
	count := strconv.Itoa(len(pods.Items))
	if m.Annotations[counted] == count {
		return ctrl.Result{}, nil
	}
	m.Annotations = map[string]string{counted: count}
	// A conflict means that the cache was behind: the request comes again.
	return ctrl.Result{}, c.Update(ctx, &m)
}
