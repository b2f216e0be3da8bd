package main

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

const (
	managedByLabel = "app.kubernetes.io/managed-by"
	managedBy      = "deployment-summary"
)

var deploymentKind = appsv1.SchemeGroupVersion.WithKind("Deployment")

// reconcile brings one Deployment's summary up to date. It reads from the informers'
// stores and writes to the API server. Its own write comes back through the watch and
// leads to a call that finds nothing to do. If the store is behind (the write has not
// come back yet), the API server refuses a second one (already exists, conflict), and
// the error leads to another attempt when it has.
func (c *controller) reconcile(ctx context.Context, name cache.ObjectName) error {
	deployment, err := c.deployments.Deployments(name.Namespace).Get(name.Name)
	if apierrors.IsNotFound(err) {
		return c.remove(ctx, name)
	}
	if err != nil {
		return err
	}
	want := summaryOf(deployment)
	have, err := c.summaries.ConfigMaps(want.Namespace).Get(want.Name)
	if apierrors.IsNotFound(err) {
		_, err := c.client.CoreV1().ConfigMaps(want.Namespace).Create(ctx, want, metav1.CreateOptions{})
		return c.report("created", want, err)
	}
	if err != nil {
		return err
	}
	if !metav1.IsControlledBy(have, deployment) {
		return c.clear(ctx, have, name)
	}
	if maps.Equal(have.Data, want.Data) {
		return nil
	}
	// The object in the store is everybody's: change a copy. It carries the version on
	// which the change rests, so that somebody else's change in between is a conflict.
	changed := have.DeepCopy()
	changed.Data = want.Data
	_, err = c.client.CoreV1().ConfigMaps(want.Namespace).Update(ctx, changed, metav1.UpdateOptions{})
	return c.report("updated", want, err)
}

// clear makes room where a ConfigMap of another owner has the summary's name: a
// predecessor's of the same name is deleted (the deletion leads to the next call), any
// other one is a person's to decide about.
func (c *controller) clear(ctx context.Context, have *corev1.ConfigMap, name cache.ObjectName) error {
	if owner, ok := ownerName(have); ok && owner == name {
		return c.remove(ctx, name)
	}
	return fmt.Errorf("ConfigMap %q has our label but another owner: delete it, or take its label %s off", have.Name, managedByLabel)
}

// remove deletes the summary of a Deployment that is gone. The garbage collector of a
// cluster would do so, too: not every API server has one.
func (c *controller) remove(ctx context.Context, name cache.ObjectName) error {
	have, err := c.summaries.ConfigMaps(name.Namespace).Get(summaryName(name.Name))
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	// By UID: not one that somebody has made anew since.
	only := metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(have.UID))}
	err = c.client.CoreV1().ConfigMaps(have.Namespace).Delete(ctx, have.Name, only)
	if apierrors.IsNotFound(err) {
		return nil
	}
	return c.report("deleted", have, err)
}

// report prints a write that succeeded, and hands the error of one that did not on.
func (c *controller) report(what string, summary *corev1.ConfigMap, err error) error {
	if err == nil {
		fmt.Fprintf(c.out, "%s %s/%s\n", what, summary.Namespace, summary.Name)
	}
	return err
}

func summaryName(deployment string) string { return deployment + "-summary" }

func summaryOf(d *appsv1.Deployment) *corev1.ConfigMap {
	wanted := int32(1) // the API's default
	if d.Spec.Replicas != nil {
		wanted = *d.Spec.Replicas
	}
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: d.Namespace, Name: summaryName(d.Name),
			Labels:          map[string]string{managedByLabel: managedBy},
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(d, deploymentKind)},
		},
		Data: map[string]string{"wanted": strconv.Itoa(int(wanted)), "ready": strconv.Itoa(int(d.Status.ReadyReplicas))},
	}
}
