package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// ours is on every ConfigMap that we write.
var ours = map[string]string{"app.kubernetes.io/managed-by": "deployment-summary"}

// summarizer reconciles Deployments. Its client reads from the manager's cache, and so
// from our informers, and writes to the API server.
type summarizer struct {
	client client.Client
	out    io.Writer
}

// setUp watches Deployments, and ConfigMaps on behalf of the Deployments that own them.
func (s *summarizer) setUp(m ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(m).For(&appsv1.Deployment{}).Owns(&corev1.ConfigMap{}).Complete(s)
}

// Reconcile brings one Deployment's summary up to date. What fails is tried again by the
// manager's work queue, later each time: also a write that rests on a cache which is
// behind, and which the API server therefore refuses.
func (s *summarizer) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	summary := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: request.Namespace, Name: request.Name + "-summary"}}
	deployment := &appsv1.Deployment{}
	err := s.client.Get(ctx, request.NamespacedName, deployment)
	if apierrors.IsNotFound(err) {
		return ctrl.Result{}, s.remove(ctx, summary)
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	did, err := controllerutil.CreateOrUpdate(ctx, s.client, summary, func() error {
		// What the client returns is a copy of the cache's object: it may be changed.
		summary.Labels = maps.Clone(ours) // the answer is decoded into it
		summary.Data = map[string]string{
			"wanted": strconv.Itoa(int(*deployment.Spec.Replicas)), // the API server has set a default
			"ready":  strconv.Itoa(int(deployment.Status.ReadyReplicas)),
		}
		return controllerutil.SetControllerReference(deployment, summary, s.client.Scheme())
	})
	if err == nil && did != controllerutil.OperationResultNone {
		fmt.Fprintf(s.out, "%s %s/%s\n", did, summary.Namespace, summary.Name)
	}
	return ctrl.Result{}, err
}

// remove deletes the summary of a Deployment that is gone, if the cache has one. The
// garbage collector of a cluster would do so, too: not every API server has one.
func (s *summarizer) remove(ctx context.Context, summary *corev1.ConfigMap) error {
	if err := s.client.Get(ctx, client.ObjectKeyFromObject(summary), summary); err != nil {
		return client.IgnoreNotFound(err)
	}
	if err := s.client.Delete(ctx, summary); err != nil {
		return client.IgnoreNotFound(err)
	}
	fmt.Fprintf(s.out, "deleted %s/%s\n", summary.Namespace, summary.Name)
	return nil
}
